/**
 * `npm run soak -- screens [WORD] [--readme]`: screenshots of every page of the demo, light and dark, wide and narrow, into
 * `dist/screens`, with a page that shows them side by side. A word chooses pages by a part of their name; `--readme` makes
 * the screenshots of the README. Fails if a page logs errors in its console or requests another host.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright';
import { startApp } from '../web/app.ts';
import { launchBrowser, openPage, waitForExpression } from '../web/browser.ts';
import { addDemoContent } from './screens/demo-content.ts';
import { pageStates, type PageState } from './screens/page-states.ts';
import { contactSheet } from './screens/contact-sheet.ts';

const project = join(import.meta.dirname, '../..');
const folder = join(project, 'dist/screens');
const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 360, height: 780 } };
const colorSchemes = ['light', 'dark'] as const;

/** Whether all visible animations and images are complete. */
const isLoadedExpression = `![...document.querySelectorAll('[class*=bones]')].some((element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
})`;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { readme: { type: 'boolean' } } });

const app = await startApp({ messages: 500 });
const browser = await launchBrowser({ sharesProcess: true });
try {
  await addDemoContent(app.url);
  const scenes = await pageStates(app.url);
  process.exitCode = values.readme
    ? await takeReadmeScreenshots(browser, scenes)
    : await takeScreenshots(browser, scenes);
} finally {
  await browser.close();
  await app.stop();
}

async function takeScreenshots(browser: Browser, scenes: readonly PageState[]): Promise<number> {
  const wanted = scenes.filter(({ name }) => name.includes(positionals[0] ?? ''));
  if (positionals.length === 0) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const faults: string[] = [];
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const colorScheme of colorSchemes) {
      for (const scene of wanted) {
        const file = join(folder, `${scene.name}-${size}-${colorScheme}.png`);
        const complaints = await takeScreenshot(browser, scene, { file, viewport, colorScheme });
        faults.push(...complaints.map((complaint) => `${scene.name}, ${size}, ${colorScheme}: ${complaint}`));
      }
    }
  }
  const names = wanted.map(({ name }) => name);
  writeFileSync(join(folder, 'index.html'), contactSheet(names, { sizes: Object.keys(sizes), colorSchemes }));
  for (const fault of faults) console.log(`FAULT ${fault}`);
  console.log(`${names.length} pages, ${names.length * 4} pictures in ${folder}: ${faults.length} faults`);
  return faults.length === 0 ? 0 : 1;
}

/** The first page of the README shows a conversation beside its list. */
async function takeReadmeScreenshots(browser: Browser, scenes: readonly PageState[]): Promise<number> {
  const scene = scenes.find(({ name }) => name === 'conversation');
  if (!scene) throw new Error('There is no scene with a conversation.');
  const files = { light: 'screenshot.png', dark: 'screenshot-dark.png' };
  for (const colorScheme of colorSchemes) {
    const file = join(project, 'resources', files[colorScheme]);
    const complaints = await takeScreenshot(browser, scene, { file, viewport: sizes.wide, colorScheme });
    for (const complaint of complaints) console.log(`FAULT ${complaint}`);
    if (complaints.length > 0) return 1;
    console.log(file);
  }
  return 0;
}

type ScreenshotOptions = { file: string; viewport: { width: number; height: number }; colorScheme: 'light' | 'dark' };

/** Takes one screenshot, and returns the errors of the page. */
async function takeScreenshot(
  browser: Browser,
  { url, prepare, refusedWith }: PageState,
  { file, ...look }: ScreenshotOptions,
): Promise<string[]> {
  const { page, pageErrors, expectError, close } = await openPage(browser, url, { ...look, reducedMotion: 'reduce' });
  if (refusedWith !== undefined) expectError(new RegExp(`status of ${refusedWith}`));
  try {
    await page.waitForLoadState('networkidle');
    await prepare?.(page);
    await waitForExpression(page, isLoadedExpression);
    await page.evaluate('document.fonts.ready.then(() => undefined)');
    await page.screenshot({ path: file });
    return [...pageErrors];
  } catch (failed) {
    return [...pageErrors, String(failed)];
  } finally {
    // The errors were already returned.
    await close().catch(() => undefined);
  }
}
