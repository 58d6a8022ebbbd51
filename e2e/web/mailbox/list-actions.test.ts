import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Locator, Page } from 'playwright';
import { until } from '../../../daemon/test-until.ts';
import { axeViolations } from '../axe.ts';
import { openPage, listRows, skip, untilAsserted, pressChord } from '../browser.ts';
import { touchGestures } from '../touch-gestures.ts';
import { keepsToasts, suiteApp } from '../suite-app.ts';

suite('actions on mail in the list', { skip }, () => {
  const running = suiteApp({ isAlone: true, config: keepsToasts });

  async function inbox(options: Parameters<typeof openPage>[2] = {}, path = '/inbox') {
    const watched = await openPage(running.browser, running.app.url + path, { reducedMotion: 'reduce', ...options });
    await listRows(watched.page).first().waitFor();
    // On a slow computer the large change of another test was a job, whose result a new window shows first.
    await watched.page
      .getByText(/^Synced|: Done/)
      .first()
      .waitFor();
    return watched;
  }

  test('the pointer finds the most frequent actions at the end of a row, and the row disappears at once', async () => {
    const { page, pageErrors: troubles, close } = await inbox();
    const first = lineAt(page, 1);
    const gone = await idOf(first);
    await first.hover();
    for (const name of ['Snooze', 'Move to Trash', /^Mark as (un)?read$/]) {
      await first.getByRole('button', { name }).waitFor();
    }
    await first.getByRole('button', { name: 'Archive' }).click();
    await lineOf(page, gone).waitFor({ state: 'detached' });
    await page.getByText('Archived 1 conversation').first().waitFor();
    await page.keyboard.press('z');
    await lineOf(page, gone).waitFor();
    assert.deepEqual(troubles, []);
    await close();
  });

  test('clicks with Ctrl and Shift and the boxes select, the bar counts in words, and Escape clears the selection', async () => {
    const { page, pageErrors: troubles, close } = await inbox();
    await lineAt(page, 2)
      .locator('a')
      .click({ modifiers: ['Control'] });
    await page.getByRole('status').filter({ hasText: '1 conversation' }).filter({ hasText: 'selected' }).waitFor();
    await lineAt(page, 5)
      .locator('a')
      .click({ modifiers: ['Shift'] });
    await bar(page).waitFor();
    await untilSelected(page, /^4 conversations selected$/);
    await lineAt(page, 3).getByRole('checkbox').click();
    await untilSelected(page, /^3 conversations/);
    await page.getByRole('checkbox', { checked: true }).nth(2).waitFor();
    await page.getByRole('checkbox', { checked: true }).nth(3).waitFor({ state: 'detached' });
    assert.match(page.url(), /\/inbox$/, 'it opened nothing');
    await page.keyboard.press('Escape');
    await bar(page).waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    assert.deepEqual(troubles, []);
    await close();
  });

  test('the keys select, extend a range and archive it, and the focus moves to the next row', async () => {
    const { page, close } = await inbox();
    const [, second = '', third = '', fourth = ''] = await idsOf(page);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+J');
    await lineAt(page, 3).locator('a:focus').waitFor();
    await untilSelected(page, /^2 conversations/);
    await page.keyboard.press('e');
    await lineOf(page, third).waitFor({ state: 'detached' });
    await lineOf(page, second).waitFor({ state: 'detached' });
    await lineOf(page, fourth).locator('a:focus').waitFor();
    await page.keyboard.press('z');
    await lineOf(page, second).waitFor();
    await lineOf(page, second).locator('a:focus').or(lineOf(page, fourth).locator('a:focus')).waitFor();
    await page.keyboard.press('Tab');
    await page.locator('main li a:focus').waitFor({ state: 'detached' });
    await close();
  });

  test('the arrow keys move along a row to its buttons and back', async () => {
    const { page, close } = await inbox();
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowRight');
    await lineAt(page, 1).getByRole('button', { name: 'Archive' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ArrowRight');
    await lineAt(page, 1).getByRole('button', { name: 'Snooze' }).and(page.locator(':focus')).waitFor();
    const reading = lineAt(page, 1).getByRole('button', { name: /^Mark as/ });
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await reading.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await lineAt(page, 1).locator('a:focus').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Space');
    await lineAt(page, 1).getByRole('checkbox', { checked: true }).waitFor();
    await close();
  });

  test('all of a list can be selected beyond the loaded rows, and is requested as one search', async () => {
    const { page, close } = await inbox();
    const request = page.waitForRequest('**/mail/mutations/read');
    await lineAt(page, 1).getByRole('checkbox').check({ force: true });
    await page.getByRole('button', { name: /^Select all \d+ in Inbox$/ }).click();
    await untilSelected(page, /^All \d+ conversations in Inbox selected/);
    await bar(page).getByRole('button', { name: 'Mark as read' }).click();
    assert.deepEqual((await request).postDataJSON(), { query: 'in:inbox', conversations: true, read: true });
    await page
      .getByText(/^Marked \d+ conversations as read$/)
      .first()
      .waitFor();
    await page.keyboard.press('z');
    await close();
  });

  test('an action on more than a thousand conversations asks for confirmation', async () => {
    const { page, close } = await openPage(running.browser, `${running.app.url}/inbox`, {}, (full) =>
      full.route('**/api/v1/mail/mailbox?*', async (route) => {
        const response = await route.fetch();
        const answer = (await response.json()) as { mailbox: { counts: { total: number } } };
        answer.mailbox.counts.total = 12_430;
        await route.fulfill({ response, json: answer });
      }),
    );
    let requestCount = 0;
    page.on('request', (request) => (requestCount += Number(request.url().endsWith('/mutations/archive'))));
    await listRows(page).first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByRole('button', { name: /^Select all 12,430/ }).click();
    await page.keyboard.press('e');
    const question = page.getByRole('dialog', { name: 'Archive 12,430 conversations?' });
    await question.getByText('You can undo this for 24 hours.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    assert.equal(requestCount, 0);
    await close();
  });

  test('the menu of a row has every action with its key, by mouse and by keyboard', async () => {
    const { page, close } = await inbox({ isFresh: true });
    const first = lineAt(page, 1);
    await lineAt(page, 3)
      .locator('a')
      .click({ modifiers: ['Control'] });
    await first.locator('a').click({ button: 'right' });
    const menu = page.getByRole('menu').first();
    const names = ['Archive', 'Move to Trash', 'Report as spam', 'Snooze', 'Label', 'Move to…', 'Select'];
    for (const name of names) await menu.getByRole('menuitem', { name }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press('Escape');
    await first.locator('a:focus').waitFor();
    await page.keyboard.press('Shift+F10');
    await menu.getByRole('menuitem', { name: 'Label' }).focus();
    await page.keyboard.press('ArrowRight');
    const choice = page.getByRole('menuitemcheckbox', { name: 'House' });
    await choice.and(page.locator('[aria-checked=false]')).waitFor();
    const labelled = page.waitForResponse('**/mail/mutations/labels');
    await choice.click();
    await first.getByTitle('House').waitFor();
    await labelled;
    await page.keyboard.press('z');
    await first.getByTitle('House').waitFor({ state: 'detached' });
    await close();
  });

  test('a menu opened on the selection applies to all of it, a menu beside it only to its row', async () => {
    const { page, close } = await inbox();
    const [first = '', second = '', third = ''] = await idsOf(page);
    await lineOf(page, first)
      .locator('a')
      .click({ modifiers: ['Control'] });
    await lineOf(page, second)
      .locator('a')
      .click({ modifiers: ['Control'] });
    await lineOf(page, third).locator('a').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Move to Trash' }).click();
    await page.getByText('Moved 1 conversation to Trash').first().waitFor();
    await lineOf(page, first).locator('a').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Move to Trash' }).click();
    await page.getByText('Moved 2 conversations to Trash').first().waitFor();
    await page.keyboard.press('z');
    await lineOf(page, second).waitFor();
    await page.keyboard.press('z');
    await lineOf(page, third).waitFor();
    await close();
  });

  test('rows are dragged onto a label, the selection together', async () => {
    const { page, close } = await inbox();
    // An undo of the test before may still bring rows back, above these.
    const [first = '', second = ''] = await idsOf(page);
    await lineOf(page, first)
      .locator('a')
      .click({ modifiers: ['Control'] });
    await lineOf(page, second)
      .locator('a')
      .click({ modifiers: ['Control'] });
    const labelled = page.waitForRequest('**/mail/mutations/labels');
    const label = page.getByRole('navigation').getByRole('link', { name: 'Invoices' });
    await lineOf(page, second).locator('a').hover();
    await page.mouse.down();
    // A browser sends dragover events from the second move on.
    await label.hover();
    await until('the label is marked as the target', async () => {
      await label.hover();
      return (await label.and(page.locator('[data-over]')).count()) > 0;
    });
    await page.mouse.up();
    const { thread_ids, add } = (await labelled).postDataJSON() as { thread_ids: string[]; add: string[] };
    assert.deepEqual([thread_ids.length, add], [2, ['Invoices']]);
    await lineOf(page, first).getByTitle('Invoices').waitFor();
    await page.keyboard.press('z');
    await lineOf(page, first).getByTitle('Invoices').waitFor({ state: 'detached' });
    await close();
  });

  test('after the last conversation the list says that it is empty and links back', async () => {
    const { page, close } = await inbox();
    await page.getByRole('navigation').getByRole('link', { name: 'Taxes 2026' }).click();
    await page.getByRole('heading', { name: 'Taxes 2026' }).waitFor();
    await lineAt(page, 1).waitFor();
    const before = (await idsOf(page)).length;
    await pressChord(page, '*', 'a');
    await page.keyboard.press('#');
    await page.getByText('All clear').waitFor();
    await page.keyboard.press('z');
    await lineAt(page, before).waitFor();
    await close();
  });

  test('when all loaded rows have been archived, the next are loaded', async () => {
    const { page, close } = await inbox();
    const [first = ''] = await idsOf(page);
    await pressChord(page, '*', 'a');
    await untilSelected(page, /^100 conversations/);
    await page.keyboard.press('e');
    await lineOf(page, first).waitFor({ state: 'detached' });
    await listRows(page).first().waitFor();
    await page.getByText('Archived 100 conversations').first().waitFor();
    await page.keyboard.press('z');
    await lineOf(page, first).waitFor();
    await close();
  });

  suite('touch', () => {
    const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

    test('a swipe to the end archives, a swipe to the start opens the snooze times; a short one and scrolling do nothing', async () => {
      const { page, pageErrors: troubles, close } = await inbox(phone);
      const finger = await touchGestures(page);
      const [first = '', second = ''] = await idsOf(page);
      await finger.drag(lineOf(page, first), { by: 50 });
      await finger.drag(lineOf(page, first), { by: -50 });
      assert.equal(await page.getByRole('dialog').count(), 0);
      const scroll = async (by: { by: number; down: number }, isReached: string) => {
        while (!(await page.evaluate(afterTwoFrames(isReached)))) await finger.drag(page.locator('main'), by);
      };
      await scroll({ by: 30, down: -200 }, `${scrollTopExpression} > 60`);
      await scroll({ by: -30, down: 300 }, `${scrollTopExpression} === 0`);
      await lineOf(page, first).waitFor();
      await finger.drag(lineOf(page, first), { by: 170 });
      await lineOf(page, first).waitFor({ state: 'detached' });
      await finger.drag(lineOf(page, second), { by: -170 });
      await page.getByRole('dialog', { name: 'Snooze until' }).waitFor();
      assert.match(page.url(), /\/inbox$/, 'it opened nothing');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Undo' }).tap();
      await lineOf(page, first).waitFor();
      // In right-to-left text the end is at the left.
      await page.evaluate(`document.documentElement.dir = 'rtl'`);
      await finger.drag(lineOf(page, first), { by: 170 });
      await page.getByRole('dialog', { name: 'Snooze until' }).waitFor();
      assert.deepEqual(troubles, []);
      await close();
    });

    test('a long press opens the menu, and after its “Select” taps select', async () => {
      const { page, close } = await inbox(phone);
      const finger = await touchGestures(page);
      await finger.longPress(lineAt(page, 2), page.getByRole('menu'));
      const menu = await page.getByRole('menu').boundingBox();
      assert.ok(menu && menu.x >= 0 && menu.x + menu.width <= phone.viewport.width, 'all of the menu is visible');
      await page.getByRole('menuitem', { name: 'Select' }).tap();
      await lineAt(page, 4).locator('a').tap();
      await untilSelected(page, /^2 conversations/);
      assert.match(page.url(), /\/inbox$/, 'it opened nothing');
      await untilAsserted(async () =>
        assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0),
      );
      assert.deepEqual(await axeViolations(page), []);
      await close();
    });
  });
});

const bar = (page: Page) => page.getByRole('toolbar', { name: 'Actions for the selection' });

/** Waits until the size of the selection is announced. */
const untilSelected = (page: Page, text: RegExp) =>
  page.getByRole('status').filter({ hasText: 'selected' }).filter({ hasText: text }).waitFor({ state: 'attached' });

/** In the page: the value of an expression after two frames. */
const afterTwoFrames = (condition: string) =>
  `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(${condition}))))`;

/** In the page: the scroll position of the list. */
const scrollTopExpression = `document.querySelector('main ul[role=list]').parentElement.scrollTop`;

/** The row at a position of the list, from 1. */
const lineAt = (page: Page, position: number) => page.locator(`main li[aria-posinset="${position}"]`);

/** The row of a conversation, at any position. */
const lineOf = (page: Page, id: string) => page.locator(`main li[data-thread="${id}"]`);

async function idOf(line: Locator): Promise<string> {
  return (await line.getAttribute('data-thread')) ?? '';
}

/** The conversations in the document, in order. */
async function idsOf(page: Page): Promise<string[]> {
  const lines = await page.locator('main li[data-thread]').all();
  const places = await Promise.all(
    lines.map(async (line) => [Number(await line.getAttribute('aria-posinset')), await idOf(line)] as const),
  );
  return places.sort(([one], [other]) => one - other).map(([, id]) => id);
}
