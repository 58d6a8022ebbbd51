import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import type { Page } from 'playwright';
import { axeViolationsInBothThemes } from '../axe.ts';
import { listRows, skip, threadSubject, pressChord } from '../browser.ts';
import { createCountingUser } from '../everyday-tasks/counting-user.ts';
import { assertWithinLimits } from '../everyday-tasks/step-limits.ts';
import { keepsToasts, focused, suiteFakeApp, toast } from '../suite-app.ts';
import { morningMail, questions, request } from './morning-mail.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const item = (page: Page, text: string) => page.locator('[data-item]').filter({ hasText: text });
const entry = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Mailboxes' }).getByRole('link', { name });

suite('Now and the modes', { skip, concurrency: 1 }, () => {
  const fake = suiteFakeApp({ config: keepsToasts });
  before(async () => {
    for (const question of questions) fake.app.control.deliver(question);
    await fake.app.daemon.resync();
  });

  /** New mail, as it is in the morning. */
  async function deliverMorning(day: string): Promise<void> {
    for (const message of morningMail(day)) fake.app.control.deliver(message);
    await fake.app.daemon.resync();
  }

  test('Now is the start page; it is empty after the first sync, and fills with new mail without a reload', async () => {
    const { page, pageErrors, close } = await fake.open('/');
    await page.waitForURL('**/now');
    await page.getByText('Nothing needs you now').waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await page.getByRole('button', { name: 'Got it' }).click();
    await page.getByRole('complementary', { name: 'About Now' }).waitFor({ state: 'detached' });
    await deliverMorning('monday');
    await item(page, 'Marta Nowak').getByText('Marta Nowak wrote last, and you haven’t replied.').waitFor();
    await entry(page, /^Now , \d items? needs? you$/).waitFor();
    await page.emulateMedia({ colorScheme: 'light' });
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    assert.deepEqual(pageErrors, []);
    await close();
  });

  test('the keys lead to every mode, whose guide shows the introduction again', async () => {
    const { page, pageErrors, close } = await fake.open('/now');
    await item(page, 'Marta Nowak').waitFor();
    const places = [
      ['m', '/messages', 'Messages'],
      ['x', '/todo', 'To do'],
      ['u', '/updates', 'Updates'],
      ['r', '/reading', 'Reading'],
      ['e', '/archive', 'Archive'],
      ['i', '/inbox', 'Inbox'],
      ['h', '/now', /waiting/],
    ] as const;
    for (const [key, path, name] of places) {
      await pressChord(page, 'g', key);
      await page.waitForURL(`**${path}`);
      await heading(page, name).waitFor();
    }
    await page.getByRole('button', { name: 'About Now' }).click();
    await page.getByRole('button', { name: 'Show the introduction again' }).click();
    await page.getByRole('complementary', { name: 'About Now' }).waitFor();
    assert.deepEqual(pageErrors, []);
    await close();
  });

  test('updates are grouped by sender, and everything from one is done and undone at once', async () => {
    const { page, pageErrors, close } = await fake.open('/updates');
    const bakery = listRows(page).filter({ hasText: 'Bakery' });
    await bakery.nth(1).waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await page.getByRole('button', { name: 'Mark everything from Bakery as done' }).click();
    await bakery.first().waitFor({ state: 'detached' });
    await toast(page, /2 conversations/)
      .getByRole('button', { name: 'Undo' })
      .click();
    await bakery.nth(1).waitFor();
    assert.deepEqual(pageErrors, []);
    await close();
  });

  test('in Messages, Done takes the place of Archive; the menu says why a conversation is here', async () => {
    const { page, pageErrors, close } = await fake.open('/messages');
    await listRows(page).filter({ hasText: 'Prices for the boiler' }).click();
    await threadSubject(page).filter({ hasText: 'the boiler' }).waitFor();
    await page.getByRole('toolbar').getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Why is this here?' }).click();
    const dialog = page.getByRole('dialog', { name: 'Why is this here?' });
    await dialog.getByText('Jonas Weber wrote last, and you haven’t replied.').waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('toolbar').getByRole('button', { name: 'Done' }).click();
    await toast(page, /^Done/).getByRole('button', { name: 'Undo' }).click();
    await threadSubject(page).filter({ hasText: 'the boiler' }).waitFor();
    assert.deepEqual(pageErrors, []);
    await close();
  });

  test('a conversation of Now opens over it, and closing returns to its item', async () => {
    const { page, pageErrors, close } = await fake.open('/now', { viewport: { width: 390, height: 844 } });
    await item(page, 'Marta Nowak').getByRole('link').click();
    await threadSubject(page).filter({ hasText: 'page twelve' }).waitFor();
    await page.getByRole('button', { name: 'Back' }).first().click();
    await item(page, 'Marta Nowak').getByRole('link').and(focused(page)).waitFor();
    await page
      .getByRole('navigation', { name: 'Places' })
      .getByRole('link', { name: /^Messages/ })
      .click();
    await heading(page, 'Messages').waitFor();
    assert.deepEqual(pageErrors, []);
    await close();
  });

  test('clear the morning, by mouse and by keyboard', async () => {
    for (const way of ['mouse', 'keyboard'] as const) {
      const { page, pageErrors, close } = await fake.open('/inbox');
      await listRows(page).first().waitFor();
      const user = createCountingUser(page);
      if (way === 'mouse') await clearByMouse(user);
      else await clearByKeyboard(user);
      await page.getByText('Nothing needs you now').waitFor();
      assertWithinLimits('clear the morning', way, user.steps);
      assert.deepEqual(pageErrors, []);
      await close();
      await deliverMorning('tuesday');
    }
  });

  test('a to-do is ticked, dismissed and postponed on the page, and each is undone', async () => {
    fake.app.control.deliver(request.question);
    await fake.app.daemon.resync();
    fake.app.control.deliver(request.answer);
    await fake.app.daemon.resync();
    const { page, pageErrors, close } = await fake.open('/todo');
    const todo = item(page, 'Could you send me the address by Thursday?');
    await todo.getByText('Odile Brandt asked you.').waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await todo.getByRole('checkbox').click();
    await todo.waitFor({ state: 'detached' });
    await toast(page, /^Ticked off/)
      .getByRole('button', { name: 'Undo' })
      .click();
    await todo.getByRole('link').focus();
    await page.keyboard.press('#');
    await todo.waitFor({ state: 'detached' });
    await toast(page, /^Dismissed/).waitFor();
    await page.keyboard.press('z');
    await todo.getByRole('link').focus();
    await page.keyboard.press('b');
    await page.getByRole('option', { name: 'Tomorrow' }).click();
    await todo.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '1 postponed' }).click();
    await todo.waitFor();
    await toast(page, /^Postponed/)
      .getByRole('button', { name: 'Undo' })
      .click();
    await page.getByRole('button', { name: '1 postponed' }).waitFor({ state: 'detached' });
    await todo.waitFor();
    await page.getByRole('button', { name: 'Find to-dos in earlier mail' }).click();
    await toast(page, /new to-dos? found/).waitFor();
    await page.getByRole('button', { name: 'Find to-dos in earlier mail' }).waitFor();
    assert.deepEqual(pageErrors, []);
    await close();
  });

  test('a setting makes the inbox the start page', async () => {
    await fake.app.daemon.ask('settings.change', { key: 'ui.start_page', value: 'inbox' });
    const { page, pageErrors, close } = await fake.open('/', { isFresh: true });
    await page.waitForURL('**/inbox');
    await listRows(page).first().waitFor();
    assert.deepEqual(pageErrors, []);
    await close();
  });
});

type User = ReturnType<typeof createCountingUser>;

/** The items of Now that are there. */
const marks = (page: Page) => page.locator('[data-item] [data-act=done]');

async function clearByMouse({ page, click }: User): Promise<void> {
  await click(entry(page, /^Now/));
  await item(page, 'Marta Nowak').waitFor();
  for (let left = await marks(page).count(); left > 0; left -= 1) {
    await click(marks(page));
    await marks(page)
      .nth(left - 1)
      .waitFor({ state: 'detached' });
  }
}

async function clearByKeyboard({ page, press }: User): Promise<void> {
  await press('g', 'h');
  await item(page, 'Marta Nowak').waitFor();
  await press('j');
  for (let left = await marks(page).count(); left > 0; left -= 1) {
    await page.locator('[data-item] :focus').waitFor();
    await press('e');
    await marks(page)
      .nth(left - 1)
      .waitFor({ state: 'detached' });
  }
}
