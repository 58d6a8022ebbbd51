import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, beforeEach, suite, test } from 'node:test';
import { defaultConfig } from '../../config/schema/schema.ts';
import type { Caller } from '../../handler-types.ts';
import { ada, bob, testDaemon } from '../../test-daemon.ts';
import { describeSettings } from './description.ts';

const owner: Caller = { origin: 'script' };
const agent: Caller = { origin: 'agent' };

const daemon = await testDaemon(
  { after: () => undefined },
  {
    accounts: [ada, bob],
    config: `# mine
[general]
default_account = "bob"

[llm]
base_url = "https://ada:hunter2@models.example/v1"

[agents.profiles.agent]
safety_policy = "full"
allowed_accounts = ["ada"]
allow_destructive = true

[agents.profiles.mcp]
safety_policy = "full"
allow_destructive = true

[accounts.own]
name = "Own"
email = "own@example.test"
enabled = false
sync = { type = "gmail", credential_source = "custom", client_id = "id", client_secret = "hunter2" }

[ui]
density = "compact" # small screen
typo = 1`,
  },
);
after(() => daemon.close());
const { ask, config, configFile: file } = daemon;
const text = () => readFileSync(file, 'utf8');
const toml = text();

suite('settings', () => {
  beforeEach(() => {
    writeFileSync(file, toml);
    daemon.reloadConfig();
  });

  test('the user reads the effective settings, their errors and their file; secrets are not shown', async () => {
    const settings = await ask('settings.get');
    const { accounts, agents, llm, ...rest } = settings.values as typeof config.current;
    assert.deepEqual([settings.file, settings.etag, settings.trouble], [file, config.etag, null]);
    assert.deepEqual(
      settings.notes.map(({ key, line }) => [key, line]),
      [['ui.typo', 25]],
    );
    assert.deepEqual(Object.keys(accounts), ['own', 'ada', 'bob']);
    assert.deepEqual(accounts.own?.sync, {
      type: 'gmail',
      credential_source: 'custom',
      client_id: 'id',
      client_secret: '[set]',
    });
    assert.equal(llm.base_url, 'https://[set]@models.example/v1');
    assert.equal(agents.profiles.agent?.safety_policy, 'full');
    assert.deepEqual(rest.bridge, defaultConfig().bridge);
    assert.ok(settings.explicit.includes('ui.density'));
    assert.doesNotMatch(JSON.stringify(settings), /hunter2/);
  });

  test('an agent reads the settings that concern it, for its accounts only', async () => {
    const { file, trouble, notes, values, explicit } = await ask('settings.get', {}, agent);
    assert.deepEqual([file, trouble, notes], [null, null, []]);
    assert.deepEqual(Object.keys(values.accounts as object), ['ada']);
    for (const table of ['agents', 'bridge', 'transports']) assert.ok(!(table in values), table);
    assert.ok(explicit.includes('accounts.ada.name') && explicit.includes('ui.density'));
    assert.doesNotMatch(JSON.stringify([values, explicit]), /bob|"own"|agents/);
  });

  test('a change returns the new values, and keeps the rest of the file', async () => {
    const { etag } = await ask('settings.get');
    const changed = await ask('settings.change', { key: 'ui.density', value: 'relaxed', if_match: etag });
    assert.equal((changed.values as typeof config.current).ui.density, 'relaxed');
    assert.deepEqual([changed.etag, config.current.ui.density], [config.etag, 'relaxed']);
    assert.equal(text(), toml.replace('"compact"', '"relaxed"'));
    await assert.rejects(ask('settings.change', { key: 'ui.density', value: 'regular', if_match: etag }), {
      code: 'changed_meanwhile',
    });
    await ask('settings.change', { key: 'ui.density', value: null });
    assert.equal(text(), toml.replace('density = "compact" # small screen\n', ''));
  });

  test('a change with an Idempotency-Key is made once, and the daemon applies it', async () => {
    const disable = () =>
      daemon.dispatch('settings.change', { key: 'accounts.bob.enabled', value: false }, owner, {
        idempotencyKey: 'one',
      });
    const first = await disable();
    const { accounts } = await ask('accounts.list');
    assert.equal(accounts.find(({ key }) => key === 'bob')?.health.state, 'disabled');
    writeFileSync(file, toml);
    assert.deepEqual(await disable(), first);
    assert.equal(text(), toml);
  });

  test('unknown settings and whole tables are refused', async () => {
    await assert.rejects(ask('settings.change', { key: 'ui.densty', value: 1 }), { code: 'unknown_setting' });
    await assert.rejects(ask('settings.change', { key: 'bridge', value: 1 }), { code: 'invalid_setting' });
    await assert.rejects(ask('settings.change', { key: 'bridge', value: { port: 1 } }), { code: 'invalid_input' });
    assert.equal(text(), toml);
  });

  test('agents, and tokens restricted to some accounts, change only the settings that are open to them', async () => {
    const limited: Caller = { origin: 'script', token_id: 't', only: [] };
    const closed = [
      'general.safety_policy',
      '"general".safety_policy',
      'general . safety_policy',
      `'general'."safety\\u005fpolicy"`,
      'GENERAL.safety_policy',
      'agents.profiles.agent.allow_send',
      'agents.profiles.mcp',
      'bridge.auto_local_token',
      'transports.tcp.enabled',
      'accounts.ada.enabled',
      'search.semantic.enabled',
      'search . "semantic" . enabled',
      '"notifications.chimes".enabled',
      'notifications.enabled',
      'llm.enabled',
      'send.undo_seconds',
      'ui',
      'ui.',
      'ui.nothing',
      'ui.density.x',
      'ui.density = 1\ngeneral.safety_policy',
      '__proto__.density',
      'ui.__proto__',
      'ui.constructor',
    ];
    for (const caller of [agent, { origin: 'mcp' } as const, limited]) {
      for (const key of closed)
        await assert.rejects(ask('settings.change', { key, value: true }, caller), { code: 'people_only' }, key);
    }
    assert.equal(text(), toml);
    await ask('settings.change', { key: 'ui."density"', value: 'relaxed' }, agent);
    await ask('settings.change', { key: 'ui.language', value: 'de' }, limited);
    assert.equal(text(), toml.replace('"compact"', '"relaxed"').replace('typo = 1\n', 'typo = 1\nlanguage = "de"\n'));
  });

  test('every key is described: its meaning, its valid values, and its default', async () => {
    const { settings } = await ask('settings.schema', {}, agent);
    const of = (key: string, type: string | null = null) =>
      settings.find((setting) => setting.key === key && setting.only_with_type === type);
    assert.deepEqual(of('bridge.port'), {
      key: 'bridge.port',
      only_with_type: null,
      type: 'whole',
      meaning: 'Its TCP port; 0 takes a free one.',
      is_required: false,
      default: 42_829,
      otherwise: null,
      choices: null,
      range: { least: 0, most: 65_535 },
      expects: null,
      open_to_agents: false,
      in_effect: true,
    });
    assert.equal(of('ui.language')?.otherwise, "the browser's");
    assert.deepEqual(of('accounts.<key>.sync.type')?.choices, [
      'gmail',
      'imap',
      'outlook_personal',
      'outlook_work',
      'fake',
    ]);
    assert.deepEqual(
      [of('accounts.<key>.sync.port', 'imap')?.default, of('accounts.<key>.sync.port', 'gmail')],
      [993, undefined],
    );
    assert.equal(of('accounts.<key>.email')?.is_required, true);
  });

  test('every description belongs to a setting, and each setting open to agents is listed', () => {
    const settings = describeSettings();
    const keys = settings.map(({ key, only_with_type }) => `${key} ${only_with_type}`);
    assert.equal(new Set(keys).size, keys.length);
    const open = settings.filter(({ open_to_agents }) => open_to_agents).map(({ key }) => key);
    const tables = new Set(open.map((key) => key.slice(0, key.lastIndexOf('.'))));
    assert.deepEqual([...tables].toSorted(), [
      'appearance',
      'deliveries',
      'modes',
      'notifications.chimes',
      'search',
      'snooze',
      'ui',
    ]);
  });
});
