import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright';
import { watchAnswers } from './watched-answers.ts';

/** Without a window Chromium is the same engine at two thirds of the price. */
const windowless = '/usr/bin/chromium-headless-shell';
const executablePath = process.env['CHROMIUM'] ?? (existsSync(windowless) ? windowless : '/usr/bin/chromium');

/** Why tests of the page cannot run here, or false where they can. */
export const skip: string | false = existsSync(executablePath)
  ? false
  : `peer: the page needs Chromium, and there is none at ${executablePath} (set CHROMIUM to its path)`;

/** Off is what Chromium prepares beside a page, at the price of the page itself, and what asks the network. */
const unwanted = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'AimEnabled',
  'OptimizationHints',
  'PreconnectToSearch',
  'NetworkTimeServiceQuerying',
  'HttpsUpgrades',
  'PaintHolding',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
];

/** `sharesProcess` keeps sandboxed frames in the process of their page, which makes hundreds of them twice as fast. */
export function launchBrowser({ sharesProcess = false } = {}): Promise<Browser> {
  const features = sharesProcess ? [...unwanted, 'IsolateSandboxedIframes'] : unwanted;
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', `--disable-features=${features.join()}`],
  });
}

/**
 * A page and what went wrong on it: console errors and warnings, uncaught errors, requests to other hosts. `close` throws
 * where an answer it got was not as the API's document says.
 */
export type Watched = { page: Page; troubles: string[]; close: () => Promise<void> };

/** Pages that were closed, by what they were opened with: a window of its own costs more than most tests do. */
const closed = new WeakMap<Browser, Map<string, Watcher[]>>();

/** Opens an address as if in a fresh profile, wide and light unless the options say otherwise. */
export async function openPage(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Watched> {
  const { origin } = new URL(url);
  const key = JSON.stringify([origin, options]);
  const pool = closed.get(browser) ?? new Map<string, Watcher[]>();
  closed.set(browser, pool);
  const watcher = pool.get(key)?.pop() ?? (await openWatcher(browser, origin, options));
  const { page, answers, troubles } = watcher;
  await page.goto(url);
  return {
    page,
    troubles,
    async close() {
      await answers.settled();
      const faults = answers.faults.splice(0);
      // A suite may have closed its browser already.
      if (!page.isClosed()) {
        await forgetAll(page, options);
        pool.set(key, [...(pool.get(key) ?? []), { ...watcher, troubles: watcher.renew() }]);
      }
      if (faults.length > 0) throw new Error(faults.join('\n'));
    },
  };
}

type Watcher = {
  page: Page;
  answers: ReturnType<typeof watchAnswers>;
  troubles: string[];
  /** What goes wrong from now on is noted in another list, which this gives. */
  renew: () => string[];
};

const wide = { width: 1440, height: 900 };

async function openWatcher(browser: Browser, origin: string, options: BrowserContextOptions): Promise<Watcher> {
  const context = await browser.newContext({ viewport: wide, ...options });
  const page = await context.newPage();
  let troubles: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) troubles.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => troubles.push(`uncaught: ${error.message}`));
  context.on('request', (request) => {
    const asked = request.url();
    if (!asked.startsWith(`${origin}/`) && !/^(data|blob|about):/.test(asked)) troubles.push(`request to ${asked}`);
  });
  page.on('websocket', (socket) => {
    if (new URL(socket.url()).origin !== origin.replace('http', 'ws')) troubles.push(`socket to ${socket.url()}`);
  });
  return { page, answers: watchAnswers(context, origin), troubles, renew: () => (troubles = []) };
}

/** Leaves a page as one that was never used. */
async function forgetAll(page: Page, { viewport, colorScheme, reducedMotion }: BrowserContextOptions): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.mouse.move(0, 0);
  await page.evaluate('if (origin !== "null") { localStorage.clear(); sessionStorage.clear(); }');
  await page.goto('about:blank');
  await page.setViewportSize(viewport ?? wide);
  await page.emulateMedia({ colorScheme: colorScheme ?? 'light', reducedMotion: reducedMotion ?? 'no-preference' });
}

/** Rows of the list, each a link to its conversation. */
export const rows = (page: Page) => page.locator('main ul[role=list] a');

/** The open conversation's subject. */
export const subject = (page: Page) => page.locator('section[aria-label=Conversation] h1');

/** Waits until an expression holds in the page, whose policy lets nothing but a debugger evaluate one: it is asked anew each time. */
export async function untilIn(page: Page, expression: string): Promise<void> {
  while (!(await page.evaluate(`Boolean(${expression})`))) await new Promise((resolve) => setTimeout(resolve, 20));
}
