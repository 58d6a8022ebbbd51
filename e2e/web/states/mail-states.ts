import type { Page } from 'playwright';
import { listRows, threadSubject, waitForExpression } from '../browser.ts';
import { focused, toast } from '../suite-app.ts';
import { closeComposers, untilLoaded, type PageState } from './state.ts';

const dialog = (page: Page) => page.getByRole('dialog').first();
const menu = (page: Page) => page.getByRole('menuitem').first();
const text = (page: Page) => page.getByRole('textbox', { name: 'Message text' });
const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Search all mail' });

/** Opens a conversation, which may be below the rows that are shown. */
const opening = (subject: string) => async (page: Page) => {
  await listRows(page).first().waitFor();
  const row = listRows(page).filter({ hasText: subject }).first();
  await listRows(page).first().hover();
  while ((await row.count()) === 0) {
    const before = await listRows(page).last().innerText();
    await page.mouse.wheel(0, 400);
    await waitForExpression(
      page,
      `[...document.querySelectorAll('main ul[role=list] a')].at(-1)?.innerText !== ${JSON.stringify(before)}`,
    );
  }
  await row.click();
  await threadSubject(page).filter({ hasText: subject }).waitFor();
  await page.locator('article').first().waitFor();
  await untilLoaded(page);
};

const openSecond = async (page: Page) => {
  await listRows(page).nth(1).click();
  await threadSubject(page).waitFor();
  await page.locator('article').first().waitFor();
  await untilLoaded(page);
};

/** Opens the second conversation and presses a key there. */
const pressingInConversation = (key: string, until: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await openSecond(page);
  await page.keyboard.press(key);
  await until(page);
};

async function selectThree(page: Page): Promise<void> {
  await listRows(page).nth(1).waitFor();
  await listRows(page).first().focus();
  for (const key of ['x', 'J', 'J']) await page.keyboard.press(key);
  await page.getByRole('status').filter({ hasText: '3 conversations' }).waitFor();
}

/** Conversations open over the list, which then has the whole width. */
async function widenList(page: Page): Promise<void> {
  await listRows(page).first().waitFor();
  if ((page.viewportSize()?.width ?? 0) < 760) return;
  await page.keyboard.press('\\');
  await waitForExpression(page, "document.querySelector('main ul[role=list]').clientWidth > innerWidth / 2");
}

async function openMessageMenu(page: Page): Promise<void> {
  await openSecond(page);
  await page.getByRole('button', { name: 'More actions for this message' }).last().press('Enter');
  await menu(page).waitFor();
}

async function openComposer(page: Page): Promise<void> {
  await listRows(page).first().waitFor();
  await page.keyboard.press('c');
  await page.getByRole('combobox', { name: 'To', exact: true }).waitFor();
}

async function writeReply(page: Page): Promise<void> {
  await opening('Quiet hour')(page);
  await page.keyboard.press('r');
  await text(page).and(focused(page)).waitFor();
  await page.keyboard.type('Hello, the ticket desk can count to ten.');
}

async function discard(page: Page): Promise<void> {
  await page.locator('[data-writing]').getByRole('button', { name: 'Discard', exact: true }).click();
  await text(page).waitFor({ state: 'detached' });
}

async function typeSearch(page: Page, words: string): Promise<void> {
  await listRows(page).first().waitFor();
  await page.keyboard.press('/');
  await searchBox(page).and(focused(page)).waitFor();
  await page.keyboard.type(words);
}

const reading: readonly PageState[] = [
  { name: 'conversation', path: '/inbox', act: openSecond },
  { name: 'conversation-attachments', path: '/inbox', act: opening('Proofs for the spring catalogue') },
  { name: 'conversation-formatted', path: '/inbox', act: opening('Your visit on Saturday') },
  { name: 'conversation-newsletter', path: '/search?q=village', act: opening('What a village post office knew') },
  { name: 'conversation-invitation', path: '/inbox', act: opening('Supper on Friday') },
  {
    name: 'conversation-full-width',
    path: '/inbox',
    act: pressingInConversation('\\', untilLoaded),
    undo: (page) => page.keyboard.press('\\'),
  },
  { name: 'message-menu', path: '/inbox', act: openMessageMenu },
  {
    name: 'message-headers',
    path: '/inbox',
    async act(page) {
      await openMessageMenu(page);
      await page.getByRole('menuitem', { name: 'Show original headers' }).click();
      await page.getByRole('dialog').locator('dt').first().waitFor();
    },
  },
  {
    name: 'conversation-menu',
    path: '/inbox',
    async act(page) {
      await openSecond(page);
      await page.getByRole('button', { name: 'More actions for this conversation' }).press('Enter');
      await menu(page).waitFor();
    },
  },
  {
    name: 'sender-check',
    path: '/inbox',
    async act(page) {
      await openSecond(page);
      await page
        .getByRole('button', { name: /^(Known sender|Verified|Unverified)$/ })
        .first()
        .click();
      await dialog(page).waitFor();
    },
  },
  {
    name: 'unsubscribe-question',
    path: '/search?q=village',
    async act(page) {
      await opening('What a village post office knew')(page);
      await page
        .getByRole('button', { name: /^Unsubscribe from/ })
        .first()
        .click();
      await page.getByRole('dialog', { name: /^Unsubscribe from/ }).waitFor();
    },
  },
  {
    name: 'find-in-conversation',
    path: '/inbox',
    async act(page) {
      await openSecond(page);
      await page.keyboard.press('Control+f');
      await page.getByRole('search', { name: 'Find in this conversation' }).waitFor();
      await page.keyboard.type('the');
    },
  },
];

const acting: readonly PageState[] = [
  { name: 'list-wide', path: '/inbox', act: widenList, undo: (page) => page.keyboard.press('\\') },
  {
    name: 'selection-wide',
    path: '/inbox',
    async act(page) {
      await widenList(page);
      await selectThree(page);
    },
    async undo(page) {
      await page.keyboard.press('Escape');
      await page.keyboard.press('\\');
    },
  },
  { name: 'selection', path: '/inbox', act: selectThree },
  {
    name: 'selection-of-all',
    path: '/inbox',
    async act(page) {
      await selectThree(page);
      await page.getByRole('button', { name: /^Select all/ }).click();
      await page
        .getByRole('status')
        .filter({ hasText: /^All .* selected$/ })
        .first()
        .waitFor();
    },
  },
  {
    name: 'row-menu',
    path: '/inbox',
    async act(page) {
      await listRows(page).nth(2).click({ button: 'right' });
      await menu(page).waitFor();
    },
  },
  {
    name: 'filter-menu',
    path: '/inbox',
    async act(page) {
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await menu(page).waitFor();
    },
  },
  {
    name: 'filter-unread',
    path: '/inbox',
    async act(page) {
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Unread' }).click();
      await page.getByRole('button', { name: 'Remove filter: Unread' }).waitFor();
    },
  },
  { name: 'snooze-menu', path: '/inbox', act: pressingInConversation('b', (page) => dialog(page).waitFor()) },
  { name: 'label-menu', path: '/inbox', act: pressingInConversation('l', (page) => dialog(page).waitFor()) },
  { name: 'move-menu', path: '/inbox', act: pressingInConversation('v', (page) => dialog(page).waitFor()) },
  {
    name: 'toast-with-undo',
    path: '/inbox',
    async act(page) {
      await opening('Quiet hour')(page);
      await page.keyboard.press('e');
      await toast(page, /^Archived/).waitFor();
    },
    async undo(page) {
      await page.keyboard.press('z');
      await toast(page, /undone/i)
        .first()
        .waitFor();
    },
  },
];

const writing: readonly PageState[] = [
  { name: 'writing', path: '/inbox', act: openComposer, undo: closeComposers },
  {
    name: 'ways-to-send',
    path: '/inbox',
    async act(page) {
      await openComposer(page);
      await page.getByRole('button', { name: 'More ways to send' }).press('Enter');
      await menu(page).waitFor();
    },
    async undo(page) {
      await page.keyboard.press('Escape');
      await closeComposers(page);
    },
  },
  {
    name: 'before-sending',
    path: '/inbox',
    async act(page) {
      await openComposer(page);
      await text(page).click();
      await page.keyboard.type('The file is attached.');
      await page.keyboard.press('Control+Enter');
      await page.getByText('Add at least one recipient.').waitFor();
    },
    undo: discard,
  },
  { name: 'inline-reply', path: '/inbox', act: writeReply, undo: discard },
  {
    name: 'send-later',
    path: '/inbox',
    async act(page) {
      await writeReply(page);
      await page.keyboard.press('Control+Shift+Enter');
      await page.getByRole('dialog', { name: 'Send later' }).getByRole('option', { name: 'Tomorrow' }).waitFor();
    },
    async undo(page) {
      await page.keyboard.press('Escape');
      await discard(page);
    },
  },
];

const searching: readonly PageState[] = [
  { name: 'search', path: '/search?q=invoice', act: (page) => listRows(page).first().waitFor() },
  {
    name: 'search-suggestions',
    path: '/inbox',
    async act(page) {
      await typeSearch(page, 'mar');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'search-chips',
    path: '/search?q=from:mar%20is:unread%20date:this-month',
    act: (page) =>
      page
        .getByRole('button', { name: /^Remove filter/ })
        .first()
        .waitFor(),
  },
  {
    name: 'search-dates',
    path: '/search?q=invoice',
    async act(page) {
      await page.getByRole('button', { name: /^(Any time|Date)/ }).click();
      await dialog(page).waitFor();
    },
  },
  {
    name: 'search-typing-error',
    path: '/search?q=catalouge',
    act: (page) => page.getByText('Showing results for “catalogue”').waitFor(),
  },
  {
    name: 'search-nothing',
    path: '/search?q=xylophone%20zeppelin',
    act: (page) => page.getByText('No results').waitFor(),
  },
  {
    name: 'search-mistake',
    path: '/search?q=is:unraed',
    act: (page) => page.locator('main').getByRole('alert').first().waitFor(),
    refusedWith: 400,
  },
  {
    name: 'search-save',
    path: '/search?q=catalogue',
    async act(page) {
      await page.getByRole('button', { name: 'Save search' }).click();
      await page.getByRole('textbox', { name: 'Name' }).waitFor();
    },
  },
];

/** States of the pages that show mail, in the demo. */
export const mailStates: readonly PageState[] = [...reading, ...acting, ...writing, ...searching];
