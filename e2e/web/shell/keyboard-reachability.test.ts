import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Page } from 'playwright';
import { openPage, listRows, skip, threadSubject, type OpenedPage } from '../browser.ts';
import { suiteApp } from '../suite-app.ts';

/** More stops than any page has: beyond that the focus is trapped. */
const maxStops = 220;

/** The focused element, and whether its focus is visible. */
const focusStopExpression = `(() => {
  const at = document.activeElement;
  if (!at || at === document.body) return null;
  const seen = at.closest('[data-radix-focus-guard]') ? null : at;
  const name = at.tagName + ' ' + (at.getAttribute('aria-label') || at.title || at.innerText || at.id).slice(0, 40);
  // The main landmark takes the focus of an element that disappeared with its page, and is no stop of the Tab key.
  if (!seen || at.tagName === 'IFRAME' || at.id === 'mail') return { name, faults: [] };
  const box = at.getBoundingClientRect();
  const marks = [];
  for (let part = at, up = 0; part && up < 4; part = part.parentElement, up += 1) {
    for (const pseudo of [undefined, '::before', '::after']) {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(part, pseudo);
      const isOutlined = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1;
      if (isOutlined || (up === 0 && boxShadow !== 'none')) marks.push(part);
    }
  }
  // Where one writes, the caret shows it.
  const writes = at.isContentEditable || at.matches('textarea, input:not([type=checkbox], [type=radio], [type=range])');
  const label = at.labels?.[0];
  const shown = box.width < 2 && label ? label.getBoundingClientRect() : box;
  const isInside = shown.right > 0 && shown.bottom > 0 && shown.left < innerWidth && shown.top < innerHeight;
  const x = Math.min(innerWidth - 1, Math.max(0, (shown.left + shown.right) / 2));
  const y = Math.min(innerHeight - 1, Math.max(0, (shown.top + shown.bottom) / 2));
  const top = document.elementFromPoint(x, y);
  const isFree = !top || at.contains(top) || top.contains(at) || label?.contains(top) || top.closest('label')?.control === at;
  const faults = [
    shown.width > 1 && shown.height > 1 ? '' : 'has no size',
    isInside ? '' : 'is out of sight',
    isFree ? '' : 'is covered by ' + top.tagName + '.' + top.className,
    marks.length > 0 || (writes && getComputedStyle(at).caretColor !== 'rgba(0, 0, 0, 0)') ? '' : 'does not show the focus',
  ];
  return { name, faults: faults.filter(Boolean) };
})()`;

type Stop = { name: string; faults: string[] } | null;

suite('everything is reachable by keyboard, and the focus is visible', { skip }, () => {
  const running = suiteApp();
  let watched: OpenedPage;
  before(async () => {
    watched = await openPage(running.browser, `${running.app.url}/inbox`, { isFresh: true });
    await listRows(watched.page).first().waitFor();
  });
  after(() => watched?.close());

  test('the first stop skips the sidebar and leads to the mail', async () => {
    const { page } = watched;
    await page.keyboard.press('Tab');
    await page.getByRole('link', { name: 'Skip to mail' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('main:focus').waitFor();
  });

  test('at most six stops come before the first row; the arrow keys move within the sidebar', async () => {
    const { page } = watched;
    await page.locator('a[href="#mail"]').focus();
    let stops = 1;
    for (; stops <= 6; stops += 1) {
      await page.keyboard.press('Tab');
      if (await listRows(page).and(page.locator(':focus')).count()) break;
    }
    await listRows(page).first().and(page.locator(':focus')).waitFor();
    assert.ok(stops <= 6, `${stops} stops`);
    await page
      .getByRole('navigation', { name: 'Mailboxes' })
      .getByRole('link', { name: /^Inbox/ })
      .focus();
    await page.keyboard.press('End');
    await page.getByRole('link', { name: 'Settings' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.getByRole('navigation', { name: 'Mailboxes' }).locator(':focus').waitFor();
  });

  test('a row is read as senders, subject, date, state and snippet', async () => {
    const { page } = watched;
    const row = listRows(page).filter({ hasText: 'Unread' }).first();
    const spans = await row.locator('[title]').evaluateAll((parts) => parts.map((part) => part.textContent ?? ''));
    const [sender = '', subject = '', time = ''] = spans;
    const text = (await row.textContent()) ?? '';
    const ends = text.indexOf(`${subject}${time}Unread `);
    assert.ok(text.startsWith(sender) && ends > 0, text);
    assert.match(text.slice(ends + subject.length + time.length), /^Unread .*\S/);
  });

  const pages: { name: string; path: string; act?: (page: Page) => Promise<unknown> }[] = [
    { name: 'a list beside a conversation', path: '/inbox', act: openFirst },
    { name: 'a search', path: '/search?q=canary', act: (page) => listRows(page).first().waitFor() },
    { name: 'settings', path: '/settings/appearance' },
    { name: 'the keys', path: '/keys' },
    { name: 'accounts', path: '/accounts' },
    { name: 'drafts', path: '/drafts' },
    { name: 'how Posthorn is', path: '/diagnostics' },
    {
      name: 'a message that is written',
      path: '/compose',
      act: (page) => page.getByRole('combobox', { name: 'To', exact: true }).and(page.locator(':focus')).waitFor(),
    },
  ];
  for (const { name, path, act } of pages) {
    test(`${name}: Tab reaches everything and leaves again, and each stop is visible`, async () => {
      const { page } = watched;
      await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`);
      await page.locator('main h1').first().waitFor();
      await act?.(page);
      const stops = await tabThrough(page);
      assert.ok(stops.length > 5, `There are only ${namesOf(stops)}`);
      assert.deepEqual(
        stops.flatMap((at) => (at?.faults ?? []).map((fault) => `${at?.name}: ${fault}`)),
        [],
      );
    });
  }
});

async function openFirst(page: Page): Promise<void> {
  // By keyboard, as everything here: after a click the focus is less visible.
  await listRows(page).first().press('Enter');
  await threadSubject(page).waitFor();
  await page.locator('article').first().waitFor();
}

/** Presses Tab from the first stop until the focus has left the page or returned. */
async function tabThrough(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  await page.evaluate(`(window.firstStop = document.querySelector('a[href="#mail"]')).focus()`);
  do {
    const here = await page.evaluate<Stop>(focusStopExpression);
    if (here === null) return stops;
    stops.push(here);
    assert.ok(stops.length < maxStops, `Tab cycles among ${namesOf(stops.slice(-6))}`);
    await page.keyboard.press('Tab');
  } while (!(await page.evaluate<boolean>('document.activeElement === window.firstStop')));
  return stops;
}

function namesOf(stops: readonly Stop[]): string {
  return stops.map((at) => at?.name).join(', ');
}
