import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright';
import { axeViolations } from '../axe.ts';
import { openPage, listRows, skip, threadSubject, untilAsserted } from '../browser.ts';
import { startFakeApp } from '../fake-app.ts';
import { holdRequests } from '../held-requests.ts';
import { keepsToasts, suiteApp } from '../suite-app.ts';

const toast = (page: Page, text: string | RegExp) => page.locator('[role=region] li').filter({ hasText: text });
const navigationLink = (page: Page, name: string | RegExp) => page.getByRole('navigation').getByRole('link', { name });
/** An element while a dialog is open, which hides it from screen readers. */
const hiddenNavigationLink = (page: Page, name: string) => page.locator('nav a').filter({ hasText: name });
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });
const chips = (page: Page, name: string) => listRows(page).getByTitle(name, { exact: true });

/** Opens the conversation at a position of the list and returns its subject. */
async function openAt(page: Page, at: number): Promise<string> {
  await listRows(page).nth(at).click();
  await untilLoaded(page);
  return threadSubject(page).innerText();
}

async function untilLoaded(page: Page): Promise<void> {
  await threadSubject(page).waitFor();
  await page.getByRole('toolbar').getByRole('button', { name: 'Snooze' }).and(page.locator(':enabled')).waitFor();
}

suite('menus for times and labels', { skip }, () => {
  const running = suiteApp({ isAlone: true, config: keepsToasts });
  const inbox = (options = {}) => openPage(running.browser, `${running.app.url}/inbox`, options);

  test('a time is typed in words, shown as it is parsed, and refused if it has passed', async () => {
    const { page, pageErrors: troubles, close } = await inbox({ locale: 'de-DE' });
    const chosen = await openAt(page, 2);
    await page.keyboard.press('b');
    const menu = page.getByRole('dialog', { name: 'Snooze until' });
    await option(page, 'Tomorrow').waitFor();
    const field = menu.getByRole('combobox');
    await field.fill('1 march 2020');
    await menu.getByText('Sunday, 1 March 2020, 09:00 is in the past.').waitFor();
    await field.fill('whenever it suits');
    await menu.getByText('Not sure when you mean.').waitFor();
    await field.fill('übermorgen 8 uhr');
    await option(page, /, 08:00$/).waitFor();
    await field.fill('4 december 2028 2:30pm');
    await option(page, 'Monday, 4 December 2028, 14:30').waitFor();
    await page.keyboard.press('Enter');
    await toast(page, 'until Monday, 4 December 2028, 14:30').waitFor();
    await navigationLink(page, /^Snoozed/).click();
    const entry = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: chosen.replace(/^Re: /, '') });
    await entry.getByTitle('Returns Monday, 4 December 2028, 14:30').waitFor();
    await entry.getByRole('button', { name: /^Change time/ }).click();
    await menu.getByRole('button', { name: 'Pick a date and time' }).click();
    await menu.getByLabel('Date and time').fill('2028-12-05T10:00');
    await menu.getByRole('button', { name: 'Set time' }).click();
    await entry.getByTitle('Returns Tuesday, 5 December 2028, 10:00').waitFor();
    await entry.getByRole('button', { name: /^Unsnooze/ }).click();
    await page.getByText('Nothing snoozed').waitFor();
    await navigationLink(page, /^Inbox/).click();
    await listRows(page)
      .first()
      .filter({ hasText: chosen.replace(/^Re: /, '') })
      .waitFor();
    assert.deepEqual(troubles, []);
    await close();
  });

  test('labels are ticked by keyboard: Space collects several, Escape discards them, Enter changes one', async () => {
    const { page, pageErrors: troubles, close } = await inbox();
    await listRows(page).filter({ hasText: 'Proofs for the spring catalogue' }).click();
    await untilLoaded(page);
    await page.keyboard.press('l');
    await option(page, 'House').waitFor();
    await page.keyboard.press('Space');
    await page.getByRole('option', { name: 'Garden club', checked: true }).waitFor();
    await page.keyboard.press('Escape');
    // A key that is pressed while the menu closes belongs to the menu.
    await option(page, 'House').waitFor({ state: 'detached' });
    assert.equal(await toast(page, 'Garden club').count(), 0);
    await page.keyboard.press('l');
    await page.getByRole('option', { name: 'Garden club', checked: false }).waitFor();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.getByRole('main').getByRole('heading', { level: 1 }).first().click();
    await toast(page, 'Added “Garden club” and “House” to 1 conversation').waitFor();
    await chips(page, 'House').first().waitFor();
    await page.keyboard.press('l');
    await page.getByRole('combobox', { name: 'Label as' }).fill('hou');
    await page.getByRole('option', { name: 'House', checked: true }).waitFor();
    await page.keyboard.press('Enter');
    await toast(page, /House/)
      .filter({ hasText: /removed/i })
      .waitFor();
    await page.keyboard.press('l');
    await page.keyboard.type('Spring fair');
    await option(page, 'Create label “Spring fair”').waitFor();
    await page.keyboard.press('Enter');
    await toast(page, 'Added “Spring fair” to 1 conversation').waitFor();
    await navigationLink(page, 'Spring fair').waitFor();
    assert.deepEqual(troubles, []);
    await close();
  });

  test('labels are created below others, renamed in place, coloured, and deleted after a text about the fate of their mail', async () => {
    const { page, pageErrors: troubles, close } = await inbox();
    await page.getByRole('button', { name: 'Edit labels' }).click();
    const editor = page.getByRole('dialog', { name: 'Edit labels' });
    await editor.getByRole('textbox', { name: 'New label' }).fill('Taxes 2026/Receipts');
    await page.keyboard.press('Enter');
    await hiddenNavigationLink(page, 'Receipts').waitFor();
    await editor.getByRole('button', { name: 'Rename Receipts' }).click();
    const name = editor.getByRole('textbox', { name: 'New name for Receipts' });
    await name.fill('Never mind');
    await page.keyboard.press('Escape');
    await editor.locator('button[data-act=rename]:focus').waitFor();
    await page.keyboard.press('Enter');
    // The list of mail answers when the colours are open already.
    const { promise: coloursAreOpen, resolve: answerList } = Promise.withResolvers<void>();
    await page.route('**/api/v1/mail/mailbox*', async (route) => {
      await coloursAreOpen;
      await route.fallback();
    });
    await name.fill('Invoices paid');
    await page.keyboard.press('Enter');
    await toast(page, 'Renamed Receipts to Invoices paid').waitFor();
    // The list of labels is drawn again with the new name.
    await hiddenNavigationLink(page, 'Invoices paid').waitFor();
    await editor.getByRole('button', { name: 'Colour of Invoices paid' }).click();
    await page.getByRole('button', { name: 'Plum' }).waitFor();
    answerList();
    await editor.getByRole('button', { name: 'Rename Invoices paid' }).waitFor();
    await page.getByRole('button', { name: 'Plum' }).click();
    await hiddenNavigationLink(page, 'Invoices paid').locator('span[style*="#a36e9a"]').waitFor();
    await editor.getByRole('button', { name: 'Delete Invoices paid' }).click();
    await editor.getByText('Invoices paid is empty.').waitFor();
    await editor.getByRole('button', { name: 'Cancel' }).click();
    await editor.getByRole('button', { name: 'Delete House' }).click();
    await editor.getByText(/^\d+ messages lose the label House.*No mail is deleted\.$/).waitFor();
    await editor.getByRole('button', { name: 'Delete House' }).last().click();
    await hiddenNavigationLink(page, 'House').waitFor({ state: 'detached' });
    await toast(page, 'Label House deleted').locator('button', { hasText: 'Undo' }).click();
    await hiddenNavigationLink(page, 'House').waitFor();
    assert.deepEqual(troubles, []);
    await close();
  });

  test('nothing moves in the sidebar while answers arrive, and a menu that is opened early stays open', async () => {
    const [lists, others] = [holdRequests(), holdRequests()];
    const first = new Set(['auth/local-token', 'mail/mailbox', 'client/shell']);
    const below = new Set(['mail/labels', 'platform/accounts', 'platform/saved-searches']);
    const opening = await openPage(running.browser, `${running.app.url}/inbox`, {}, (page) =>
      page.route('**/api/v1/**', async (route) => {
        const path = new URL(route.request().url()).pathname.slice('/api/v1/'.length);
        if (first.has(path)) return route.continue();
        return (below.has(path) ? lists : others).hold(route);
      }),
    );
    const { page, pageErrors: troubles, close } = opening;
    const topOf = async (name: string | RegExp) => (await navigationLink(page, name).boundingBox())?.y;
    await lists.asked;
    await navigationLink(page, 'Messages').waitFor();
    const messages = await topOf('Messages');
    assert.equal(await navigationLink(page, /^Invoices(?! paid)/).count(), 0, 'the accounts would move it');
    lists.goOn();
    await navigationLink(page, /^Invoices(?! paid)/).focus();
    const label = await topOf(/^Invoices(?! paid)/);
    await page.keyboard.press('Shift+F10');
    const focused = page.getByRole('menu', { name: 'Invoices' }).locator('[role=menuitem]:focus');
    await focused.waitFor();
    others.goOn();
    await page.getByText(/^Synced/).waitFor();
    // A menu that closes by itself is closed before the next key.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused.count(), 1);
    assert.deepEqual([await topOf('Messages'), await topOf(/^Invoices(?! paid)/)], [messages, label]);
    assert.deepEqual(troubles, []);
    await close();
  });

  test('a label has its menu in the sidebar, also by keyboard', async () => {
    const { page, pageErrors: troubles, close } = await inbox();
    await navigationLink(page, /^Invoices(?! paid)/).focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Mark all as read' }).click();
    await toast(page, 'as read').waitFor();
    await navigationLink(page, /^Invoices$/).waitFor();
    await navigationLink(page, /^Invoices$/).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: 'New name for Invoices' }).and(page.locator(':focus')).waitFor();
    assert.deepEqual(troubles, []);
    await close();
  });

  test('rows dragged over a mailbox show the target, and move there', async () => {
    const { page, pageErrors: troubles, close } = await inbox();
    const shown = await listRows(page).first().getAttribute('href');
    await listRows(page).first().hover();
    await page.mouse.down();
    await navigationLink(page, /^Inbox/)
      .first()
      .hover();
    await navigationLink(page, /^Archive/).hover();
    await page.locator('nav a[href="/archive"][data-over]').waitFor();
    await untilAsserted(async () => assert.equal(await page.locator('nav a[data-over]').count(), 1));
    await navigationLink(page, /^Sent/).hover();
    await untilAsserted(async () =>
      assert.equal(await page.locator('nav a[data-over]').count(), 0, 'nothing can be dropped on sent mail'),
    );
    await navigationLink(page, /^Archive/).hover();
    await page.mouse.up();
    await toast(page, 'Archived 1 conversation').waitFor();
    await page.locator(`main a[href="${shown}"]`).waitFor({ state: 'detached' });
    assert.deepEqual(troubles, []);
    await close();
  });

  test('mail to be answered later waits in a list until it is done', async () => {
    const { page, pageErrors: troubles, close } = await inbox();
    await openAt(page, 1);
    await page.getByRole('toolbar').getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Reply later' }).click();
    await navigationLink(page, 'Reply later , 1 message').click();
    await page.getByRole('button', { name: /^Done: / }).click();
    await page.getByText('No replies to write').waitFor();
    await toast(page, 'Removed from Reply later').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: /^Done: / }).waitFor();
    assert.deepEqual(troubles, []);
    await close();
  });

  test('a reminder of sent mail is set in its menu, listed, moved and cancelled', async () => {
    const { page, pageErrors: troubles, close } = await openPage(running.browser, `${running.app.url}/reminders`);
    await page.getByText('No reminders').waitFor();
    await navigationLink(page, /^Sent/).click();
    await page.getByRole('heading', { name: 'Sent' }).waitFor();
    await openAt(page, 0);
    await page.getByRole('button', { name: 'More actions for this message' }).last().click();
    await page.getByRole('menuitem', { name: 'Remind me' }).click();
    await option(page, 'In a week').click();
    await toast(page, 'if no one replies').waitFor();
    await navigationLink(page, 'Reminders , 1 message').click();
    await page.getByRole('button', { name: /^Change time/ }).click();
    await page.getByRole('combobox', { name: /^Remind me/ }).fill('5 january 2029');
    await option(page, 'Friday, 5 January 2029, 09:00').click();
    await page.getByTitle('If no one replies by Friday, 5 January 2029, 09:00').waitFor();
    await page.getByRole('button', { name: /^Cancel: / }).click();
    await page.getByText('No reminders').waitFor();
    assert.deepEqual(troubles, []);
    await close();
  });

  test('axe finds no fault in the menus and lists, and they fit into 360 pixels', async () => {
    const still = { reducedMotion: 'reduce' as const };
    const { page, close } = await inbox(still);
    await openAt(page, 3);
    await page.keyboard.press('b');
    await option(page, 'Tomorrow').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press('Enter');
    await page.keyboard.press('l');
    await page.getByRole('option').first().waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press('Escape');
    await navigationLink(page, /^Snoozed/).click();
    await page
      .getByRole('button', { name: /^Unsnooze/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Edit labels' }).click();
    await page.getByRole('button', { name: 'Delete Taxes 2026' }).click();
    await page.getByText('No mail is deleted.', { exact: false }).first().waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await close();
    const phone = await openPage(running.browser, `${running.app.url}/snoozed`, {
      ...still,
      viewport: { width: 360, height: 740 },
    });
    await phone.page
      .getByRole('button', { name: /^Change time/ })
      .first()
      .click();
    await option(phone.page, 'Tomorrow').waitFor();
    await untilAsserted(async () =>
      assert.equal(await phone.page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0),
    );
    assert.deepEqual(await axeViolations(phone.page), []);
    await phone.close();
  });

  test('the page announces mail that returns by itself', async (t) => {
    const app = await startFakeApp(t);
    const { page, close } = await openPage(running.browser, `${app.url}/inbox`);
    const chosen = await openAt(page, 0);
    const { mailbox } = await app.daemon.ask('mailbox.list', { view: 'threads' });
    const thread = mailbox.groups[0]?.rows[0]?.thread_id;
    // The mail may return before the page has read that it is away.
    await page.route('**/api/v1/mail/snoozed*', () => undefined);
    await app.daemon.ask('snooze.create', { thread_ids: [thread], until: 'tomorrow' });
    await listRows(page).filter({ hasText: chosen }).waitFor({ state: 'detached' });
    app.clock.advance(36 * 3600_000);
    await toast(page, /^Back in the inbox: /)
      .filter({ hasText: chosen })
      .getByRole('button', { name: 'Open' })
      .waitFor();
    await close();
  });
});
