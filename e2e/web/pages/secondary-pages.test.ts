import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright';
import { timeId } from '../../../daemon/base/ids.ts';
import { axeViolations } from '../axe.ts';
import { skip, waitForExpression, untilAsserted } from '../browser.ts';
import { suiteFakeApp } from '../suite-app.ts';

const narrow = { width: 360, height: 780 };

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

suite('the pages beside the mail', { skip }, () => {
  const fake = suiteFakeApp();
  const open = (path: string) => fake.open(path);

  test('every settings page links to every other, on wide screens and on phones', async () => {
    const { page, pageErrors: troubles, close } = await open('/settings/appearance');
    const pages = page.getByRole('navigation', { name: 'Settings pages' });
    await heading(page, 'Appearance').waitFor();
    const names = (await pages.getByRole('link').allInnerTexts()).map((name) => name.trim());
    assert.deepEqual(names, [
      'General',
      'Appearance',
      'Accounts',
      'Reading',
      'Writing',
      'Notifications',
      'Keyboard shortcuts',
      'Privacy and security',
      'AI',
      'Storage and backup',
      'Advanced',
    ]);
    for (const name of names) {
      await pages.getByRole('link', { name, exact: true }).click();
      await heading(page, name).waitFor();
      await untilAsserted(async () =>
        assert.equal((await pages.locator('[aria-current=page]').innerText()).trim(), name),
      );
    }
    await page.setViewportSize(narrow);
    const opener = page.getByRole('button', { name: 'Settings pages: Advanced' });
    await opener.press('Enter');
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('link', { name: 'General', exact: true }).press('Enter');
    await heading(page, 'General').waitFor();
    await page.getByRole('button', { name: 'Settings pages: General' }).waitFor();
    await untilAsserted(async () =>
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), narrow.width),
    );
    assert.deepEqual(troubles, []);
    await close();
  });

  test('the search for a setting also finds its page by words that the page does not contain', async () => {
    const { page, pageErrors: troubles, close } = await open('/accounts');
    const find = async (text: string, name: string, title = name) => {
      await page.getByRole('button', { name: 'Find a setting' }).first().press('Enter');
      await page.getByRole('combobox', { name: 'Find a setting' }).fill(text);
      await page.getByRole('option', { name }).first().click();
      await heading(page, title).waitFor();
    };
    await find('shortcut', 'Keyboard shortcuts');
    await find('bug report', 'Health check');
    await find('folder rename', 'Labels', 'General');
    await page.getByRole('region', { name: 'Labels', exact: true }).and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: 'Find a setting' }).first().press('Enter');
    await page.getByRole('combobox', { name: 'Find a setting' }).fill('language');
    await page.getByRole('option', { name: /^Language ?General/ }).click();
    await page.getByRole('combobox', { name: 'Language' }).selectOption('English');
    await page.getByRole('listitem').filter({ hasText: 'Saved: Language' }).waitFor();
    assert.equal(fake.app.daemon.config.current.ui.language, 'en');
    assert.deepEqual(troubles, []);
    await close();
  });

  test('labels are created and renamed in the settings', async () => {
    const { page, pageErrors: troubles, close } = await open('/settings/general');
    await page.getByRole('textbox', { name: 'New label' }).fill('Lighthouses');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Rename Lighthouses' }).click();
    await page.getByRole('textbox', { name: 'New name for Lighthouses' }).fill('Towers');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Rename Towers' }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    assert.deepEqual(troubles, []);
    await close();
  });

  test('the guides are read in the page, without the internet, and link to each other', async () => {
    const { page, pageErrors: troubles, close } = await open('/help');
    await page.getByRole('heading', { name: 'Troubleshooting' }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Every day' }).click();
    await waitForExpression(page, 'document.activeElement.id === "every-day"');
    await page.getByRole('link', { name: 'For agents' }).click();
    await page.getByRole('link', { name: 'Posthorn for scripts' }).first().click();
    await page.getByRole('heading', { name: 'Address and token' }).waitFor();
    await page.getByRole('navigation', { name: 'Guides' }).getByRole('link', { name: /API$/ }).click();
    await page.getByRole('link', { name: 'For scripts' }).waitFor();
    assert.deepEqual(troubles, []);
    await close();
  });

  test('an action names its script; repeated saves while the user writes are one entry', async () => {
    const { daemon, clock } = fake.app;
    const { token_id } = await daemon.ask('tokens.create', { name: 'Morning digest', origin: 'script' });
    const { mailbox } = await daemon.ask('mailbox.list', { limit: 5 });
    const [message] = mailbox.groups.flatMap(({ rows }) => rows);
    await daemon.ask('mutations.archive', { message_ids: [message?.id ?? ''] }, { origin: 'script', token_id });
    const { accounts } = await daemon.ask('accounts.list');
    const draft = { id: timeId(), account_id: accounts[0]?.account_id ?? '', subject: 'Tea', to: [] };
    for (const body_markdown of ['Shall', 'Shall we', 'Shall we say **seven**?'])
      await daemon.ask('drafts.saveLocal', { ...draft, body_markdown }, { origin: 'web' });
    // A loop writes actions into the history every half second.
    clock.advance(500);

    const { page, pageErrors: troubles, close } = await open('/history');
    await page.getByText('Done · by the script “Morning digest”').waitFor();
    await page.goto(`${fake.app.url}/drafts`);
    await page.getByText('Shall we say seven?', { exact: true }).waitFor();
    await page.goto(`${fake.app.url}/activity`);
    const run = page.getByRole('listitem').filter({ hasText: 'Wrote a draft' });
    await run.getByRole('button', { name: 'Show all 3' }).press('Enter');
    await run.getByText('Saved a draft').nth(2).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await run.getByRole('checkbox', { name: 'Select all 3: Wrote a draft' }).check();
    await page.getByText('3 entries selected').waitFor();
    assert.deepEqual(troubles, []);
    await close();
  });

  test('every page formats dates as the settings state', async () => {
    await fake.app.daemon.ask('settings.change', { key: 'appearance.date_format', value: '%Y/%m/%d' });
    const { page, pageErrors: troubles, close } = await open('/drafts');
    await page
      .locator('time', { hasText: /^2026\/03\/10$/ })
      .first()
      .waitFor();
    assert.deepEqual(troubles, []);
    await close();
  });

  test('an empty page says what it would show, and has the one useful action', async () => {
    const { page, pageErrors: troubles, close } = await open('/outbox');
    await page.getByRole('button', { name: 'Go to Drafts' }).click();
    await heading(page, 'Drafts').waitFor();
    await page.getByRole('button', { name: 'Discard Tea' }).click();
    await page.getByText('No drafts').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Write', exact: true }).click();
    await page.getByRole('textbox', { name: 'Subject' }).waitFor();
    assert.deepEqual(troubles, []);
    await close();
  });
});
