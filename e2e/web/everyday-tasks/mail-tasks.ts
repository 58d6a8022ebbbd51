import type { Locator, Page } from 'playwright';
import { threadSubject } from '../browser.ts';
import { focused, toast } from '../suite-app.ts';
import type { CountingUser, Task } from './counting-user.ts';

const lines = (page: Page) => page.locator('main ul[role=list] li').filter({ has: page.getByRole('checkbox') });
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });
const house = (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'House' });
const menuField = (page: Page) => page.getByRole('dialog').getByRole('combobox').and(focused(page));
const unsubscribing = (page: Page) => page.getByRole('dialog', { name: /^Unsubscribe from/ });

const untilAccepted = (page: Page) => page.getByRole('button', { name: 'Accept', pressed: true }).waitFor();

/** Presses the key for Undo and waits for the toast. */
async function undo(page: Page): Promise<void> {
  await page.keyboard.press('z');
  await toast(page, /undone/i)
    .first()
    .waitFor();
}

async function untilSelected(page: Page, count: number): Promise<void> {
  const status = page.getByRole('status').filter({ hasText: 'selected' });
  await status.filter({ hasText: `${count} conversations` }).waitFor();
}

async function untilUnread(row: Locator): Promise<void> {
  await row.getByText('Unread', { exact: true }).waitFor({ state: 'attached' });
}

/** Checks the boxes of some rows; the second click of a range is with Shift. */
async function check({ page, click }: CountingUser, position: number): Promise<void> {
  const line = lines(page).nth(position);
  await line.hover();
  await click(line.getByRole('checkbox'));
}

/** Opens a newsletter, which may be below the visible rows, and its question about unsubscribing. */
async function askToUnsubscribe({ page, row, click }: CountingUser, about: string): Promise<void> {
  await lines(page).first().hover();
  while ((await row(about).count()) === 0) await page.mouse.wheel(0, 300);
  await click(row(about));
  await threadSubject(page).filter({ hasText: about }).waitFor();
  await click(page.getByRole('button', { name: /^Unsubscribe from/ }));
}

const selecting: readonly Task[] = [
  {
    name: 'mark mail as unread',
    async prepare(page) {
      const row = page.locator('main ul[role=list] a').filter({ hasText: 'Quiet hour' });
      await row.focus();
      await page.keyboard.press('Shift+I');
      await row.getByText('Unread', { exact: true }).waitFor({ state: 'detached' });
      await page.reload();
      await row.waitFor();
    },
    async mouse({ page, row, click }) {
      const line = lines(page).filter({ hasText: 'Quiet hour' });
      await line.hover();
      await click(line.getByRole('button', { name: 'Mark as unread' }));
      await untilUnread(row('Quiet hour'));
    },
    async keyboard({ row, goTo, press }) {
      await goTo('Quiet hour');
      await press('Shift+U');
      await untilUnread(row('Quiet hour'));
    },
  },
  {
    name: 'select a range',
    async mouse(user) {
      await check(user, 1);
      user.steps.keys++;
      await user.page.keyboard.down('Shift');
      await check(user, 5);
      await user.page.keyboard.up('Shift');
      await untilSelected(user.page, 5);
    },
    async keyboard({ page, press }) {
      await press('j', 'x', 'Shift+J', 'Shift+J', 'Shift+J', 'Shift+J');
      await untilSelected(page, 5);
    },
  },
];

const labelling: readonly Task[] = [
  {
    name: 'label three conversations',
    async mouse(user) {
      const { page, click } = user;
      for (const position of [1, 2, 3]) await check(user, position);
      await click(page.getByRole('toolbar').getByRole('button', { name: 'Label' }));
      await click(option(page, 'Taxes 2026'));
      await toast(page, 'Added “Taxes 2026” to 3 conversations').waitFor();
    },
    async keyboard({ page, press, type }) {
      await press('j', 'x', 'Shift+J', 'Shift+J', 'l');
      await menuField(page).waitFor();
      await type('tax');
      await press('Enter');
      await toast(page, 'Added “Taxes 2026” to 3 conversations').waitFor();
    },
    undo,
  },
  {
    name: 'drag mail to a label',
    async mouse({ page, rows, drag }) {
      await drag(rows.nth(2), house(page));
      await lines(page).nth(2).getByTitle('House').waitFor();
    },
    async keyboard({ page, press, type }) {
      await press('j', 'j', 'l');
      await menuField(page).waitFor();
      await type('hou');
      await press('Enter');
      await lines(page).nth(1).getByTitle('House').waitFor();
    },
  },
];

const clearing: readonly Task[] = [
  {
    name: 'snooze until Monday',
    async mouse({ page, click }) {
      const line = lines(page).filter({ hasText: 'Boiler' });
      await line.hover();
      await click(line.getByRole('button', { name: 'Snooze' }));
      await click(option(page, /Monday/));
      await toast(page, /^Snoozed .*Monday/).waitFor();
    },
    async keyboard({ page, goTo, press, type }) {
      await goTo('Boiler');
      await press('b');
      await menuField(page).waitFor();
      await type('mon');
      await press('Enter');
      await toast(page, /^Snoozed .*Monday/).waitFor();
    },
    undo,
  },
  {
    name: 'archive the newsletters of a sender',
    async mouse(user) {
      await askToUnsubscribe(user, 'To Ghent, asleep');
      await user.click(unsubscribing(user.page).getByRole('button', { name: /^Unsubscribe and archive/ }));
      await toast(user.page, 'Unsubscribed from Night Trains Weekly').waitFor();
    },
    async keyboard({ page, search, press }) {
      await search('from:slow');
      await press('*', 'a', 'e');
      await toast(page, /^Archived 3 conversations/).waitFor();
      await undo(page);
    },
  },
  {
    name: 'unsubscribe',
    async mouse(user) {
      await askToUnsubscribe(user, 'Opening hours as hospitality');
      await user.click(unsubscribing(user.page).getByRole('button', { name: 'Unsubscribe', exact: true }));
      await toast(user.page, /^Unsubscribed from/).waitFor();
    },
    async keyboard({ page, search, command, press }) {
      await search('village post');
      await press('Enter');
      await threadSubject(page).waitFor();
      await command('unsub', /^Unsubscribe/);
      await unsubscribing(page).waitFor();
      await press('Enter');
      await toast(page, /^Unsubscribed from/).waitFor();
    },
  },
  {
    name: 'block a sender',
    async mouse({ page, open, click }) {
      await open('Out for delivery');
      await click(page.getByRole('button', { name: 'More actions for this message' }));
      await click(page.getByRole('menuitem', { name: /^Block / }));
      await click(page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }));
      await toast(page, /^Blocked /).waitFor();
    },
    async keyboard({ page, goTo, press }) {
      await goTo('Card payment of 36.40');
      await press('Shift+B');
      await page.getByRole('dialog', { name: /^Block / }).waitFor();
      await press('Enter');
      await toast(page, /^Blocked /).waitFor();
    },
  },
];

const invitations: readonly Task[] = [
  {
    name: 'accept an invitation',
    async mouse({ page, click }) {
      await click(page.getByRole('navigation').getByRole('link', { name: /^Invitations/ }));
      await click(page.getByRole('link', { name: /Supper on Friday.*Not answered yet/ }));
      await click(page.getByRole('button', { name: 'Accept', exact: true }));
      await untilAccepted(page);
    },
    async keyboard({ page, command, press }) {
      await command('go to inv', 'Go to Invitations');
      const first = page
        .getByRole('main')
        .getByRole('link', { name: /Invitation from/ })
        .first();
      await first.waitFor();
      await press('j');
      await first.and(focused(page)).waitFor();
      await press('Enter');
      await page.getByRole('button', { name: 'Accept', exact: true }).waitFor();
      await command('acc', 'Accept the invitation');
      await untilAccepted(page);
    },
  },
];

export const mailTasks: readonly Task[] = [...selecting, ...labelling, ...clearing, ...invitations];
