import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { listRows, threadSubject } from '../../web/browser.ts';
import { createAsk } from './demo-content.ts';

/** A page in one of its states: its name in a file name, its address, and the actions after it has loaded. */
export type PageState = {
  name: string;
  url: string;
  prepare?: (page: Page) => Promise<void>;
  /** A refusal that the state shows, which browsers log as an error. */
  refusedWith?: number;
};

const settingsPages = ['general', 'appearance', 'reading', 'writing', 'privacy', 'storage', 'advanced'].map(
  (page) => `settings/${page}`,
);
const guides = ['help', 'help/scripts', 'help/agents'];

const router = join(import.meta.dirname, '../../../web/shell/router.tsx');

/** Every page of the router with a fixed path, and pages that need content. */
export async function pageStates(appUrl: string): Promise<PageState[]> {
  const fixed = [...fixedPaths(), ...settingsPages, ...guides].map((path) => ({
    name: path.replaceAll('/', '-'),
    url: `${appUrl}/${path}`,
  }));
  return [...fixed, ...(await extraPageStates(appUrl))];
}

function fixedPaths(): string[] {
  const paths = [...readFileSync(router, 'utf8').matchAll(/path: '([^']+)'/g)].map(([, path = '']) => path);
  const chosen = new Set(['/', 'search', 'merge']);
  return paths.filter((path) => !path.includes('$') && !chosen.has(path)).map((path) => path.replace(/^\//, ''));
}

async function extraPageStates(url: string): Promise<PageState[]> {
  const label = await labelWithMail(url);
  return [
    { name: 'conversation', url: `${url}/inbox`, prepare: openSecondThread },
    { name: 'selection', url: `${url}/inbox`, prepare: selectThreeRows },
    { name: 'label', url: `${url}/label/${label}` },
    { name: 'search', url: `${url}/search?q=invoice` },
    { name: 'search-nothing', url: `${url}/search?q=xylophone%20zeppelin` },
    { name: 'search-mistake', url: `${url}/search?q=from:`, refusedWith: 400 },
    { name: 'writing', url: `${url}/inbox`, prepare: openComposer },
    { name: 'palette', url: `${url}/inbox`, prepare: (page) => page.keyboard.press('Control+k') },
    { name: 'keys-sheet', url: `${url}/inbox`, prepare: (page) => page.keyboard.press('?') },
    { name: 'analytics-habits', url: `${url}/analytics?view=habits&days=365` },
    { name: 'analytics-year', url: `${url}/analytics?view=year` },
    { name: 'analytics-tables', url: `${url}/analytics?as=table` },
    { name: 'rules', url: `${url}/rules` },
    { name: 'rules-new', url: `${url}/rules/new?from=example` },
    { name: 'lost', url: `${url}/there-is-no-such-page` },
  ];
}

async function openSecondThread(page: Page): Promise<void> {
  await listRows(page).nth(1).click();
  await threadSubject(page).waitFor();
  await page.locator('article').first().waitFor();
  await page.waitForLoadState('networkidle');
}

async function openComposer(page: Page): Promise<void> {
  await page.keyboard.press('c');
  await page.locator('[contenteditable=true]').first().waitFor();
}

async function selectThreeRows(page: Page): Promise<void> {
  await listRows(page).first().waitFor();
  for (const key of ['j', 'x', 'J', 'J']) await page.keyboard.press(key);
}

/** The user's own label with the most mail. */
async function labelWithMail(url: string): Promise<string> {
  const ask = await createAsk(url);
  const { sidebar } = await ask<{ sidebar: { sections: { items: SidebarItem[] }[] } }>('/client/shell');
  const labels = sidebar.sections
    .flatMap(({ items }) => items)
    .filter(({ role, lens }) => lens.kind === 'label' && role === null);
  return labels.toSorted((a, b) => b.total - a.total)[0]?.lens.labelId ?? '';
}

type SidebarItem = { total: number; role: string | null; lens: { kind: string; labelId?: string } };
