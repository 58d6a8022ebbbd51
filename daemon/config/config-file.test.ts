import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../base/failure.ts';
import { readConfig } from './config-file.ts';
import { defaultConfig, type Config } from './schema/schema.ts';

const read = (toml: string, last?: Config) => readConfig(toml, 'config.toml', last);
const noteLocations = (toml: string) => read(toml).notes.map(({ severity, key, line }) => [severity, key, line]);

test('settings in the file take effect, and all others keep their defaults', () => {
  const { config, notes } = read('[bridge]\nport = 0\n[search]\ndefault_mode = "hybrid"');
  const expected = defaultConfig();
  expected.bridge.port = 0;
  expected.search.default_mode = 'hybrid';
  assert.deepEqual(config, expected);
  assert.deepEqual(notes, []);
});

test('an unknown key causes a warning with its line and does not affect other keys', () => {
  const { config, notes } = read('[bridge]\nport = 1\nporf = 2\n\n[brigde]\nport = 3');
  assert.equal(config.bridge.port, 1);
  assert.deepEqual(
    notes.map(({ severity, key, line }) => [severity, key, line]),
    [
      ['warning', 'bridge.porf', 3],
      ['warning', 'brigde', 5],
    ],
  );
  assert.match(notes[0]?.message ?? '', /^bridge\.porf isn’t a setting and has no effect; /);
});

test('a bad value is replaced by the last good one or the default, for its key alone, with a note', () => {
  const toml = '[bridge]\nport = 70000\nenabled = false';
  const first = read(toml);
  assert.deepEqual([first.config.bridge.port, first.config.bridge.enabled], [42829, false]);
  assert.deepEqual(first.notes, [
    {
      severity: 'error',
      key: 'bridge.port',
      line: 2,
      message: 'bridge.port must be a whole number from 0 to 65535; the default 42829 is used.',
    },
  ]);

  const again = read(toml, read('[bridge]\nport = 5000').config);
  assert.deepEqual([again.config.bridge.port, again.config.bridge.enabled], [5000, false]);
  assert.match(again.notes[0]?.message ?? '', /the last good value is kept\.$/);
});

test('the replacement for a bad value is never more permissive than what the user may have meant', () => {
  const { config, notes } = read(`
    general.safety_policy = "readonly"
    bridge.auto_local_token = "false"
    activity.enabled = "no"
    render.html_remote_content = 0
    agents.profiles.agent = { allow_destructive = true, allowed_destructive_actions = ["archve"] }
    accounts.work = { name = "Work", email = "ada@analytical.example", enabled = "no" }`);
  assert.equal(config.general.safety_policy, 'read-only');
  assert.equal(config.bridge.auto_local_token, false);
  assert.equal(config.activity.enabled, false);
  assert.equal(config.render.html_remote_content, false);
  assert.equal(config.agents.profiles.agent, undefined);
  assert.equal(config.accounts.work?.enabled, false);
  assert.equal(notes.length, 6);
});

test('a profile without keys is read-only, and sees and sends nothing (checklist 75)', () => {
  const { config } = read('[agents.profiles.agent]\n[agents.profiles.mcp]');
  const closed = {
    safety_policy: 'read-only',
    allowed_accounts: [],
    allow_send: false,
    allow_destructive: false,
    allowed_destructive_actions: [],
  };
  const { agent, mcp } = config.agents.profiles;
  assert.partialDeepStrictEqual([agent, mcp], [closed, closed]);
});

test('a file that is not TOML is refused with line and column, without quoting its text', () => {
  assert.throws(
    () => read('[bridge]\nport = 1\nclient_secret = "abc'),
    (thrown: unknown) => {
      assert.ok(thrown instanceof Failure);
      assert.deepEqual([thrown.kind, thrown.code, thrown.details.line], ['invalid', 'config_unreadable', 3]);
      assert.match(thrown.message, /^config\.toml, line 3, column \d+, isn’t valid TOML: /);
      assert.doesNotMatch(thrown.message, /abc/);
      return true;
    },
  );
});

test('a key counts as explicit when the file sets it, even to its default (checklist 20)', () => {
  const { explicit } = read('[bridge]\ntoken_path = "bridge-token"\nport = "x"\n[[accounts]]\n[ui]\nfoo = 1');
  assert.deepEqual([...explicit], ['bridge.token_path']);
  assert.equal(read('[bridge]\ntoken_path = 1', defaultConfig()).explicit.has('bridge.token_path'), false);
});

test('the bridge binds only loopback addresses (checklist 6)', () => {
  for (const bind of ['127.0.0.1', '127.0.0.2', '::1', 'localhost']) {
    const { config, notes } = read(`bridge.bind = "${bind}"`);
    assert.deepEqual([config.bridge.bind, notes], [bind, []]);
  }
  for (const bind of [
    '0.0.0.0',
    '::',
    '192.168.1.5',
    '::ffff:127.0.0.1',
    'nas.lan',
    '127.1',
    '',
    '127.0.0.1.example',
  ]) {
    assert.deepEqual(noteLocations(`\n[bridge]\nbind = "${bind}"`), [['error', 'bridge.bind', 3]], bind);
    assert.equal(read(`bridge.bind = "${bind}"`).config.bridge.bind, '127.0.0.1');
  }
});

test('the TCP transport binds only 127.0.0.1 or ::1 (checklist 181)', () => {
  assert.deepEqual(noteLocations('transports.tcp.bind = "::1"'), []);
  for (const bind of ['192.168.1.5', '127.0.0.2', 'localhost']) {
    assert.deepEqual(noteLocations(`transports.tcp.bind = "${bind}"`), [['error', 'transports.tcp.bind', 1]]);
  }
});

test('an empty entry, a wildcard or an address in host_allowlist is an error (checklist 7)', () => {
  assert.deepEqual(read('bridge.host_allowlist = ["mail.example", "::1"]').config.bridge.host_allowlist, [
    'mail.example',
    '::1',
  ]);
  for (const entry of ['', '*', '*.mail.example', 'https://mail.example', ' ']) {
    assert.deepEqual(noteLocations(`bridge.host_allowlist = ["ok.example", "${entry}"]`), [
      ['error', 'bridge.host_allowlist', 1],
    ]);
  }
});

test('a list with several bad entries is one bad value, and the last good list is kept', () => {
  const last = read('bridge.host_allowlist = ["mail.example"]').config;
  const { config, notes } = read('bridge.host_allowlist = ["*", "", "*"]', last);
  assert.deepEqual([config.bridge.host_allowlist, notes.length], [['mail.example'], 1]);
});

test('cors_allowlist accepts only valid origins', () => {
  assert.deepEqual(noteLocations('bridge.cors_allowlist = ["https://mail.example", "http://mail.example:8080"]'), []);
  for (const entry of ['*', 'null', 'mail.example', 'https://mail.example/', 'file:///x']) {
    assert.equal(noteLocations(`bridge.cors_allowlist = ["${entry}"]`).length, 1, entry);
  }
});

const work = (sync: string) => `[accounts.work]
name = "Work"
email = "ada@analytical.example"
[accounts.work.sync]
${sync}`;
const imap = 'type = "imap"\nhost = "imap.analytical.example"\nusername = "ada"\npassword_ref = "work"\n';

test('an IMAP account is read, with encryption and a password by default', () => {
  const { config, notes } = read(work(imap));
  assert.deepEqual(notes, []);
  assert.deepEqual(config.accounts.work, {
    name: 'Work',
    email: 'ada@analytical.example',
    enabled: true,
    notify: true,
    sync: {
      type: 'imap',
      host: 'imap.analytical.example',
      port: 993,
      username: 'ada',
      auth_required: true,
      use_tls: true,
      password_ref: 'work',
    },
  });
});

test('the folders that the user chose are synced; an entry without a name is omitted', () => {
  const { config, notes } = read(`${work(imap)}\n[accounts.work.folders]\nsent = "Mail/Out"\nspam = " "\ninbox = "In"`);
  assert.deepEqual(config.accounts.work?.folders, { sent: 'Mail/Out' });
  assert.deepEqual(notes.map(({ severity, key }) => `${severity} ${key}`).toSorted(), [
    'error accounts.work.folders.spam',
    'warning accounts.work.folders.inbox',
  ]);
});

test('a password without encryption is refused for reading and sending (checklist 36)', () => {
  const { config, notes } = read(work(`${imap}use_tls = false`));
  assert.equal(config.accounts.work?.sync, undefined);
  assert.equal(config.accounts.work?.name, 'Work');
  assert.deepEqual([notes[0]?.key, notes[0]?.line], ['accounts.work.sync.use_tls', 9]);
  assert.match(notes[0]?.message ?? '', /\[accounts\.work\.sync\] is ignored\.$/);

  const relay = work(`${imap}use_tls = false\nauth_required = false`).replaceAll('.sync]', '.send]');
  assert.deepEqual(noteLocations(relay.replace('imap"', 'smtp"')), []);
  assert.equal(noteLocations(relay.replace('imap"', 'smtp"').replace('auth_required = false', '')).length, 1);

  const last = read(work(imap)).config;
  const kept = read(work(`${imap}use_tls = false`), last).config.accounts.work?.sync;
  assert.deepEqual(kept, last.accounts.work?.sync);
});

test('a table without a required key is omitted, with a note that names the line of the table', () => {
  assert.deepEqual(noteLocations(work('type = "imap"\nauth_required = false')), [
    ['error', 'accounts.work.sync.host', 4],
  ]);
  assert.deepEqual(noteLocations(work('type = "imapp"')), [['error', 'accounts.work.sync.type', 5]]);
  assert.deepEqual(noteLocations(work('host = "x"')), [['error', 'accounts.work.sync.type', 4]]);
  const { config, notes } = read('[accounts.a]\nname = "A"\n[accounts.b]\nname = "B"\nemail = "b@mail.example"');
  assert.deepEqual(Object.keys(config.accounts), ['b']);
  assert.deepEqual([notes[0]?.key, notes[0]?.line], ['accounts.a.email', 1]);
});

test('a user name and a password reference are required where the server requires authentication', () => {
  const nameless = noteLocations(work('type = "imap"\nhost = "imap.analytical.example"'));
  assert.deepEqual(
    nameless.map(([, key]) => key),
    ['accounts.work.sync.username', 'accounts.work.sync.password_ref'],
  );
});

test('a custom OAuth client requires credential_source custom, and the reverse (checklist 39)', () => {
  const client = 'client_id = "id"\nclient_secret = "secret"';
  assert.deepEqual(noteLocations(work('type = "gmail"')), []);
  assert.deepEqual(noteLocations(work(`type = "gmail"\ncredential_source = "custom"\n${client}`)), []);
  assert.deepEqual(noteLocations(work(`type = "gmail"\n${client}`)), [
    ['error', 'accounts.work.sync.client_id', 6],
    ['error', 'accounts.work.sync.client_secret', 7],
  ]);
  assert.deepEqual(noteLocations(work('type = "gmail"\ncredential_source = "custom"')), [
    ['error', 'accounts.work.sync.client_id', 4],
    ['error', 'accounts.work.sync.client_secret', 4],
  ]);
});

test('a password or key in the file causes a note that does not repeat it (checklist 40)', () => {
  const { notes } = read(`${work(`${imap}password = "hunter2"`)}\n[llm]\napi_key_env = "sk-hunter2"`);
  assert.deepEqual(
    notes.map(({ key }) => key),
    ['accounts.work.sync.password', 'llm.api_key_env'],
  );
  assert.match(notes[0]?.message ?? '', /keep secrets in the keychain or secrets\.toml/);
  assert.doesNotMatch(JSON.stringify(notes), /hunter2/);
});

test('gist_concurrency is 1 to 8 (checklist 60)', () => {
  for (const good of [1, 8]) assert.deepEqual(noteLocations(`llm.gist_concurrency = ${good}`), []);
  for (const bad of [0, 9, 1.5]) assert.equal(noteLocations(`llm.gist_concurrency = ${bad}`).length, 1);
});

test('an override is validated like the general settings', () => {
  assert.deepEqual(noteLocations('[llm.overrides.expert]\ngist_concurrency = 9\n[llm.overrides.exprt]\nmodel = "m"'), [
    ['error', 'llm.overrides.expert.gist_concurrency', 2],
    ['warning', 'llm.overrides.exprt', 3],
  ]);
});

test('the volume of chimes is a number from 0 to 1 (checklist 170)', () => {
  for (const good of ['0', '1', '0.0', '1.0', '0.5'])
    assert.deepEqual(noteLocations(`notifications.chimes.volume = ${good}`), []);
  for (const bad of ['1.01', '-0.1', 'nan', 'inf', '"loud"', 'true']) {
    const { config, notes } = read(`notifications.chimes.volume = ${bad}`);
    assert.deepEqual([config.notifications.chimes.volume, notes.length], [0.35, 1], bad);
  }
});

test('an event name with the wrong spelling causes a note (checklist 171)', () => {
  const { notes } = read('[notifications.chimes]\nnew-mail = "pop"');
  assert.equal(
    notes[0]?.message,
    'notifications.chimes.new-mail isn’t a setting and has no effect; perhaps new_mail is meant.',
  );
});

test('the two settings without effect are accepted unchanged (checklist 45)', () => {
  const { config, notes } = read('search.semantic = { max_pending_jobs = 0, query_timeout_ms = 1 }');
  assert.deepEqual(
    [config.search.semantic.max_pending_jobs, config.search.semantic.query_timeout_ms, notes],
    [0, 1, []],
  );
});

test('any day may be a weekend day (checklist 49)', () => {
  assert.deepEqual(noteLocations('snooze.weekend_day = "wednesday"'), []);
  assert.equal(noteLocations('snooze.weekend_day = "caturday"').length, 1);
});

test('a value of the wrong type is an error at every level', () => {
  for (const toml of ['bridge = 5', '[[accounts]]', 'accounts = 1', 'general.sync_interval = 99999999999999999999']) {
    const { config, notes } = read(toml);
    assert.deepEqual([config, notes.length, notes[0]?.line], [defaultConfig(), 1, 1], toml);
  }
  assert.equal(noteLocations('[accounts.""]\nname = "x"\nemail = "x@mail.example"').length, 1);
});

test('a file with a byte order mark and Windows line endings is read', () => {
  const { config, notes } = read('\uFEFF[bridge]\r\nport = 7\r\nx = 1\r\n');
  assert.deepEqual([config.bridge.port, notes[0]?.line], [7, 3]);
});
