import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright';
import { watchAnswers } from './watched-answers.ts';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Why tests of the page cannot run here, or false where they can. */
export const skip: string | false = existsSync(executablePath)
  ? false
  : `peer: the page needs Chromium, and there is none at ${executablePath} (set CHROMIUM to its path)`;

/** `sharesProcess` keeps sandboxed frames in the process of their page, which makes hundreds of them twice as fast. */
export function launchBrowser({ sharesProcess = false } = {}): Promise<Browser> {
  const args = ['--no-sandbox', ...(sharesProcess ? ['--disable-features=IsolateSandboxedIframes'] : [])];
  return chromium.launch({ executablePath, args });
}

/**
 * A page and what went wrong on it: console errors and warnings, uncaught errors, requests to other hosts. `close` throws
 * where an answer it got was not as the API's document says.
 */
export type Watched = { page: Page; troubles: string[]; close: () => Promise<void> };

/** Opens an address in a fresh profile, wide and light unless the options say otherwise. */
export async function openPage(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  const { origin, host } = new URL(url);
  const answers = watchAnswers(context, origin);
  const troubles: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) troubles.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => troubles.push(`uncaught: ${error.message}`));
  context.on('request', (request) => {
    const asked = request.url();
    if (!asked.startsWith(`${origin}/`) && !/^(data|blob|about):/.test(asked)) troubles.push(`request to ${asked}`);
  });
  page.on('websocket', (socket) => {
    if (new URL(socket.url()).host !== host) troubles.push(`socket to ${socket.url()}`);
  });
  await page.goto(url);
  return {
    page,
    troubles,
    async close() {
      await answers.settled();
      await context.close();
      if (answers.faults.length > 0) throw new Error(answers.faults.join('\n'));
    },
  };
}

/** Rows of the list, each a link to its conversation. */
export const rows = (page: Page) => page.locator('main ul[role=list] a');

/** The open conversation's subject. */
export const subject = (page: Page) => page.locator('section[aria-label=Conversation] h1');
