import assert from 'node:assert/strict';
import { until } from '../../../daemon/test-until.ts';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import type { Page } from 'playwright';
import { axeViolations } from '../axe.ts';
import { listRows, navigateWithin, skip, untilAsserted } from '../browser.ts';
import { holdRequests } from '../held-requests.ts';
import { suiteFakeApp } from '../suite-app.ts';

const narrow = { width: 360, height: 800 };

const html = (page: Page, name: string) => page.locator('html').getAttribute(`data-${name}`);
const toast = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: new RegExp(`^${text}`) });

suite('settings', { skip }, () => {
  const fake = suiteFakeApp();
  const open = (...given: Parameters<typeof fake.open>) => fake.open(...given);
  const current = () => fake.app.daemon.config.current;

  test('a choice applies at once, can be undone, and can be reset to its default', async () => {
    const { page, pageErrors: troubles, close } = await open('/settings/appearance');
    await page.getByRole('radio', { name: 'Compact' }).check();
    await toast(page, 'Saved: List spacing').waitFor();
    assert.deepEqual([await html(page, 'density'), current().ui.density], ['compact', 'compact']);
    await toast(page, 'Saved: List spacing').getByRole('button', { name: 'Undo' }).click();
    await page.locator('html[data-density=regular]').waitFor();
    assert.equal(current().ui.density, 'regular');
    assert.ok(!fake.app.daemon.config.explicit.has('ui.density'), 'the line is removed from the file');

    await page.getByRole('checkbox', { name: 'Show the sidebar' }).uncheck();
    await page.locator('html[data-sidebar=closed]').waitFor();
    await page.getByRole('button', { name: 'Show mailboxes' }).waitFor();
    await page.getByRole('button', { name: 'Use default for Show the sidebar' }).click();
    await page.locator('html:not([data-sidebar])').waitFor();
    // The button is gone, and the focus is at the setting.
    await page.locator('[id="setting-appearance.sidebar"]:focus').waitFor();
    assert.deepEqual(troubles, []);
    await close();
  });

  test('the theme of the settings is kept and applied from the first frame', async () => {
    const { page, pageErrors: troubles, expectError: expects, close } = await open('/settings/appearance');
    const theme = page.getByRole('radiogroup', { name: 'Theme' });
    await theme.getByRole('radio', { name: 'Dark' }).check();
    await page.locator('html[data-theme=dark]').waitFor();
    await toast(page, 'Saved: Theme').waitFor();
    await theme.getByRole('radio', { name: 'Light' }).check();
    await page.locator('html[data-theme=light]').waitFor();
    await until('the theme is stored', () => current().appearance.theme === 'light');
    // A change of the file by another program shows by itself, and is drawn before the daemon answers again.
    await fake.app.daemon.ask('settings.change', { key: 'appearance.theme', value: 'dark' });
    await page.locator('html[data-theme=dark]').waitFor();
    await page.route('**/api/v1/**', (route) => route.abort());
    await page.reload();
    await page.locator('html[data-theme=dark]').waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await fake.app.daemon.ask('settings.change', { key: 'appearance.theme', value: null });
    expects(/Failed to load resource|WebSocket/);
    assert.deepEqual(troubles, []);
    await close();
  });

  test('messages with Undo stay as long as the user chose, and while they are pointed at or focused', async () => {
    const { page, pageErrors, close } = await open('/settings/general', {}, (opening) => opening.clock.install());
    const saved = toast(page, 'Saved: Keep messages with Undo');
    const undo = saved.getByRole('button', { name: 'Undo' });
    const passes = (ms: number) => page.clock.runFor(ms);
    const choice = page.getByLabel('Keep messages with Undo on the screen', { exact: true });
    await choice.selectOption('20 seconds');
    await undo.focus();
    await passes(60_000);
    await saved.hover();
    await undo.blur();
    await passes(60_000);
    await saved.waitFor();
    await page.mouse.move(0, 0);
    await passes(20_000);
    await saved.waitFor({ state: 'detached' });
    await choice.selectOption('Until I close them');
    await saved.waitFor();
    await passes(60_000);
    await undo.click();
    await until('it is undone', () => current().ui.undo_messages === '20s');
    await fake.app.daemon.ask('settings.change', { key: 'ui.undo_messages', value: null });
    assert.deepEqual(pageErrors, []);
    await close();
  });

  test('a page of settings appears when none of its lists can move it any more', async () => {
    const { page, pageErrors, close } = await open('/settings/appearance', {}, async () => undefined);
    const cases = [
      ['privacy', '**/platform/webhooks', 'Add webhook…'],
      ['ai', '**/platform/llm/status', 'Use this model'],
      ['storage', '**/admin/backups', 'Back up now'],
    ] as const;
    for (const [name, path, button] of cases) {
      const { hold, asked, goOn } = holdRequests();
      await page.route(path, hold);
      await navigateWithin(page, `${fake.app.url}/settings/${name}`);
      await asked;
      await page.getByRole('status').filter({ hasText: 'Loading settings' }).waitFor({ state: 'attached' });
      assert.equal(await page.getByRole('button', { name: button }).count(), 0);
      goOn();
      await page.getByRole('button', { name: button }).waitFor();
    }
    assert.deepEqual(pageErrors, []);
    await close();
  });

  test('what is typed stays while another part of the page loads a list', async () => {
    const { hold, asked, goOn } = holdRequests();
    const { page, pageErrors, close } = await open('/settings/ai', {}, (fresh) =>
      fresh.route('**/platform/local-pages', hold),
    );
    const model = page.getByLabel('Model', { exact: true }).first();
    await model.fill('small');
    await asked;
    const answered = page.waitForResponse('**/platform/local-pages');
    goOn();
    await answered;
    assert.equal(await model.inputValue(), 'small');
    assert.deepEqual(pageErrors, []);
    await close();
  });

  test('dates of mail follow the chosen format', async () => {
    const { page, pageErrors: troubles, close } = await open('/settings/general');
    await page.getByLabel('Short dates', { exact: true }).selectOption('Custom…');
    await page.getByLabel('Custom format for Short dates').fill('on %Y-%m-%d');
    await page.getByLabel('Custom format for Short dates').press('Enter');
    await page.getByText(/Preview: on \d{4}-/).waitFor();
    await page.getByRole('link', { name: 'Inbox' }).first().click();
    await listRows(page)
      .getByText(/^on 2026-0\d-\d\d$/)
      .first()
      .waitFor();
    await fake.app.daemon.ask('settings.change', { key: 'appearance.date_format', value: null });
    await listRows(page).getByText(/^on /).first().waitFor({ state: 'detached' });
    assert.deepEqual(troubles, []);
    await close();
  });

  test('an invalid value is refused at its field, and the previous value stays in force', async () => {
    const { page, pageErrors: troubles, expectError: expects, close } = await open('/settings/writing');
    const hold = page.getByLabel('Undo send');
    await hold.fill('soon');
    await hold.press('Enter');
    await page
      .getByRole('alert')
      .getByText(/^This must be a whole number/)
      .waitFor();
    await untilAsserted(async () => assert.equal(await hold.getAttribute('aria-invalid'), 'true'));
    await untilAsserted(async () => assert.equal(await hold.inputValue(), 'soon'));
    await hold.press('Escape');
    await untilAsserted(async () =>
      assert.deepEqual([await hold.inputValue(), await page.getByRole('alert').count()], ['8', 0]),
    );
    await hold.fill('20');
    await hold.press('Enter');
    await page.getByText('Default: 8 seconds').waitFor();
    assert.equal(current().send.undo_seconds, 20);
    const domains = page.getByLabel('Your organization’s domains');
    await domains.fill('example.org\nexample.test\n');
    await domains.blur();
    await toast(page, 'Saved: Your organization’s domains').waitFor();
    assert.deepEqual(current().safety.recipients.internal_domains, ['example.org', 'example.test']);
    assert.deepEqual(await axeViolations(page), []);
    expects(/status of 400/);
    assert.deepEqual(troubles, []);
    await close();
  });

  test('a concurrent change is not overwritten: it is read again, and reported', async () => {
    // A new window: the route that delays its socket is not removed again.
    const {
      page,
      pageErrors: troubles,
      expectError: expects,
      close,
    } = await open('/settings/general', { locale: 'en-GB' });
    const morning = page.getByLabel('Morning', { exact: true });
    await morning.waitFor();
    // The page receives no event, as when the other change is made at the same moment.
    await page.routeWebSocket(/./, () => undefined);
    await page.reload();
    await morning.waitFor();
    await fake.app.daemon.ask('settings.change', { key: 'snooze.evening_hour', value: 19 });
    await morning.selectOption('07:00');
    await page
      .getByRole('alert')
      .getByText(/changed elsewhere/)
      .waitFor();
    await untilAsserted(async () => assert.equal(await page.getByLabel('Evening', { exact: true }).inputValue(), '19'));
    assert.equal(current().snooze.morning_hour, 9);
    await morning.selectOption('07:00');
    await toast(page, 'Saved: Morning').waitFor();
    assert.deepEqual([current().snooze.morning_hour, current().snooze.evening_hour], [7, 19]);
    expects(/status of 412/);
    assert.deepEqual(troubles, []);
    await close();
  });

  test('errors in config.toml are reported at the affected settings', async () => {
    const { daemon } = fake.app;
    const text = readFileSync(daemon.configFile, 'utf8');
    const { page, pageErrors: troubles, close } = await open('/settings/general');
    writeFileSync(daemon.configFile, `${text}\n[search]\nmax_results = 0\n[typo]\nx = 1\n`);
    daemon.reloadConfig();
    await page.getByText(/^config\.toml, line \d+: .*max_results/).waitFor();
    await page.getByRole('link', { name: 'Advanced' }).click();
    await page.getByRole('region', { name: 'Other problems in config.toml' }).getByText(/typo/).waitFor();
    writeFileSync(daemon.configFile, '= broken');
    daemon.reloadConfig();
    await page.getByRole('alert').getByText('Couldn’t apply config.toml').waitFor();
    writeFileSync(daemon.configFile, text);
    daemon.reloadConfig();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    assert.deepEqual(troubles, []);
    await close();
  });

  test('every setting is found by its words, by keyboard alone', async () => {
    const { page, pageErrors: troubles, close } = await open('/accounts');
    await page.getByRole('button', { name: 'Find a setting' }).press('Enter');
    await page.getByRole('combobox', { name: 'Find a setting' }).fill('undo_sec');
    await page.getByRole('option', { name: /^Undo send/ }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Writing', exact: true }).waitFor();
    await page.locator('[id="setting-send.undo_seconds"]:focus').waitFor();
    // A setting without a page of its own, in a collapsed table.
    await page.getByRole('button', { name: 'Find a setting' }).press('Enter');
    await page.getByRole('combobox', { name: 'Find a setting' }).fill('general.editor');
    await page.keyboard.press('Enter');
    await page.locator('[id="setting-general.editor"]:focus').waitFor();
    await page.keyboard.type('nano');
    await page.keyboard.press('Enter');
    await toast(page, 'Saved: Editor').waitFor();
    assert.equal(current().general.editor, 'nano');
    assert.deepEqual(troubles, []);
    await close();
  });

  test('a setting that has no effect yet is not offered, and neither is a group of such settings', async () => {
    const { page, pageErrors: troubles, close } = await open('/settings/general');
    await page.getByRole('region', { name: 'When snoozed mail returns' }).waitFor();
    await untilAsserted(async () =>
      assert.equal(await page.getByRole('region', { name: 'Search by meaning' }).count(), 0),
    );
    await page.getByRole('button', { name: 'Find a setting' }).press('Enter');
    const field = page.getByRole('combobox', { name: 'Find a setting' });
    await field.fill('snooze.morning_hour');
    const morning = page.getByRole('option', { name: /morning/i });
    await morning.first().waitFor();
    await field.fill('query_timeout_ms');
    await morning.first().waitFor({ state: 'detached' });
    await untilAsserted(async () => assert.equal(await page.getByRole('option', { name: /timeout/i }).count(), 0));
    await page.goto(page.url().replace('/general', '/advanced'));
    await page.getByText('Editor and hooks').first().waitFor({ state: 'attached' });
    await untilAsserted(async () => assert.equal(await page.locator('[id$="query_timeout_ms"]').count(), 0));
    await untilAsserted(async () =>
      assert.equal(await page.locator('[id="setting-transports.tcp.enabled"]').count(), 1),
    );
    assert.deepEqual(troubles, []);
    await close();
  });

  test('agents get permissions step by step, and the effect is shown', async () => {
    const { page, pageErrors: troubles, close } = await open('/settings/privacy');
    await page.getByRole('button', { name: 'Allow reading…: Agents' }).click();
    const agents = page.getByRole('region', { name: 'Agents', exact: true });
    await agents.getByText('It can’t see any mail: no account is selected.').waitFor();
    await agents.getByRole('checkbox', { name: 'Ada' }).check();
    await agents.getByText('In Ada, it can read.').waitFor();
    await agents.getByRole('radio', { name: /^Read, write and send/ }).check();
    await agents.getByRole('checkbox', { name: 'Allow sending' }).check();
    await agents.getByText('In Ada, it can read, write drafts and send.').waitFor();
    const { allowed_accounts, safety_policy, allow_send, allow_destructive } = current().agents.profiles.agent ?? {};
    assert.deepEqual(
      [allowed_accounts, safety_policy, allow_send, allow_destructive],
      [['ada'], 'restricted', true, false],
    );
    assert.deepEqual(await axeViolations(page), []);
    assert.deepEqual(troubles, []);
    await close();
  });

  test('a profile without a list of actions, and one with a mistake, say what that means', async () => {
    const { page, close } = await open('/settings/privacy');
    const { configFile, reloadConfig } = fake.app.daemon;
    const file = readFileSync(configFile, 'utf8');
    const write = (profile: string) => {
      writeFileSync(configFile, `${file}\n[agents.profiles.mcp]\n${profile}\n`);
      reloadConfig();
    };
    const agents = page.getByRole('region', { name: 'Language model tools', exact: true });
    const unlimited = agents.getByText(/^All actions are allowed/);
    write('safety_policy = "full"\nallow_destructive = true');
    await unlimited.waitFor();
    write('safety_policy = "full"\nallow_destructive = true\nallowed_destructive_actions = ["archive"]');
    await unlimited.waitFor({ state: 'detached' });
    write('safety_policy = "full"\nallow_destructive = true\nallowed_destructive_actions = ["archiv"]');
    await agents.getByText('config.toml has an error here. All requests are refused until it’s fixed.').waitFor();
    await agents.getByText('No access.').waitFor();
    await untilAsserted(async () =>
      assert.equal(await agents.getByRole('button', { name: 'Allow reading…' }).count(), 0),
    );
    writeFileSync(configFile, file);
    reloadConfig();
    await close();
  });

  test('a change that would lock this page asks for confirmation', async () => {
    const { page, pageErrors: troubles, close } = await open('/settings/privacy');
    await page
      .getByRole('region', { name: 'For everyone' })
      .getByRole('radio', { name: /^Read Mail/ })
      .click();
    const question = page.getByRole('dialog');
    await question.getByText(/also applies to this page/).waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await page.getByRole('radio', { name: /^Everything/, checked: true }).waitFor();
    assert.equal(current().general.safety_policy, 'full');
    assert.deepEqual(troubles, []);
    await close();
  });

  test('a token is created, its secret shown once, and revoked', async () => {
    const { page, pageErrors: troubles, close } = await open('/settings/privacy');
    await page.getByRole('button', { name: 'Create token…' }).click();
    await page.getByRole('button', { name: 'Create token', exact: true }).click();
    await page.getByText('Enter a name so that').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Morning digest');
    await page.getByRole('checkbox', { name: 'Only certain accounts' }).check();
    await page.getByRole('checkbox', { name: 'Ada' }).last().check();
    await page.getByRole('button', { name: 'Create token', exact: true }).click();
    const secret = page.getByRole('group', { name: 'New token' });
    const token = await secret.locator('code').innerText();
    assert.match(token, /^ph_/);
    await secret.getByRole('button', { name: 'Done' }).click();
    await page.getByText(/^Script, created .*, only for Ada$/).waitFor();
    await untilAsserted(async () => assert.doesNotMatch(await page.locator('body').innerText(), new RegExp(token)));
    await page.getByRole('button', { name: 'Revoke Morning digest' }).click();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByText('No tokens yet.').waitFor();
    assert.deepEqual((await fake.app.daemon.ask('tokens.list')).tokens, []);
    assert.deepEqual(troubles, []);
    await close();
  });

  test('a program is connected by one line, with a token of its own that works for tools', async () => {
    const { page, pageErrors: troubles, close } = await open('/settings/privacy');
    const section = page.getByRole('region', { name: 'Connect a program' });
    await section.getByRole('button', { name: 'Create setup' }).click();
    const line = await section.locator('code').innerText();
    const [, url, token = ''] =
      /^claude mcp add --transport http posthorn (\S+\/mcp) --header "Authorization: Bearer (ph_[\w-]+)"$/.exec(line) ??
      [];
    assert.equal(url, `${fake.app.url}/mcp`);
    assert.equal(fake.app.daemon.callerForToken(token)?.origin, 'mcp');
    await section.getByRole('button', { name: 'Done' }).click();
    await section.getByLabel('Program', { exact: true }).selectOption('Cursor');
    await section.getByRole('button', { name: 'Create setup' }).click();
    const entry = JSON.parse(await section.locator('code').innerText()) as {
      mcpServers: { posthorn: { url: string } };
    };
    assert.equal(entry.mcpServers.posthorn.url, url);
    const { tokens } = await fake.app.daemon.ask('tokens.list');
    assert.deepEqual(tokens.map(({ name, origin }) => `${name}: ${origin}`).toSorted(), [
      'Claude Code: mcp',
      'Cursor: mcp',
    ]);
    await page
      .getByText(/^Tool, created /)
      .nth(1)
      .waitFor();
    for (const { token_id } of tokens) await fake.app.daemon.ask('tokens.remove', { token_id });
    assert.deepEqual(troubles, []);
    await close();
  });

  test('a webhook is added, its secret shown once, tested and removed, and the page says whether events arrive', async (t) => {
    const statuses: number[] = [];
    const program = createServer((request, response) => {
      request.resume().once('end', () => response.writeHead(statuses.shift() ?? 204).end());
    });
    await once(program.listen(0, '127.0.0.1'), 'listening');
    t.after(() => program.close());
    const url = `http://127.0.0.1:${(program.address() as AddressInfo).port}/posthorn`;
    const { page, pageErrors: troubles, expectError: expects, close } = await open('/settings/privacy');
    const section = page.getByRole('region', { name: 'Webhooks' });
    await section.getByText('No webhooks yet.').waitFor();
    await section.getByRole('button', { name: 'Add webhook…' }).click();
    const add = section.getByRole('button', { name: 'Add webhook', exact: true });
    await add.click();
    await section.getByText('Enter a name so that').waitFor();
    await section.getByLabel('Name', { exact: true }).fill('Chat bridge');
    await section.getByLabel('Address', { exact: true }).fill('https://example.org/hook');
    await add.click();
    await section.getByText('Enter an address on this computer').waitFor();
    expects(/422|400|Failed to load resource/);
    await section.getByLabel('Address', { exact: true }).fill(url);
    await section.getByLabel('Events', { exact: true }).selectOption('Sent mail');
    await add.click();
    const secret = await section.getByRole('group', { name: 'Signing secret' }).locator('code').innerText();
    assert.match(secret, /^whsec_/);
    await section.getByRole('button', { name: 'Done' }).click();
    await section.getByText('Nothing delivered yet').waitFor();
    await untilAsserted(async () => assert.doesNotMatch(await page.locator('body').innerText(), /whsec_/));
    const { webhooks } = await fake.app.daemon.ask('webhooks.list', {});
    assert.deepEqual(
      webhooks.map(({ name, events }) => [name, events]),
      [['Chat bridge', ['OutboxUpdated', 'ScheduledSendFlushed', 'SendBounced']]],
    );

    const test = section.getByRole('button', { name: 'Send a test to Chat bridge' });
    await test.click();
    await section.getByText(/accepted the test \(status 204/).waitFor();
    statuses.push(410);
    await test.click();
    await section.getByText('The program answered with status 410.').waitFor();
    await section.getByRole('button', { name: 'Remove Chat bridge' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await section.getByText('No webhooks yet.').waitFor();
    assert.deepEqual((await fake.app.daemon.ask('webhooks.list', {})).webhooks, []);
    assert.deepEqual(troubles, []);
    await close();
  });

  test('a backup is made, checked and deleted, and the table says what each has', async () => {
    const { page, pageErrors: troubles, close } = await open('/settings/storage');
    await page.getByRole('button', { name: 'Back up now' }).click();
    await toast(page, 'Backup complete').waitFor();
    const row = page.getByRole('table', { name: 'Backups' }).getByRole('row').nth(1);
    const { total_messages } = await fake.app.daemon.ask('admin.status');
    await row.getByText(`${total_messages} messages, 0 drafts`).waitFor();
    await row.getByText('Made by you').waitFor();
    await row.getByText('Not checked yet').waitFor();
    await row.getByRole('button', { name: /^Check the backup from/ }).click();
    await toast(page, 'The backup is complete').waitFor();
    await row.getByText('Complete').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await row.getByRole('button', { name: /^Restore the backup from/ }).click();
    await page
      .getByRole('dialog')
      .getByText(/kept in a separate folder next to it/)
      .waitFor();
    await page.keyboard.press('Escape');

    const { folder, backups } = await fake.app.daemon.ask('backup.list');
    rmSync(join(folder, backups[0]?.name ?? '', 'mail.db'));
    await row.getByRole('button', { name: /^Check the backup from/ }).click();
    await toast(page, 'The backup failed the check').waitFor();
    await row.getByText('Damaged', { exact: true }).waitFor();
    await row.getByText(/its mail is missing/).waitFor();
    assert.equal(await row.getByRole('button', { name: /^Restore the backup from/ }).isDisabled(), true);
    await row.getByRole('button', { name: /^Delete the backup from/ }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('No backups yet.').waitFor();
    assert.deepEqual((await fake.app.daemon.ask('backup.list')).backups, []);
    assert.deepEqual(troubles, []);
    await close();
  });

  test('automatic backups are turned off and limited', async () => {
    const { page, pageErrors: troubles, close } = await open('/settings/storage');
    await page.getByRole('checkbox', { name: 'Back up every day' }).uncheck();
    await toast(page, 'Saved: Back up every day').waitFor();
    await page.getByLabel('Space for automatic backups').fill('5');
    await page.getByLabel('Space for automatic backups').press('Enter');
    await toast(page, 'Saved: Space for automatic backups').waitFor();
    assert.deepEqual(current().backup, { automatic: false, keep_daily: 7, keep_weekly: 4, max_gb: 5 });
    for (const key of ['backup.automatic', 'backup.max_gb'])
      await fake.app.daemon.ask('settings.change', { key, value: null });
    assert.deepEqual(troubles, []);
    await close();
  });

  test('all mail of an account is exported from the storage page', async () => {
    const { page, pageErrors: troubles, close } = await open('/settings/storage');
    await page.getByRole('button', { name: 'Export all mail…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Account', { exact: true }).selectOption('Ada');
    await dialog.getByRole('radio', { name: /^Individual messages/ }).check();
    assert.deepEqual(await axeViolations(page), []);
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    await toast(page, 'Exported')
      .getByText(/messages are in posthorn-export-/)
      .waitFor();
    const folder = join(fake.app.daemon.dataDir, 'downloads');
    const [name = ''] = readdirSync(folder).filter((each) => each.startsWith('posthorn-export-'));
    assert.deepEqual(readdirSync(join(folder, name)).toSorted(), ['Summary.txt', 'ada@example.test']);
    assert.deepEqual(troubles, []);
    await close();
  });

  test('every page is accessible, and fits the smallest window', async () => {
    for (const path of ['general', 'appearance', 'reading', 'writing', 'privacy', 'storage', 'advanced']) {
      const { page, pageErrors: troubles, close } = await open(`/settings/${path}`, { viewport: narrow });
      await page.locator('main h2, main summary').first().waitFor();
      if (path === 'advanced') await page.locator('summary').first().click();
      assert.deepEqual(await axeViolations(page), [], path);
      const tooWide = `[...document.querySelectorAll('main section, main [class*=card]')]
        .filter((element) => element.scrollWidth > Math.min(innerWidth, element.clientWidth))
        .map((element) => element.innerText)`;
      await untilAsserted(async () => assert.deepEqual(await page.evaluate(tooWide), [], path));
      assert.deepEqual(troubles, []);
      await close();
    }
  });
});
