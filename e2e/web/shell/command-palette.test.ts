import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright';
import { axeViolations } from '../axe.ts';
import { openPage, listRows, skip, threadSubject, untilAsserted } from '../browser.ts';
import { suiteApp } from '../suite-app.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'What would you like to do?' });
const field = (page: Page) => palette(page).getByRole('combobox');
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name });
const toast = (page: Page, text: string) => page.locator('[role=region] li').filter({ hasText: text });

async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await field(page).and(page.locator(':focus')).waitFor();
  await page.keyboard.type(text);
}

suite('the palette', { skip }, () => {
  const running = suiteApp();

  test('what is typed before the palette or a menu is loaded is its text, and runs no keys of the list', async () => {
    const openLabels = 'l';
    for (const [keys, words] of [
      ['Control+k', 'Go to Reply later'],
      [openLabels, 'House'],
    ] as const) {
      const loaded = Promise.withResolvers<void>();
      const { page, pageErrors, close } = await openPage(running.browser, `${running.app.url}/inbox`, {}, (opened) =>
        opened.route(/\/soon-[^/]*\.js$/, async (route) => {
          await loaded.promise;
          await route.continue();
        }),
      );
      const changes: string[] = [];
      page.on(
        'request',
        (request) => void (request.method() === 'POST' && changes.push(new URL(request.url()).pathname)),
      );
      await listRows(page).first().waitFor();
      await page.keyboard.press('j');
      await page.locator('main li[aria-posinset="1"] a:focus').waitFor();
      await page.keyboard.press(keys);
      // Of these letters some archive mail, and the last key opens it.
      await page.keyboard.type(words);
      await page.keyboard.press('Enter');
      assert.match(page.url(), /\/inbox$/);
      loaded.resolve();
      if (keys === openLabels) await toast(page, 'Added “House” to 1 conversation').waitFor();
      else await page.waitForURL('**/reply-later');
      assert.deepEqual(
        changes.filter((path) => /\/mutations\/(?!labels)/.test(path)),
        [],
      );
      if (keys === openLabels) await page.keyboard.press('z');
      assert.deepEqual(pageErrors, []);
      await close();
    }
  });

  test('applies actions by name to the selection and to the open conversation, and says what it cannot do and why', async () => {
    const {
      page,
      pageErrors: troubles,
      close,
    } = await openPage(running.browser, `${running.app.url}/inbox`, {
      reducedMotion: 'reduce',
    });
    await listRows(page).first().waitFor();
    await page.getByText(/^Synced/).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+J');
    await type(page, 'marun');
    await palette(page).getByText('Actions apply to 2 conversations.').waitFor();
    const marked = page.waitForRequest('**/mail/mutations/read');
    await page.keyboard.press('Enter');
    const input = (await marked).postDataJSON() as { thread_ids: string[]; read: boolean };
    assert.deepEqual([input.thread_ids.length, input.read], [2, false]);
    await page.locator('main li a:focus').waitFor();
    await page.keyboard.press('Escape');

    await listRows(page).nth(3).click();
    const shown = await threadSubject(page).innerText();
    await page.getByRole('toolbar').getByRole('button', { name: 'Archive' }).and(page.locator(':enabled')).waitFor();
    await type(page, '');
    await palette(page).getByText('Actions apply to “').filter({ hasText: shown }).waitFor();
    await untilAsserted(async () =>
      assert.match(await palette(page).getByRole('option').first().innerText(), /^Mark as unread/, 'the last one used'),
    );
    await page.keyboard.type('snoo');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Snooze until' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await type(page, 'export markdown');
    await page.keyboard.press('Enter');
    await toast(page, 'Exported').waitFor();
    await type(page, 'archive');
    await page.keyboard.press('Enter');
    await toast(page, 'Archived 1 conversation').waitFor();

    await page.goto(`${running.app.url}/history`);
    await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor();
    await type(page, 'move to trash');
    await untilAsserted(async () =>
      assert.equal(await option(page, /^Move to Trash/).getAttribute('aria-disabled'), 'true'),
    );
    await page.keyboard.press('Enter');
    await palette(page).getByText('Open or select a conversation first.').waitFor();
    assert.deepEqual(troubles, []);
    await close();
  });

  test('opens places, switches the theme, searches, and returns the focus, in a narrow window too', async () => {
    const {
      page,
      pageErrors: troubles,
      close,
    } = await openPage(running.browser, `${running.app.url}/inbox`, {
      reducedMotion: 'reduce',
    });
    await listRows(page).first().waitFor();
    await page.getByRole('combobox', { name: 'Search all mail' }).focus();
    await type(page, 'dark');
    await page.keyboard.press('Enter');
    await page.locator('html[data-theme=dark]').waitFor();
    await page.getByRole('combobox', { name: 'Search all mail' }).and(page.locator(':focus')).waitFor();
    await type(page, 'tax lab');
    assert.deepEqual(await axeViolations(page), []);
    await untilAsserted(async () =>
      assert.equal(
        await field(page).getAttribute('aria-activedescendant'),
        await option(page, 'Go to label Taxes 2026').getAttribute('id'),
      ),
    );
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Taxes 2026' }).waitFor();
    await type(page, 'canary rollout');
    await option(page, 'Search for “canary rollout”').click();
    await page.waitForURL('**/search?q=canary+rollout');

    await page.setViewportSize({ width: 390, height: 800 });
    await type(page, 'shortcuts');
    await untilAsserted(async () =>
      assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0),
    );
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Search or run a command').waitFor();
    assert.deepEqual(troubles, []);
    await close();
  });
});
