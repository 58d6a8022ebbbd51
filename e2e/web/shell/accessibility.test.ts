import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Page } from 'playwright';
import { axeViolations, axeViolationsInBothThemes } from '../axe.ts';
import { openPage, listRows, skip, threadSubject, type OpenedPage } from '../browser.ts';
import { suiteApp } from '../suite-app.ts';

/** A state of a page, all in the same browser page; Escape closes what it opens. */
type State = { name: string; path: string; isMain?: true; act?: (page: Page) => Promise<unknown> };

const dialog = (page: Page) => page.getByRole('dialog').first().waitFor();
const menu = (page: Page) => page.getByRole('menuitem').first().waitFor();
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();

// The colours are the same everywhere and have their own test: dark mode is checked where most of them occur. States of
// other suites, as settings, accounts, drafts and label menus, are checked there.
const states: State[] = [
  { name: 'the inbox', path: '/inbox', isMain: true },
  { name: 'an open conversation', path: '/inbox', isMain: true, act: openFirst },
  { name: 'original headers', path: '/inbox', act: openHeaders },
  { name: 'a message with its menu open', path: '/inbox', act: openMessageMenu },
  { name: 'a conversation with its menu open', path: '/inbox', act: openMore },
  { name: 'rows that are selected', path: '/inbox', act: selectTwo },
  { name: 'the menu of a row', path: '/inbox', act: openRowMenu },
  { name: 'search', path: '/search?q=canary' },
  {
    name: 'a search without a hit',
    path: '/search?q=xyzzyplugh',
    act: (page) => page.getByText('No results').waitFor(),
  },
  {
    name: 'a search that cannot be read',
    path: '/search?q=is:unraed',
    act: (page) => page.locator('main').getByRole('alert').first().waitFor(),
  },
  { name: 'the list of keys', path: '/inbox', act: (page) => page.keyboard.press('?').then(() => dialog(page)) },
  { name: 'the palette', path: '/inbox', act: (page) => page.keyboard.press('Control+k').then(() => dialog(page)) },
  { name: 'the detail of the status line', path: '/inbox', act: openStatus },
  { name: 'a message that is begun, and ways to send it', path: '/inbox', act: openSendOptions },
  { name: 'what waits for an answer', path: '/reply-later', act: (page) => heading(page, 'Reply later') },
  { name: 'invitations', path: '/invites', act: (page) => heading(page, /./) },
  { name: 'the keys', path: '/keys', act: (page) => heading(page, /./) },
  { name: 'the filters on the mail server', path: '/accounts#filters', act: openFilters },
  {
    name: 'the import of mail files',
    path: '/settings/storage#import',
    act: (page) => heading(page, 'Storage and backup'),
  },
  {
    name: 'an address that leads nowhere',
    path: '/nowhere',
    act: (page) => heading(page, 'Page not found'),
  },
  { name: 'the health check', path: '/diagnostics', act: openDiagnostics },
  { name: 'its bug report', path: '/diagnostics', act: openBugReport },
];

suite('axe finds no fault', { skip }, () => {
  const running = suiteApp();
  let watched: OpenedPage;
  before(async () => {
    watched = await openPage(running.browser, `${running.app.url}/inbox`, { reducedMotion: 'reduce' });
    watched.expectError(/status of 400/);
    await listRows(watched.page).first().waitFor();
  });
  after(() => watched?.close());

  for (const { name, path, isMain, act } of states) {
    test(isMain ? `${name}, light and dark` : name, async () => {
      const { page } = watched;
      await goTo(page, path);
      await act?.(page);
      assert.deepEqual(await (isMain ? axeViolationsInBothThemes(page) : axeViolations(page)), []);
    });
  }

  test('narrow: the list, its mailboxes and a conversation', async () => {
    const { page } = watched;
    await page.setViewportSize({ width: 390, height: 800 });
    await goTo(page, '/inbox');
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Show mailboxes' }).press('Enter');
    await dialog(page);
    assert.deepEqual(await axeViolations(page), []);
    await goTo(page, '/inbox');
    await openFirst(page);
    assert.deepEqual(await axeViolations(page), []);
  });

  test('without an answer: a list that could not be read', async () => {
    const {
      page,
      expectError: expects,
      close,
    } = await openPage(running.browser, `${running.app.url}/snoozed`, { reducedMotion: 'reduce' }, (failing) =>
      failing.route('**/api/v1/mail/snoozed', (route) => route.fulfill({ status: 500, json: failedReply })),
    );
    expects(/status of 500/);
    await page.locator('main').getByRole('alert').first().waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await close();
  });
});

const failedReply = {
  error: 'The store could not be read.',
  code: 'internal',
  retryable: false,
  type: 'about:blank',
  title: 'Internal Server Error',
  status: 500,
  detail: 'The store could not be read.',
  request_id: '5e0a7c1c-6f0e-4a55-9a4f-0d9f1d1f5a10',
};

/** Within the page, as a click on a link does: a reload costs more than the check. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').or(page.getByRole('menu')).first().waitFor({ state: 'detached' });
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`);
  if (/^\/(inbox|search\?q=canary)/.test(path)) await listRows(page).first().waitFor();
}

async function openFirst(page: Page): Promise<void> {
  await listRows(page).first().click();
  await threadSubject(page).waitFor();
  await page.locator('article').first().waitFor();
}

async function openMessageMenu(page: Page): Promise<void> {
  await openFirst(page);
  await page.getByRole('button', { name: 'More actions for this message' }).last().press('Enter');
  await menu(page);
}

async function openHeaders(page: Page): Promise<void> {
  await openMessageMenu(page);
  await page.getByRole('menuitem', { name: 'Show original headers' }).click();
  await page.getByRole('dialog').locator('dt').first().waitFor();
}

async function openMore(page: Page): Promise<void> {
  await openFirst(page);
  await page.getByRole('toolbar').getByRole('button', { name: 'More' }).press('Enter');
  await menu(page);
}

async function selectTwo(page: Page): Promise<void> {
  await listRows(page).first().focus();
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+J');
  await page.getByRole('toolbar').first().waitFor();
}

async function openRowMenu(page: Page): Promise<void> {
  await listRows(page).nth(1).click({ button: 'right' });
  await menu(page);
}

async function openStatus(page: Page): Promise<void> {
  await page.locator('footer button').first().press('Enter');
  await dialog(page);
}

async function openSendOptions(page: Page): Promise<void> {
  await page.keyboard.press('c');
  await page.getByRole('combobox', { name: 'To', exact: true }).waitFor();
  await page.getByRole('button', { name: 'More ways to send' }).press('Enter');
  await menu(page);
}

async function openFilters(page: Page): Promise<void> {
  await page.getByLabel('Send automatic replies').check();
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.locator('summary').filter({ hasText: 'Advanced' }).click();
  await page.getByRole('button', { name: 'Add condition' }).click();
}

async function openDiagnostics(page: Page): Promise<void> {
  await page.getByText('Posthorn checked a sample of your mail.').waitFor();
}

async function openBugReport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Bug report' }).press('Enter');
  await page.getByRole('dialog').getByText('# Posthorn bug report').waitFor();
}
