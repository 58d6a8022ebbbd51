/**
 * `npm run soak -- screens [WORD] [--readme]`: screenshots of every page of the demo in all its states, light and dark, at
 * three widths, into `dist/screens`, with a page that shows them side by side. A word chooses states by a part of their name;
 * `--readme` makes the screenshots of the README. Fails if a page logs an error in its console or requests another host.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright';
import { makeHome, startDaemon } from '../daemon-process.ts';
import { startApp } from '../web/app.ts';
import { launchBrowser, openPage } from '../web/browser.ts';
import { demoStates } from '../web/states/all-states.ts';
import { accountStates, firstRunStates } from '../web/states/first-run-states.ts';
import { untilLoaded, type PageState } from '../web/states/state.ts';
import { contactSheet } from './screens/contact-sheet.ts';
import { addDemoContent } from './screens/demo-content.ts';

const project = join(import.meta.dirname, '../..');
const folder = join(project, 'dist/screens');
const sizes = {
  wide: { width: 1440, height: 900 },
  medium: { width: 1024, height: 768 },
  narrow: { width: 390, height: 844 },
};
const colorSchemes = ['light', 'dark'] as const;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { readme: { type: 'boolean' } } });

const app = await startApp({ messages: 500 });
// Nothing listens on the port.
const unreachable = { name: 'Ada', email: 'ada@example.org', port: 1, username: 'ada', password: 'wrong' };
const homes = [makeHome([]), makeHome([{ key: 'ada', ...unreachable }])];
const daemons = await Promise.all(homes.map((home) => startDaemon(home, { caFile: '' })));
const browser = await launchBrowser({ sharesProcess: true });
const places = [
  { url: app.url, states: demoStates },
  { url: `http://127.0.0.1:${daemons[0]?.port}`, states: firstRunStates },
  { url: `http://127.0.0.1:${daemons[1]?.port}`, states: accountStates },
];
try {
  await addDemoContent(app.url);
  process.exitCode = values.readme ? await takeReadmeScreenshots(browser) : await takeScreenshots(browser);
} finally {
  await browser.close();
  await app.stop();
  await Promise.all(daemons.map((daemon) => daemon.stop()));
  for (const home of homes) home.remove();
}

async function takeScreenshots(shared: Browser): Promise<number> {
  const wanted = places.flatMap(({ url, states }) =>
    states.filter(({ name }) => name.includes(positionals[0] ?? '')).map((state) => ({ url, state })),
  );
  if (positionals.length === 0) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const faults: string[] = [];
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const colorScheme of colorSchemes) {
      for (const { url, state } of wanted) {
        const file = join(folder, `${state.name}-${size}-${colorScheme}.png`);
        const complaints = await takeScreenshot(shared, { url, state }, { file, viewport, colorScheme });
        faults.push(...complaints.map((complaint) => `${state.name}, ${size}, ${colorScheme}: ${complaint}`));
      }
    }
  }
  const names = wanted.map(({ state }) => state.name);
  writeFileSync(join(folder, 'index.html'), contactSheet(names, { sizes: Object.keys(sizes), colorSchemes }));
  for (const fault of faults) console.log(`FAULT ${fault}`);
  const looks = Object.keys(sizes).length * colorSchemes.length;
  console.log(`${names.length} states, ${names.length * looks} pictures in ${folder}: ${faults.length} faults`);
  return faults.length === 0 ? 0 : 1;
}

/** The first page of the README shows a conversation beside its list. */
async function takeReadmeScreenshots(shared: Browser): Promise<number> {
  const state = demoStates.find(({ name }) => name === 'conversation');
  if (!state) throw new Error('There is no state with a conversation.');
  const files = { light: 'screenshot.png', dark: 'screenshot-dark.png' };
  for (const colorScheme of colorSchemes) {
    const file = join(project, 'resources', files[colorScheme]);
    const look = { file, viewport: sizes.wide, colorScheme };
    const complaints = await takeScreenshot(shared, { url: app.url, state }, look);
    for (const complaint of complaints) console.log(`FAULT ${complaint}`);
    if (complaints.length > 0) return 1;
    console.log(file);
  }
  return 0;
}

type ScreenshotOptions = { file: string; viewport: { width: number; height: number }; colorScheme: 'light' | 'dark' };

/** Takes one screenshot, and returns the errors of the page. */
async function takeScreenshot(
  shared: Browser,
  { url, state }: { url: string; state: PageState },
  { file, ...look }: ScreenshotOptions,
): Promise<string[]> {
  const { prepare, act, undo, refusedWith, isLoading } = state;
  // Without an account, a page that is loaded shows nothing but the welcome page.
  const options = { ...look, reducedMotion: 'reduce', isFresh: url !== app.url } as const;
  const { page, pageErrors, expectError, close } = await openPage(shared, url + state.path, options, prepare);
  if (refusedWith !== undefined) expectError(new RegExp(`status of ${refusedWith}`));
  page.setDefaultTimeout(20_000);
  try {
    try {
      await act?.(page);
      if (!isLoading) await untilSettled(page);
    } finally {
      await page.screenshot({ path: file });
    }
    await undo?.(page);
    return [...pageErrors];
  } catch (failed) {
    return [...pageErrors, String(failed)];
  } finally {
    // The errors were already returned.
    await close().catch(() => undefined);
  }
}

async function untilSettled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await untilLoaded(page);
  await page.evaluate('document.fonts.ready.then(() => undefined)');
}
