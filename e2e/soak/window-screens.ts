/**
 * `npm run soak -- window-screens [WORD]`: screenshots of what the window of the desktop app shows, light and dark, wide and
 * narrow, into `dist/window-screens`: every card in place of the page, the last list, and the page with what only the app has.
 * A word chooses by a part of the name. Fails if a card breaks a rule of accessibility, or a page logs an error.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import type { LastView, UpdateState } from '../../daemon/contract/desktop.ts';
import { lastViewUrl } from '../../electron/window/last-view-html.ts';
import { cardUrl } from '../../electron/window/status-card-html.ts';
import { startApp } from '../web/app.ts';
import { axeViolations } from '../web/axe.ts';
import { launchBrowser, openPage, listRows, waitForExpression } from '../web/browser.ts';
import { exposeBridge } from '../web/desktop-bridge.ts';
import { contactSheet } from './screens/contact-sheet.ts';
import { windowCards } from './screens/window-cards.ts';

const project = join(import.meta.dirname, '../..');
const folder = join(project, 'dist/window-screens');
const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } };
const colorSchemes = ['light', 'dark'] as const;
type Look = { viewport: { width: number; height: number }; colorScheme: 'light' | 'dark' };

const word = process.argv[2] ?? '';
const faults: string[] = [];
const names = new Set<string>();
mkdirSync(folder, { recursive: true });
async function takeCards(shared: Browser, look: Look, fileOf: (name: string) => string): Promise<void> {
  const page = await shared.newPage({ ...look, reducedMotion: 'reduce' });
  for (const [name, card] of Object.entries(windowCards)) {
    if (!name.includes(word)) continue;
    names.add(name);
    await page.goto(cardUrl(card));
    await page.screenshot({ path: fileOf(name) });
    for (const violation of await axeViolations(page)) faults.push(`${name}: ${JSON.stringify(violation)}`);
  }
  await page.close();
}

type PageState = { name: string; update?: UpdateState; act(page: Page): Promise<unknown> };

const tour = (page: Page) => page.getByRole('complementary', { name: 'Tour of Posthorn' });
const openPath = (page: Page, path: string) => page.evaluate(`lent.shows(${JSON.stringify(path)})`);

const updates: Record<string, UpdateState> = {
  available: { state: 'available', version: '0.2.0', page: null },
  downloading: { state: 'downloading', version: '0.2.0', percent: 42 },
  failed: { state: 'failed', reason: 'The update server couldn’t be reached. Posthorn checks again tomorrow.' },
  ready: { state: 'ready', version: '0.2.0' },
};

const pageStates: readonly PageState[] = [
  ...Object.entries(updates).map(([name, update]) => ({
    name: `update-${name}`,
    update,
    act: async (page: Page) => {
      await openPath(page, '/settings/general');
      await page
        .getByText(/Version 0\.1\.0/)
        .first()
        .scrollIntoViewIfNeeded();
    },
  })),
  ...[1, 2, 3].map((step) => ({
    name: `tour-${step}`,
    act: async (page: Page) => {
      await openPath(page, '/inbox#tour');
      for (let at = 1; at < step; at++) await tour(page).getByRole('button', { name: 'Next' }).click();
      await tour(page).getByText(`${step} of 3`).waitFor();
    },
  })),
  {
    name: 'whats-new',
    act: async (page) => {
      await openPath(page, '/inbox#whats-new');
      await page.getByRole('dialog').getByRole('listitem').first().waitFor();
    },
  },
  {
    name: 'problem-report',
    act: async (page) => {
      await openPath(page, '/diagnostics');
      await page.getByRole('button', { name: 'Bug report' }).click();
      await page.getByText('the update failed').waitFor();
    },
  },
  {
    name: 'attachment-menu',
    act: async (page) => {
      await openPath(page, '/search?q=subject:%22Figures for the quarter%22');
      await listRows(page).filter({ hasText: 'Figures for the quarter' }).first().click();
      await page.getByRole('button', { name: /^More for quarter-one\.csv/ }).click();
      await page.getByRole('menuitem').first().waitFor();
    },
  },
];

async function takePages(shared: Browser, look: Look, fileOf: (name: string) => string): Promise<void> {
  const answer = await fetch(new URL('/api/v1/auth/local-token', app.url));
  const { token } = (await answer.json()) as { token: string };
  for (const { name, update, act } of pageStates) {
    if (!name.includes(word)) continue;
    await take(shared, { name, look, options: { token, ...(update && { update }) } }, async (page) => {
      await act(page);
      await page.screenshot({ path: fileOf(name) });
    });
  }
  if (!'starting-list'.includes(word)) return;
  await take(shared, { name: 'starting-list', look, options: { token } }, async (page) => {
    await waitForExpression(page, 'lent.views.length > 0');
    const view = (await page.evaluate('lent.views.at(-1)')) as LastView;
    const now = new Date();
    const url = lastViewUrl({ ...view, storedAt: now.toISOString() }, { pageFolder: join(project, 'web/dist'), now });
    await page.goto(url ?? 'about:blank');
    await page.screenshot({ path: fileOf('starting-list') });
  });
}

type Taken = { name: string; look: Look; options: Parameters<typeof exposeBridge>[0] };

async function take(
  shared: Browser,
  { name, look, options }: Taken,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  names.add(name);
  const settings = { ...look, reducedMotion: 'reduce' } as const;
  const { page, pageErrors, close } = await openPage(shared, `${app.url}/inbox`, settings, (opened) =>
    opened.addInitScript(exposeBridge, options),
  );
  try {
    await listRows(page).first().waitFor();
    await work(page);
    faults.push(...pageErrors.map((error) => `${name}: ${error}`));
  } catch (failed) {
    faults.push(`${name}: ${String(failed)}`);
  } finally {
    await close().catch(() => undefined);
  }
}

const app = await startApp({ messages: 500 });
const browser = await launchBrowser({ sharesProcess: true });
try {
  for (const [size, viewport] of Object.entries(sizes))
    for (const colorScheme of colorSchemes) {
      const look = { viewport, colorScheme };
      const fileOf = (name: string) => join(folder, `${name}-${size}-${colorScheme}.png`);
      await takeCards(browser, look, fileOf);
      await takePages(browser, look, fileOf);
    }
} finally {
  await browser.close();
  await app.stop();
}
writeFileSync(join(folder, 'index.html'), contactSheet([...names], { sizes: Object.keys(sizes), colorSchemes }));
for (const fault of faults) console.log(`FAULT ${fault}`);
console.log(`${names.size} states in ${folder}: ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
