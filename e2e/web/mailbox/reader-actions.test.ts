import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Page } from 'playwright';
import { axeViolations } from '../axe.ts';
import {
  openPage,
  listRows,
  skip,
  threadSubject,
  type OpenedPage,
  type PageOptions,
  untilAsserted,
  pressChord,
} from '../browser.ts';
import { startFakeApp } from '../fake-app.ts';
import { holdRequests } from '../held-requests.ts';
import { keepsToasts, suiteApp } from '../suite-app.ts';

const toast = (page: Page, text: string | RegExp) => page.locator('[role=region] li').filter({ hasText: text });
const rowOf = (page: Page, text: string) => listRows(page).filter({ hasText: text }).first();
const unreadRow = (page: Page) =>
  page.locator('main [data-unread]').filter({ has: page.locator('a[aria-current=page]') });
const star = (page: Page) => page.locator('article').getByLabel('Starred');
const button = (page: Page, name: string) => page.getByRole('toolbar').getByRole('button', { name, exact: true });

/** Opens the conversation at a position of the inbox and returns its subject. */
async function openAt(page: Page, position: number): Promise<string> {
  // By its address: mail that arrives meanwhile moves it to another position.
  const row = page.locator(`main ul a[href="${await listRows(page).nth(position).getAttribute('href')}"]`);
  await row.click();
  await row.and(page.locator('[aria-current=page]')).waitFor();
  await threadSubject(page).waitFor();
  await button(page, 'Archive').and(page.locator(':enabled')).waitFor();
  return threadSubject(page).innerText();
}

async function untilOpen(page: Page, other: string): Promise<void> {
  await threadSubject(page).filter({ hasNotText: other }).waitFor();
}

suite('actions on mail in the reader', { skip }, () => {
  const running = suiteApp({ isAlone: true, config: keepsToasts });
  const inbox = (options: PageOptions = {}) => openPage(running.browser, `${running.app.url}/inbox`, options);
  /** For tests that leave the mail unchanged. */
  let watched: OpenedPage;
  before(async () => {
    watched = await inbox();
    // Rows are chosen by position, and incoming mail moves them.
    await watched.page.getByText(/^Synced/).waitFor();
  });
  after(async () => {
    await watched.close();
  });

  test('a button moves the conversation out of the inbox and opens the next, Z undoes it and returns to it, and it can be repeated', async () => {
    const { page, pageErrors: troubles } = watched;
    const first = await openAt(page, 1);
    await button(page, 'Archive').click();
    await toast(page, 'Archived 1 conversation').waitFor();
    await untilOpen(page, first);
    await rowOf(page, first).waitFor({ state: 'detached' });
    await button(page, 'Archive').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('z');
    await rowOf(page, first).waitFor();
    await threadSubject(page).filter({ hasText: first }).waitFor();
    await toast(page, 'Archive undone').getByRole('button', { name: 'Redo' }).click();
    await rowOf(page, first).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await rowOf(page, first).waitFor();
    assert.deepEqual(troubles, []);
  });

  test('keys move it to the trash, report it as spam, star it and mark it', async () => {
    const { page, pageErrors: troubles } = watched;
    for (const [key, text] of [
      ['#', 'Moved 1 conversation to Trash'],
      ['!', 'Reported 1 conversation as spam'],
    ] as const) {
      const gone = await openAt(page, 2);
      await page.keyboard.press(key);
      await toast(page, text).waitFor();
      await rowOf(page, gone).waitFor({ state: 'detached' });
      await page.keyboard.press('z');
      await rowOf(page, gone).waitFor();
    }
    await openAt(page, 2);
    await page.keyboard.press('s');
    await star(page).waitFor();
    await page.keyboard.press('Shift+I');
    await unreadRow(page).waitFor({ state: 'detached' });
    await page.keyboard.press('Shift+U');
    await unreadRow(page).waitFor();
    await page.keyboard.press('s');
    await star(page).waitFor({ state: 'detached' });
    assert.deepEqual(troubles, []);
  });

  test('an open conversation is read after a moment, and stays unread if the user marks it so', async () => {
    const { page } = watched;
    const about = 'Forty schoolchildren';
    await rowOf(page, about).click();
    await unreadRow(page).filter({ hasText: about }).waitFor();
    await unreadRow(page).waitFor({ state: 'detached' });
    await page.keyboard.press('Shift+U');
    await unreadRow(page).waitFor();
  });

  test('a conversation that the user marks as unread right after opening it stays unread', async () => {
    const { page, expectError, close } = await openPage(running.browser, `${running.app.url}/inbox`, {}, (opening) =>
      opening.clock.install(),
    );
    // The clock is a script, which the frames of mail refuse.
    expectError(/Blocked script execution/);
    await listRows(page).first().waitFor();
    const row = page.locator('main [data-unread] a').first();
    const about = (await row.getAttribute('href'))!;
    await row.click();
    await threadSubject(page).waitFor();
    await button(page, 'Archive').and(page.locator(':enabled')).waitFor();
    await page.keyboard.press('Shift+U');
    await page.clock.runFor(10_000);
    await page.clock.runFor(1_000);
    await page.locator(`main [data-unread] a[href="${about}"]`).waitFor();
    await close();
  });

  test('the buttons of a reply stay where they are when a further recipient is suggested', async () => {
    const { page } = watched;
    const about = 'Quiet hour at the Clock House';
    await rowOf(page, about).click();
    await threadSubject(page).filter({ hasText: about }).waitFor();
    const suggestions = '**/mail/compose/session/collaborators';
    const { hold, asked, goOn } = holdRequests();
    await page.route(suggestions, hold);
    await page.keyboard.press('r');
    await asked;
    const send = page.getByRole('button', { name: 'Send', exact: true });
    const before = await send.boundingBox();
    goOn();
    await page.getByRole('group', { name: /^Add .*\?$/ }).waitFor();
    assert.deepEqual(await send.boundingBox(), before);
    await page.unroute(suggestions);
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await send.waitFor({ state: 'detached' });
  });

  test('snooze, label and move open by key and by button, and report their result', async () => {
    const { page } = watched;
    const about = 'Boiler inspection';
    await rowOf(page, about).click();
    await threadSubject(page).filter({ hasText: about }).waitFor();
    await page.keyboard.press('b');
    await page.getByRole('dialog').getByText('Tomorrow').first().click();
    await toast(page, 'Snoozed 1 conversation until').waitFor();
    await rowOf(page, about).waitFor({ state: 'detached' });
    await page.keyboard.press('z');
    await rowOf(page, about).click();
    await threadSubject(page).filter({ hasText: about }).waitFor();
    await button(page, 'Label').click();
    await page.getByRole('dialog').getByText('Taxes 2026').click();
    await toast(page, 'Added “Taxes 2026” to 1 conversation').waitFor();
    await page.keyboard.press('z');
    await toast(page, 'Label change undone').waitFor();
    await page.keyboard.press('v');
    await page.getByRole('dialog').getByText('Taxes 2026').click();
    await toast(page, 'Moved 1 conversation to Taxes 2026').waitFor();
    await rowOf(page, about).waitFor({ state: 'detached' });
    await page.keyboard.press('z');
    await rowOf(page, about).waitFor();
  });

  test('an action shows at once even during a refetch, can be undone before its answer, and is reverted if its request fails', async () => {
    // With animations, as most users have them.
    const { page, expectError: expects, close } = await inbox({ reducedMotion: 'no-preference' });
    const first = await openAt(page, 1);
    const held = Promise.withResolvers<void>();
    await page.route('**/mutations/archive', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.keyboard.press('e');
    await rowOf(page, first).waitFor({ state: 'detached' });
    const readAgain = page.waitForResponse((response) => response.url().includes('/mail/mailbox'));
    const other = await inbox();
    await openAt(other.page, 5);
    await other.page.keyboard.press('s');
    await readAgain;
    await rowOf(page, await threadSubject(other.page).innerText())
      .getByLabel('Starred')
      .waitFor();
    assert.equal(await rowOf(page, first).count(), 0);
    await page.keyboard.press('z');
    held.resolve();
    await rowOf(page, first).waitFor();
    await other.close();
    expects(/ERR_FAILED/);
    await page.route('**/mutations/trash', (route) => route.abort());
    const kept = await openAt(page, 2);
    await button(page, 'Move to Trash').click();
    await toast(page, 'Couldn’t move 1 conversation to Trash').getByText('Posthorn isn’t responding').waitFor();
    await rowOf(page, kept).waitFor();
    await close();
  });

  test('the menu of a message stars it and marks it unread from there', async () => {
    const { page } = watched;
    await openAt(page, 0);
    const more = page.getByRole('button', { name: 'More actions for this message' }).last();
    await more.click();
    await page.getByRole('menuitem', { name: 'Star' }).click();
    await star(page).waitFor();
    await page.keyboard.press('Shift+I');
    await unreadRow(page).waitFor({ state: 'detached' });
    await more.click();
    await page.getByRole('menuitem', { name: 'Mark as unread from here' }).click();
    await unreadRow(page).waitFor();
  });

  test('what opens after archiving and when mail is read are settings', async () => {
    const { page, pageErrors: troubles } = watched;
    const { origin } = new URL(running.app.url);
    const choose = async (name: string, value: string) => {
      await page.getByRole('radiogroup', { name }).getByRole('radio', { name: value }).click();
      await toast(page, `Saved: ${name}`).waitFor();
    };
    await page.goto(`${origin}/settings/reading`);
    await choose('After archiving or deleting', 'The list');
    await choose('Mark conversations as read', 'At once');
    await page.goto(`${origin}/inbox`);
    await rowOf(page, 'Forty schoolchildren').click();
    await threadSubject(page).waitFor();
    await unreadRow(page).waitFor({ state: 'detached' });
    await page.keyboard.press('e');
    await page.waitForURL(`${origin}/inbox`);
    await page.keyboard.press('z');
    await threadSubject(page).filter({ hasText: 'Forty schoolchildren' }).waitFor();
    await page.goto(`${origin}/settings/reading`);
    await choose('After archiving or deleting', 'Previous');
    await page.goto(`${origin}/inbox`);
    const before = await openAt(page, 1);
    await openAt(page, 2);
    await page.keyboard.press('e');
    await threadSubject(page).filter({ hasText: before }).waitFor();
    await page.keyboard.press('z');
    await threadSubject(page).filter({ hasNotText: before }).waitFor();
    assert.deepEqual(troubles, []);
  });

  test('the history shows an action and undoes it, and axe finds no fault in it or in the reader with its toast', async () => {
    const { page, pageErrors: troubles, close } = await inbox();
    const first = await openAt(page, 1);
    await page.keyboard.press('e');
    await toast(page, 'Archived').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await pressChord(page, 'g', 'c');
    await page.waitForURL('**/history');
    const record = page
      .locator('main li')
      .filter({ hasText: /^Archived/ })
      .filter({ hasText: first })
      .first();
    await record.getByRole('button', { name: /^Undo/ }).click();
    await record.getByText('Undone').waitFor();
    await page.locator('main li').filter({ hasText: 'Undid: Archived' }).first().waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.setViewportSize({ width: 360, height: 740 });
    await untilAsserted(async () =>
      assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0),
    );
    await pressChord(page, 'g', 'i');
    await rowOf(page, first).click();
    await button(page, 'Archive').waitFor();
    await untilAsserted(async () =>
      assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0),
    );
    assert.deepEqual(troubles, []);
    await close();
  });

  test("a change that the server refuses is reverted with the server's reason, and the history keeps it", async (t) => {
    const app = await startFakeApp(t);
    const { page, close } = await openPage(running.browser, `${app.url}/inbox`);
    const first = await openAt(page, 1);
    const error = 'The server keeps this folder closed.';
    app.answerBy(({ do: what }) => (what === 'move' ? { ok: false, error, retryable: false } : undefined));
    await page.keyboard.press('e');
    await toast(page, 'Reverted: Archived').getByText(error).waitFor();
    await rowOf(page, first).waitFor();
    await toast(page, /^Archived/).waitFor({ state: 'detached' });
    await pressChord(page, 'g', 'c');
    await page.locator('main li').filter({ hasText: 'Reverted' }).getByText(error).waitFor();
    await close();
  });

  test('without a connection to the server everything works, shows that it waits, and is pushed once the connection is back', async (t) => {
    const app = await startFakeApp(t);
    const { page, close } = await openPage(running.browser, `${app.url}/inbox`);
    const first = await openAt(page, 1);
    app.control.fault({ kind: 'offline' });
    await app.daemon.resync();
    await page
      .locator('footer')
      .getByText(/Can’t reach/)
      .waitFor();
    const archived = app.control.messagesIn('Archive').length;
    await page.keyboard.press('e');
    await toast(page, 'Archived 1 conversation').getByText('This will sync when').waitFor();
    await rowOf(page, first).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /^\d changes? waiting to sync$/ }).click();
    const record = page.locator('main li').filter({ hasText: /^Archived/ });
    await record.getByText('Waiting to sync').waitFor();
    app.control.clearFaults();
    app.clock.advance(120_000);
    await record.getByText('Done').waitFor();
    assert.ok(app.control.messagesIn('Archive').length > archived);
    await close();
  });
});
