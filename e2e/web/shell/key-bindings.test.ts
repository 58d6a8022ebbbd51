import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { strings } from '../../../web/i18n/strings.ts';
import { commandTable } from '../../../web/keyboard/command-table.ts';
import { axeViolations } from '../axe.ts';
import {
  closePages,
  openPage,
  listRows,
  skip,
  threadSubject,
  waitForExpression,
  untilAsserted,
  pressChord,
} from '../browser.ts';
import { startFakeApp } from '../fake-app.ts';
import { sharedBrowser } from '../suite-app.ts';

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });
const palette = (page: Page) => page.getByRole('dialog', { name: 'What would you like to do?' });
const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
const toast = (page: Page, text: string) => page.locator('[role=region] li').filter({ hasText: text });

/** The name of each page in the palette; undefined if a command of the key table, or only another page, leads there. */
const paletteNames: Record<string, string | undefined> = {
  now: undefined,
  messages: undefined,
  todo: undefined,
  updates: undefined,
  reading: undefined,
  archive: undefined,
  inbox: undefined,
  all: undefined,
  search: undefined,
  drafts: undefined,
  outbox: undefined,
  history: undefined,
  compose: undefined,
  welcome: undefined,
  repair: undefined,
  app: undefined,
  design: undefined,
  label: undefined,
  m: undefined,
  settings: `${strings.settings.title}: ${strings.settings.page.general.title}`,
  snoozed: strings.later.places.snoozed,
  'reply-later': strings.later.places['reply-later'],
  reminders: strings.later.places.reminders,
  invites: strings.later.places.invites,
  deliveries: strings.deliveries.title,
  promises: strings.promises.title,
  people: undefined,
  analytics: strings.analytics.title,
  rules: strings.rules.title,
  docs: strings.docs.title,
  subscriptions: strings.subscriptions.title,
  texts: strings.texts.title,
  sounds: `${strings.settings.title}: ${strings.sounds.title}`,
  merge: strings.merge.title,
  activity: strings.activity.title,
  accounts: `${strings.settings.title}: ${strings.accounts.title}`,
  keys: `${strings.settings.title}: ${strings.keys.title}`,
  diagnostics: strings.diagnostics.title,
  help: `${strings.help.title}: ${strings.help.names.people}`,
  screener: strings.screener.title,
  approvals: strings.approvals.title,
};

/** The first segments of the page's addresses. */
function pathsOfPages(): string[] {
  const router = readFileSync(join(import.meta.dirname, '../../../web/shell/router.tsx'), 'utf8');
  const paths = [...router.matchAll(/path: '([a-z][a-z-]*)/g)].map(([, path = '']) => path);
  assert.ok(paths.length > 15);
  return paths;
}

suite('keys', { skip }, () => {
  let app: Awaited<ReturnType<typeof startFakeApp>>;
  let browser: Browser;
  const ends: (() => unknown)[] = [];
  before(async () => {
    const starting = startFakeApp({ after: (end) => void ends.push(end as () => unknown) });
    [app, browser] = await Promise.all([starting, sharedBrowser()]);
  });
  after(async () => {
    try {
      if (app) await closePages(browser, app.url);
    } finally {
      for (const end of ends.toReversed()) await end();
    }
  });
  const file = () => join(dirname(app.daemon.configFile), 'keys.toml');
  const set = (input: object) => app.daemon.ask('keys.change', input, { origin: 'human' });
  const open = (path: string) => openPage(browser, `${app.url}${path}`);

  test('a key binding is changed by pressing another key, with its conflict explained, and works at once', async () => {
    const { page, pageErrors: troubles, close } = await open('/keys');
    await page.getByRole('button', { name: 'Change the shortcut for “Archive”' }).click();
    const dialog = page.getByRole('dialog', { name: 'Archive' });
    await dialog.getByRole('textbox').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('r');
    await dialog.getByRole('button', { name: 'Use this shortcut' }).click();
    await dialog.getByRole('status').getByText('R is already used for “Reply”').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await dialog.getByRole('textbox').focus();
    await page.keyboard.press('y');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await untilAsserted(async () => assert.equal(await row(page, 'Archive').locator('kbd').innerText(), 'Y'));
    await page.getByRole('button', { name: 'Change the shortcut for “Archive”' }).and(page.locator(':focus')).waitFor();
    assert.match(readFileSync(file(), 'utf8'), /\[mail_list\]\narchive = \["y"\]/);
    assert.deepEqual(await axeViolations(page), []);

    await page.goto(`${app.url}/inbox`);
    await listRows(page).first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('e');
    await page.keyboard.press('y');
    await toast(page, 'Archived 1 conversation').waitFor();
    await page.getByPlaceholder('Search all mail').focus();
    await page.keyboard.type('y');
    await untilAsserted(async () => assert.equal(await page.getByPlaceholder('Search all mail').inputValue(), 'y'));
    await untilAsserted(async () => assert.equal(await toast(page, 'Archived').count(), 1));
    assert.deepEqual(troubles, []);
    await close();
    await set({ forget: true });
  });

  test('the vim keys move through a list, and the sheet shows which are active', async () => {
    await set({ preset: 'gmail', forget: true });
    const { page, pageErrors: troubles, close } = await open('/keys');
    await page.getByRole('radio', { name: /^Vim style/ }).check();
    await row(page, 'Scroll half a page down').locator('kbd').filter({ hasText: 'D' }).waitFor();
    await page.goto(`${app.url}/inbox`);
    await listRows(page).first().waitFor();
    const at = () => page.locator('main li a:focus').innerText();
    await page.keyboard.press('j');
    const first = await at();
    await page.keyboard.press('Control+d');
    await waitForExpression(page, `document.activeElement?.innerText !== ${JSON.stringify(first)}`);
    await pressChord(page, 'g', 'g');
    await waitForExpression(page, `document.activeElement?.innerText === ${JSON.stringify(first)}`);
    await page.keyboard.press('?');
    await sheet(page).getByText('In a list. They work whenever you’re not typing.').waitFor();
    await untilAsserted(async () =>
      assert.match(await sheet(page).getByText('Archive', { exact: true }).locator('..').innerText(), /D\s*then\s*D/),
    );
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press('Escape');
    await sheet(page).waitFor({ state: 'detached' });
    // A closed dialog returns the focus a moment after it is gone.
    await page.locator('main li a:focus').waitFor();
    await page.keyboard.press(':');
    await palette(page).waitFor();
    await page.keyboard.press('Escape');
    await palette(page).waitFor({ state: 'detached' });
    await page.locator('main li a:focus').waitFor();
    await pressChord(page, 'd', 'd');
    await toast(page, 'Archived 1 conversation').waitFor();
    await page.keyboard.press('u');
    await toast(page, 'Archived 1 conversation').waitFor({ state: 'detached' });
    assert.deepEqual(troubles, []);
    await close();
  });

  test('a change elsewhere is applied, and the next page starts with the latest bindings', async () => {
    await set({ preset: 'gmail', forget: true });
    const { page, pageErrors: troubles, expectError: expects, close } = await open('/inbox');
    await listRows(page).nth(1).click();
    await threadSubject(page).waitFor();
    await set({ context: 'thread_view', action: 'reply', keys: ['Q'] });
    await waitForExpression(page, `localStorage.getItem('posthorn.keys')?.includes('"reply":["Q"]')`);
    await page.route('**/platform/keys', (route) => route.abort());
    await page.reload();
    await page.getByTitle('Reply (Shift Q)', { exact: true }).first().waitFor();
    expects(/ERR_FAILED|platform\/keys/);
    assert.deepEqual(troubles, []);
    await close();
    await set({ preset: 'gmail', forget: true });
  });

  test('the palette has every command, every page and every setting', async () => {
    const { page, pageErrors: troubles, close } = await open('/inbox');
    await listRows(page).first().waitFor();
    await page.keyboard.press('Control+k');
    await palette(page)
      .getByRole('option', { name: /^Storage and backup: / })
      .first()
      .waitFor();
    const shown = await palette(page).getByRole('option').allInnerTexts();
    const names = new Set(shown.map((text) => text.split('\n')[0]));
    const acts = commandTable.filter(({ command, scope }) => scope !== 'writing' && command !== 'palette');
    for (const { command, label } of acts)
      assert.ok(names.has(command === 'help' ? 'Show keyboard shortcuts' : label()), label());
    const titles = Object.values(paletteNames).filter((title) => title !== undefined);
    assert.deepEqual(
      pathsOfPages().filter((path) => !(path in paletteNames)),
      [],
      'every page is listed here',
    );
    for (const title of titles) assert.ok(names.has(`Go to ${title}`), title);
    const { settings } = await app.daemon.ask('settings.schema');
    const ways = shown.filter((text) => text.includes(': '));
    assert.ok(ways.length >= settings.filter(({ key, in_effect }) => in_effect && !key.includes('<key>')).length);
    assert.deepEqual(troubles, []);
    await close();
  });
});
