import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright';
import { until } from '../../../daemon/test-until.ts';
import { axeViolations } from '../axe.ts';
import { openPage, listRows, skip, threadSubject, waitForExpression, untilAsserted } from '../browser.ts';
import { suiteApp } from '../suite-app.ts';

/** Presses Delete when the first result takes the focus, as a user does who corrects the text at that moment. */
const pressesDeleteAtTheResults = `addEventListener('focusin', function press({ target }) {
  if (!target.matches('main li a')) return;
  removeEventListener('focusin', press);
  setTimeout(() => {
    target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Delete', bubbles: true, cancelable: true }));
    window.hasPressed = true;
  });
})`;

suite('search on the page', { skip }, () => {
  const running = suiteApp();

  test('hits can be sorted in another way, which stays while a conversation is opened', async () => {
    const {
      page,
      pageErrors: troubles,
      close,
    } = await openPage(running.browser, `${running.app.url}/search?q=from:pager`);
    await listRows(page).first().waitFor();
    const first = page.locator('main li[aria-posinset="1"]');
    const newest = (await first.textContent()) ?? '';
    const order = page.getByRole('combobox', { name: 'Sort by' });
    await order.selectOption('Oldest first');
    await page.waitForURL(/sort=oldest/);
    await first.filter({ hasNotText: newest }).waitFor();
    await listRows(page).first().click();
    await threadSubject(page).waitFor();
    assert.match(page.url(), /sort=oldest/);
    await order.selectOption('Best match');
    await page.getByRole('heading', { name: 'Best match' }).waitFor();
    assert.deepEqual(troubles, []);
    await close();
  });

  test('the exact number of hits replaces a lower bound after the rows are there', async () => {
    const counting = Promise.withResolvers<void>();
    const { page, close } = await openPage(running.browser, `${running.app.url}/inbox`, { isFresh: true });
    await page.route('**/api/v1/mail/search?*', async (route) => {
      const isExact = !new URL(route.request().url()).searchParams.get('exact')?.startsWith('false');
      if (isExact) await counting.promise;
      const response = await route.fetch();
      const json = { ...((await response.json()) as object), total: isExact ? 5_012 : 400, total_is_exact: isExact };
      await route.fulfill({ response, json });
    });
    await page.getByRole('combobox', { name: 'Search all mail' }).fill('from:pager');
    await page.keyboard.press('Enter');
    await listRows(page).first().waitFor();
    await page.getByText('at least 400 conversations').waitFor();
    counting.resolve();
    await page.getByText(/^5,012 conversations/).waitFor();
    await close();
  });

  test('the page says that all mail was searched', async () => {
    const { page, close } = await openPage(running.browser, `${running.app.url}/search?q=canary`);
    await page.getByText(/^Searched all [\d,]+ messages in \d accounts?, with Trash and Spam\.$/).waitFor();
    await close();
  });

  test('a search is continued on the server where older mail is not on this computer', async () => {
    const { page, pageErrors, close } = await openPage(running.browser, `${running.app.url}/inbox`, { isFresh: true });
    let accountId = '';
    await page.route('**/api/v1/mail/search?*', async (route) => {
      const response = await route.fetch();
      const found = (await response.json()) as { groups: { rows: { account_id: string }[] }[] };
      accountId = found.groups[0]?.rows[0]?.account_id ?? accountId;
      await route.fulfill({ response, json: { ...found, incomplete_accounts: [accountId] } });
    });
    const answers = [
      { state: 'more', fetched: 50, remaining: 12, message: null },
      { state: 'failed', fetched: 0, remaining: 0, message: 'The mail server can’t be reached right now.' },
    ];
    await page.route('**/api/v1/mail/search/server', (route) =>
      route.fulfill({ json: { accounts: [{ account_id: accountId, ...answers.shift() }] } }),
    );
    await page.getByRole('combobox', { name: 'Search all mail' }).fill('canary');
    await page.keyboard.press('Enter');
    await page.getByText(/on this computer; older mail is still being downloaded\.$/).waitFor();
    await page.getByText(/^Older mail in .* isn’t on this computer yet\.$/).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Search on the server' }).click();
    await page.getByText('50 more messages found on the server. 12 messages are left.').waitFor();
    await page.getByRole('button', { name: 'Get more' }).click();
    await page.getByText('The mail server can’t be reached right now.').waitFor();
    await page.getByRole('button', { name: 'Search again' }).waitFor();
    assert.deepEqual(pageErrors, []);
    await close();
  });

  test('mail that is indexed during a search appears without a reload', async () => {
    const { page, close } = await openPage(running.browser, `${running.app.url}/inbox`, {}, (opened) =>
      opened.clock.install(),
    );
    let requestCount = 0;
    let isEarly = true;
    await page.route('**/api/v1/mail/search?*', async (route) => {
      requestCount += 1;
      const response = await route.fetch();
      const found = (await response.json()) as { coverage: { stored: number } };
      const early = { ...found, groups: [], total: 0, coverage: { ...found.coverage, indexed: 0 } };
      await route.fulfill({ response, json: isEarly ? early : found });
    });
    await page.getByRole('combobox', { name: 'Search all mail' }).fill('canary');
    await page.keyboard.press('Enter');
    await page.getByText('the rest is still being indexed').waitFor();
    const early = requestCount;
    await page.clock.runFor(60_000);
    await until('what is not whole is asked for again', () => requestCount > early);
    isEarly = false;
    await page.clock.runFor(60_000);
    await page.getByText(/^Searched all/).waitFor();
    await listRows(page).first().waitFor();
    const before = requestCount;
    await page.clock.runFor(60_000);
    // Requests before this one are answered before it.
    await page.evaluate("fetch('/api/v1/health').then((answer) => answer.text())");
    assert.equal(requestCount, before, 'a complete result is not requested again');
    await close();
  });

  test('a malformed query is shown with the position marked, and can be corrected', async () => {
    const {
      page,
      expectError: expects,
      close,
    } = await openPage(running.browser, `${running.app.url}/search?q=canary+is:unraed`);
    await page.getByText('Did you mean is:unread?').waitFor();
    expects(/status of 400/);
    await untilAsserted(async () => assert.equal(await page.locator('mark').innerText(), 'unraed'));
    await page.getByRole('combobox', { name: 'Search all mail' }).fill('canary is:unread');
    await page.keyboard.press('Enter');
    await page.getByText(/^Searched all/).waitFor();
    await close();
  });

  test('the hits follow the typed text, and going back leaves it in one step', async () => {
    const { page, pageErrors: troubles, close } = await openPage(running.browser, `${running.app.url}/inbox`);
    await listRows(page).first().waitFor();
    await page.keyboard.press('/');
    await box(page).and(page.locator(':focus')).waitFor();
    // The address follows a few letters behind.
    await page.keyboard.type('cana', { delay: 15 });
    await page.waitForURL(/\/search\?q=cana$/);
    await box(page).and(page.locator(':focus')).waitFor();
    await untilAsserted(async () => assert.equal(await box(page).inputValue(), 'cana'));
    await page.locator('main mark').filter({ hasText: 'Cana' }).first().waitFor();
    await page.keyboard.type('ry is:unr', { delay: 20 });
    await page.waitForURL(/q=canary\+is%3Aunr$/);
    await listRows(page).first().waitFor();
    await page.goBack();
    await page.waitForURL(/\/inbox$/);
    // On a small screen each page has a box of its own, and that of the inbox does not continue the search.
    await page.setViewportSize({ width: 390, height: 844 });
    await box(page).fill('cana');
    await page.waitForURL(/\/search\?q=cana$/);
    await page.locator('main mark').filter({ hasText: 'Cana' }).first().waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
    assert.equal(await box(page).inputValue(), '');
    assert.match(page.url(), /\/inbox$/);
    assert.deepEqual(troubles, []);
    await close();
  });

  test('the box suggests correspondents and quotes their names, and a key removes a condition', async () => {
    const { page, pageErrors: troubles, close } = await openPage(running.browser, `${running.app.url}/inbox`);
    await box(page).fill('canary from:pag');
    const person = page.getByRole('option', { name: /^Mail from Pager Relay/ });
    await person.waitFor();
    await untilAsserted(async () => assert.equal(await box(page).getAttribute('aria-expanded'), 'true'));
    await page.keyboard.press('ArrowDown');
    await untilAsserted(async () => assert.equal(await person.getAttribute('aria-selected'), 'true'));
    await untilAsserted(async () =>
      assert.equal(await box(page).getAttribute('aria-activedescendant'), await person.getAttribute('id')),
    );
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press('Tab');
    await untilAsserted(async () => assert.equal(await box(page).inputValue(), 'canary from:"Pager Relay" '));
    await page.keyboard.press('Enter');
    const removal = page.getByRole('button', { name: 'Remove filter: From Pager Relay' });
    await removal.waitFor();
    await until('the box shows the words alone', async () => (await box(page).inputValue()) === 'canary');
    await removal.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=canary$/);
    await untilAsserted(async () => assert.equal(await box(page).inputValue(), 'canary'));
    await box(page).and(page.locator(':focus')).waitFor();
    assert.deepEqual(troubles, []);
    await close();
  });

  test('Enter keeps the results and goes to the first; the slash returns to the box, Escape leaves', async () => {
    const {
      page,
      pageErrors: troubles,
      close,
    } = await openPage(running.browser, `${running.app.url}/inbox`, { isFresh: true });
    await listRows(page).first().waitFor();
    await page.keyboard.press('/');
    await box(page).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('cana');
    // The rows of the inbox stay until there are hits.
    await page.locator('main mark').filter({ hasText: 'Cana' }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('No exact matches. Showing words that begin with “cana”.').waitFor();
    const focused = page.locator('main li:focus-within');
    await focused.and(page.locator('[aria-posinset="1"]')).waitFor();
    await page.keyboard.press('ArrowDown');
    await focused.and(page.locator('[aria-posinset="2"]')).waitFor();
    await page.keyboard.press('/');
    await box(page).and(page.locator(':focus')).waitFor();
    await untilAsserted(async () => assert.equal(await page.evaluate('document.getSelection().toString()'), 'cana'));
    await page.keyboard.type('canary');
    const trashed: string[] = [];
    page.on('request', (request) => request.url().endsWith('/mutations/trash') && trashed.push(request.url()));
    await page.evaluate(pressesDeleteAtTheResults);
    await page.keyboard.press('Enter');
    await focused.and(page.locator('[aria-posinset="1"]')).waitFor();
    await waitForExpression(page, 'window.hasPressed');
    await page.keyboard.press('Shift+G');
    await page.locator('main li:focus-within[aria-posinset]:last-of-type').waitFor();
    await page.keyboard.press('/');
    // The first may close suggestions.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.waitForURL(/\/inbox$/);
    assert.deepEqual(trashed, []);
    assert.deepEqual(troubles, []);
    await close();
  });

  test('filters are chips: a date range is chosen, a word that may be a date is offered, and all are cleared', async () => {
    const { page, pageErrors: troubles, close } = await openPage(running.browser, `${running.app.url}/search?q=canary`);
    const filters = page.getByRole('list', { name: 'Filters' });
    await filters.getByRole('button', { name: 'Unread' }).click();
    await page.waitForURL(/q=canary\+is%3Aunread$/);
    await filters.getByRole('button', { name: 'Date' }).click();
    await page.getByLabel('From').fill('2026-03-02');
    await page.getByLabel('To', { exact: true }).fill('2026-03-01');
    await page.getByText('The last day is before the first.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByLabel('To', { exact: true }).fill('2026-03-02');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove filter: On 2 March 2026' }).waitFor();
    await until('the box shows the words alone', async () => (await box(page).inputValue()) === 'canary');
    assert.deepEqual(await axeViolations(page), []);
    await filters.getByRole('button', { name: 'Clear all' }).click();
    await page.waitForURL(/q=canary$/);
    await box(page).fill('canary 2025');
    await page.keyboard.press('Enter');
    await filters.getByRole('button', { name: 'In 2025?' }).click();
    await page.getByRole('button', { name: 'Remove filter: In 2025' }).waitFor();
    assert.deepEqual(troubles, []);
    await close();
  });

  test('a button corrects a typing error, and earlier searches are suggested and deleted', async () => {
    const {
      page,
      pageErrors: troubles,
      close,
    } = await openPage(running.browser, `${running.app.url}/inbox`, { isFresh: true });
    await box(page).fill('canayr');
    await page.keyboard.press('Enter');
    await page.getByText('No matches for “canayr”. Showing results for “canary”.').waitFor();
    await listRows(page).first().waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Search only for “canayr”' }).click();
    await page.getByText('Did you mean').waitFor();
    await page.getByRole('button', { name: '"canary"', exact: true }).click();
    await page.waitForURL(/q=%22canary%22$/);
    await listRows(page).first().waitFor();
    await box(page).fill('');
    const earlier = page.getByRole('option', { name: /^canayr/ });
    await earlier.waitFor();
    await page.keyboard.press('ArrowDown');
    await untilAsserted(async () => assert.equal(await earlier.getAttribute('aria-selected'), 'true'));
    await page.keyboard.press('Delete');
    await earlier.waitFor({ state: 'detached' });
    await untilAsserted(async () =>
      assert.equal(await page.evaluate('localStorage.getItem("posthorn.searches")'), null),
    );
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'hidden' });
    assert.deepEqual(troubles, []);
    await close();
  });
});

const box = (page: Page) => page.getByRole('combobox', { name: 'Search all mail' });
