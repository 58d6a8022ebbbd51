import type { Page } from 'playwright';
import { threadSubject } from '../browser.ts';
import { focused, toast } from '../suite-app.ts';
import type { CountingUser, Task } from './counting-user.ts';

const file = { name: 'meter.txt', mimeType: 'text/plain', buffer: Buffer.from('4711') };

const text = (page: Page) => page.getByRole('textbox', { name: 'Message text' });
const sendButton = (page: Page) => page.getByRole('button', { name: /^Send(Ctrl)?/ }).first();
const sending = (page: Page) => toast(page, /^Sending in/);
const laterMenu = (page: Page) => page.getByRole('dialog', { name: 'Send later' });

/** Writes a reply, whose words are not counted. */
async function writeReply({ page, write }: Pick<CountingUser, 'page' | 'write'>): Promise<void> {
  await text(page).and(focused(page)).waitFor();
  await write('Thank you.');
}

async function replyByMouse(user: CountingUser): Promise<void> {
  await user.open('Boiler');
  await user.click(user.page.getByRole('region', { name: 'Conversation' }).getByRole('button', { name: /^Reply/ }));
  await writeReply(user);
}

async function replyByKey(user: CountingUser): Promise<void> {
  await user.openByKey('Boiler');
  await user.press('r');
  await writeReply(user);
}

/** Adds the file that the user chooses in the dialog of the system. */
async function chooseFile(page: Page, open: () => Promise<unknown>): Promise<void> {
  const [dialog] = await Promise.all([page.waitForEvent('filechooser'), open()]);
  await dialog.setFiles(file);
  await page.getByRole('button', { name: `Remove ${file.name}` }).waitFor();
}

/** Undoes the send, and discards the draft that is open again. */
async function discardReply(page: Page): Promise<void> {
  const undo = sending(page).getByRole('button', { name: 'Undo' });
  if (await undo.isVisible()) await undo.click();
  await text(page).waitFor();
  await discardOpen(page);
}

/** Discards the message that is open for writing, if there is one. By key: the conversation around it may still scroll. */
export async function discardOpen(page: Page): Promise<void> {
  const writing = page.locator('[data-writing]');
  if ((await writing.count()) === 0) return;
  await writing.getByRole('button', { name: 'Discard', exact: true }).press('Enter');
  await writing.waitFor({ state: 'detached' });
}

export const writingTasks: readonly Task[] = [
  {
    name: 'reply with an attachment',
    async mouse(user) {
      const { page, click } = user;
      await replyByMouse(user);
      await chooseFile(page, () => click(page.getByRole('button', { name: 'Attach files' })));
      await click(sendButton(page));
      await sending(page).waitFor();
    },
    async keyboard(user) {
      const { page, press } = user;
      await replyByKey(user);
      await chooseFile(page, () => user.command('att', 'Attach files'));
      await text(page).and(focused(page)).waitFor();
      await press('Control+Enter');
      await sending(page).waitFor();
    },
    undo: discardReply,
  },
  {
    name: 'undo a send',
    async prepare(page) {
      await page.locator('main ul[role=list] a').filter({ hasText: 'Boiler' }).click();
      await threadSubject(page).filter({ hasText: 'Boiler' }).waitFor();
      await page.keyboard.press('r');
      await writeReply({ page, write: (content) => page.keyboard.type(content) });
      await page.keyboard.press('Control+Enter');
      await sending(page).waitFor();
    },
    async mouse({ page, click }) {
      await click(sending(page).getByRole('button', { name: 'Undo' }));
      await text(page).getByText('Thank you.').waitFor();
    },
    async keyboard({ page, press }) {
      await press('z');
      await text(page).getByText('Thank you.').waitFor();
    },
    undo: discardReply,
  },
  {
    name: 'send tomorrow at 8',
    async mouse(user) {
      const { page, click, type } = user;
      await replyByMouse(user);
      await click(page.getByRole('button', { name: 'More ways to send' }));
      await click(page.getByRole('menuitem', { name: 'Send later' }));
      await laterMenu(page).getByRole('combobox').and(focused(page)).waitFor();
      await type('tomorrow 8');
      await click(page.getByRole('option', { name: /08:00/ }));
      await toast(page, /^Scheduled for .*08:00/).waitFor();
    },
    async keyboard(user) {
      const { page, press, type } = user;
      await replyByKey(user);
      await press('Control+Shift+Enter');
      await laterMenu(page).getByRole('combobox').and(focused(page)).waitFor();
      await type('tomorrow 8');
      await press('Enter');
      await toast(page, /^Scheduled for .*08:00/).waitFor();
    },
    async undo(page) {
      await toast(page, /^Scheduled/)
        .getByRole('button', { name: 'Undo' })
        .click();
      await text(page).getByText('Thank you.').waitFor();
      await discardReply(page);
    },
  },
];
