import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright';
import { axeViolations, axeViolationsInBothThemes } from '../axe.ts';
import { openPage, listRows, skip, threadSubject, untilAsserted } from '../browser.ts';
import { suiteApp } from '../suite-app.ts';

suite('the activity page', { skip }, () => {
  const running = suiteApp({ isAlone: true });
  const entries = (page: Page) => page.locator('main li:has(input[type=checkbox])');
  const open = async (path: string, options: object = {}) =>
    openPage(running.browser, running.app.url + path, { reducedMotion: 'reduce', ...options });

  test('shows actions, finds and redacts them by keyboard, pauses, exports and removes; axe finds no fault', async () => {
    const { page, pageErrors: troubles, close } = await open('/inbox');
    await listRows(page).first().waitFor();
    await page.keyboard.press('j');
    // New mail may arrive while the page is used.
    const about = await page.locator('[data-thread]:has(a:focus) [class*=subject]').first().innerText();
    await page.keyboard.press('e');
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await page.goto(`${running.app.url}/search?q=canary`);
    await listRows(page).first().waitFor();
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('link', { name: 'Privacy' }).click();
    await page.getByRole('link', { name: 'Open the activity log' }).click();
    await entries(page).filter({ hasText: 'Searched' }).waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    const texts = await entries(page).allInnerTexts();
    assert.match(texts[0] ?? '', /^Searched\n+You, in this window · “canary”/);
    assert.match(texts[1] ?? '', /^Archived\n+You, in this window · “/);
    assert.ok(texts[1]?.includes(about.replace(/^Re: /, '').trim()), `${texts[1]} is not about ${about}`);

    await page.getByRole('searchbox', { name: 'Search the log' }).fill('cana');
    await entries(page).filter({ hasText: 'Archived' }).waitFor({ state: 'detached' });
    await page.getByRole('searchbox', { name: 'Search the log' }).fill('');
    await page.getByRole('button', { name: 'Agents' }).click();
    await page.getByText('No matching activity').waitFor();
    await page.getByRole('button', { name: 'Everyone' }).click();
    await page.getByRole('combobox', { name: 'Action', exact: true }).selectOption('Searched');
    await entries(page).filter({ hasText: 'Archived' }).waitFor({ state: 'detached' });

    await page.getByRole('checkbox', { name: 'Select: Searched' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Redact…' }).focus();
    await page.keyboard.press('Enter');
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Redact 1 entry permanently' }).focus();
    await page.keyboard.press('Enter');
    await entries(page).filter({ hasText: 'redacted' }).waitFor();
    await untilAsserted(async () => assert.equal(await page.getByText('canary').count(), 0));

    await page.getByRole('combobox', { name: 'Action', exact: true }).selectOption('Any action');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('button', { name: 'Table (CSV)' }).click();
    assert.equal((await downloading).suggestedFilename(), 'posthorn-activity.csv');
    await page.getByRole('button', { name: 'Pause recording' }).click();
    await page.getByRole('button', { name: 'For an hour' }).click();
    await page.getByText('Recording is paused until').waitFor();
    await page.getByRole('button', { name: 'Resume recording' }).click();
    await page.getByText('Recording is paused until').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Remove old entries' }).click();
    await page.getByRole('button', { name: 'All entries' }).click();
    await entries(page).filter({ hasText: 'Removed old activity log entries' }).waitFor();
    await untilAsserted(async () => assert.equal(await entries(page).filter({ hasText: 'Archived' }).count(), 0));
    await page.setViewportSize({ width: 390, height: 800 });
    assert.deepEqual(await axeViolations(page), []);
    assert.deepEqual(troubles, []);
    await close();
  });

  test('an opened link is not recorded, unless the settings want it (checklist 54)', async () => {
    const { page, expectError: expects, close } = await open('/inbox', { isFresh: true });
    expects(/museum\.example/);
    const events: string[] = [];
    await page.context().route('https://museum.example/**', (route) => route.fulfill({ body: 'Welcome' }));
    await page.route('**/api/v1/mail/threads/*', async (route) => {
      const response = await route.fetch();
      const thread = (await response.json()) as { bodies: object[] };
      const text_plain = 'See https://museum.example/now?token=1';
      const text_blocks = [{ kind: 'own', start: 0, end: text_plain.length }];
      const bodies = thread.bodies.map((body) => ({
        ...body,
        text_plain,
        text_blocks,
        text_html: null,
        preferred: 'text',
      }));
      await route.fulfill({ response, json: { ...thread, bodies } });
    });
    page.on('request', (request) => {
      if (request.url().includes('link-opened')) events.push(request.postData() ?? '');
    });
    const follow = async () => {
      await listRows(page).first().click();
      await threadSubject(page).waitFor();
      const answered = page.waitForResponse('**/api/v1/admin/activity/status');
      const opening = page.waitForEvent('popup');
      await page.locator('article a[target=_blank]').first().click();
      await (await opening).close();
      await answered;
    };
    await follow();
    await page.evaluate(enableActivityScript);
    assert.deepEqual(events, []);
    await page.reload();
    const sent = page.waitForResponse('**/api/v1/admin/activity/link-opened');
    await follow();
    assert.equal((await sent).status(), 200);
    assert.match(events.join(), /^\{"message_id":"[0-9a-f-]{36}","host":"museum\.example"\}$/);
    await close();
  });
});

/** Done on the page, because it is not in the settings. */
const enableActivityScript = `(async () => {
  const { token } = await (await fetch('/api/v1/auth/local-token')).json();
  const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' };
  const body = JSON.stringify({ key: 'activity.track_link_clicks', value: true });
  await fetch('/api/v1/platform/settings', { method: 'POST', headers, body });
})()`;
