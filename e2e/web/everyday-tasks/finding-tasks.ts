import type { Page } from 'playwright';
import { threadSubject, waitForExpression } from '../browser.ts';
import { focused, toast } from '../suite-app.ts';
import type { CountingUser, Task } from './counting-user.ts';

const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Search all mail' });
const unreadFilter = (page: Page) => page.getByRole('button', { name: 'Remove filter: Unread' });
const viewer = (page: Page) => page.getByRole('dialog').filter({ hasText: 'cover-a-and-b.pdf' });

async function searchByMouse({ page, click, type, press, rows }: CountingUser, words: string): Promise<void> {
  await click(searchBox(page));
  await type(words);
  await press('Enter');
  await page.waitForURL('**/search?**');
  await rows.first().waitFor();
}

const corrected = (page: Page) => page.getByText('Showing results for “catalogue”').waitFor();

/** The browser of the tests has no print dialog: the document that is printed is in a frame for as long as it is shown. */
const countPrintFrames = `
  window.printCount = 0;
  var hasFrame = ({ addedNodes }) => [...addedNodes].some((node) => node.matches?.('[data-printed]'));
  window.printObserver?.disconnect();
  window.printObserver = new MutationObserver((changes) => void (window.printCount += changes.filter(hasFrame).length));
  window.printObserver.observe(document.body, { childList: true });
`;
const untilPrinted = (page: Page) => waitForExpression(page, 'window.printCount === 1');

export const findingTasks: readonly Task[] = [
  {
    name: 'search with a typing error',
    async mouse(user) {
      await searchByMouse(user, 'catalouge');
      await corrected(user.page);
      await user.open('catalogue');
    },
    async keyboard({ page, search, press }) {
      await search('catalouge');
      await corrected(page);
      await press('Enter');
      await threadSubject(page).filter({ hasText: 'catalogue' }).waitFor();
    },
  },
  {
    name: 'save a search',
    async mouse(user) {
      const { page } = user;
      await searchByMouse(user, 'catalogue');
      await user.click(page.getByRole('button', { name: 'Save search' }));
      await page.getByRole('textbox', { name: 'Name' }).and(focused(page)).waitFor();
      await user.press('Enter');
      await toast(page, 'Saved search “catalogue” created').waitFor();
    },
    async keyboard({ page, search, pressUntilFocused, press }) {
      await search('envelopes');
      await pressUntilFocused('Shift+Tab', page.getByRole('button', { name: 'Save search' }));
      await press('Enter');
      await page.getByRole('textbox', { name: 'Name' }).and(focused(page)).waitFor();
      await press('Enter');
      await toast(page, 'Saved search “envelopes” created').waitFor();
    },
  },
  {
    name: 'show unread mail of one account',
    async mouse({ page, click }) {
      await click(page.getByRole('navigation').getByRole('link', { name: /^Demo Work/ }));
      await page.waitForURL('**/inbox?account=*');
      await click(page.getByRole('button', { name: 'Filter', exact: true }));
      await click(page.getByRole('menuitem', { name: 'Unread' }));
      await unreadFilter(page).waitFor();
      await page.waitForURL(/account=/);
    },
    async keyboard({ page, command, pressUntilFocused, press, rows }) {
      await command('work in', 'Go to Demo Work inbox');
      await page.waitForURL('**/inbox?account=*');
      await rows.first().waitFor();
      await pressUntilFocused('Tab', page.getByRole('button', { name: 'Filter', exact: true }));
      await press('Enter');
      await page.getByRole('menuitem', { name: 'Unread' }).and(focused(page)).waitFor();
      await press('Enter');
      await unreadFilter(page).waitFor();
      await page.waitForURL(/account=/);
    },
  },
  {
    name: 'open an attachment',
    async mouse({ page, open, click }) {
      await open('Proofs');
      await click(page.getByRole('button', { name: /^Show cover-a-and-b\.pdf/ }));
      await viewer(page).waitFor();
    },
    async keyboard({ page, openByKey, pressUntilFocused, press }) {
      await openByKey('Proofs');
      await pressUntilFocused('Tab', page.getByRole('button', { name: /^Show cover-a-and-b\.pdf/ }));
      await press('Enter');
      await viewer(page).waitFor();
    },
  },
  {
    name: 'print a conversation',
    prepare: (page) => page.evaluate(countPrintFrames),
    async mouse({ page, open, click }) {
      await open('Boiler');
      await click(page.getByRole('button', { name: 'More actions for this conversation' }));
      await click(page.getByRole('menuitem', { name: /^Print/ }));
      await untilPrinted(page);
    },
    async keyboard({ page, openByKey, press }) {
      await openByKey('Boiler');
      await press('Control+p');
      await untilPrinted(page);
    },
  },
];
