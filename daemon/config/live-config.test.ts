import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openLog, silentLog } from '../base/log.ts';
import { testFolder } from '../test-folder.ts';
import { lastGoodCopy, noCopy } from './last-good-copy.ts';
import { openConfig } from './live-config.ts';
import { defaultConfig, type Config } from './schema/schema.ts';

/** A configuration that reads its file on request, and the changes its listeners received. */
function openTestConfig(text?: string, { folder = testFolder(), log = silentLog, copy = noCopy } = {}) {
  const file = join(folder, 'config.toml');
  if (text !== undefined) writeFileSync(file, text);
  let reload = () => {};
  const watch = (_file: string, onChange: () => void) => ((reload = onChange), () => {});
  const config = openConfig({ configFile: file }, { log, watch, copy });
  const previousConfigs: Config[] = [];
  config.onChange((before) => previousConfigs.push(before));
  const write = (text: string) => {
    writeFileSync(file, text);
    reload();
  };
  return {
    config,
    file,
    folder,
    previousConfigs,
    reload: () => reload(),
    write,
    text: () => readFileSync(file, 'utf8'),
  };
}

test('an edit is in force after the next reload, and listeners receive the previous configuration', () => {
  const { config, previousConfigs: changes, write } = openTestConfig('[bridge]\nport = 1\n');
  const before = config.current;
  write('[bridge]\nport = 2\nx = 1\n');
  assert.deepEqual([config.current.bridge.port, [...config.explicit]], [2, ['bridge.port']]);
  assert.deepEqual(
    config.notes.map(({ key, line }) => [key, line]),
    [['bridge.x', 3]],
  );
  assert.deepEqual(changes, [before]);
});

test('rewriting the same text is not a change, and neither is a different comment', () => {
  const { config, previousConfigs: changes, reload, write } = openTestConfig('[bridge]\nport = 1\n');
  const first = config.etag;
  reload();
  write('[bridge]\nport = 1\n');
  assert.equal(config.etag, first);
  write('[bridge]\nport = 1 # one\n');
  assert.notEqual(config.etag, first);
  assert.deepEqual(changes, []);
});

test('a new file takes effect; a removed or emptied file relaxes nothing until it is restored', () => {
  const { config, file, previousConfigs: changes, reload, write } = openTestConfig();
  assert.deepEqual([config.current, config.trouble], [defaultConfig(), undefined]);
  reload();
  write('general.safety_policy = "read-only"');
  for (const [empty, reason] of [
    [() => rmSync(file), /config\.toml is missing\. Restore it\. Until then Posthorn uses the last good settings\.$/],
    [() => writeFileSync(file, ' \n'), /config\.toml is empty\. Add your settings to it/],
  ] as const) {
    empty();
    reload();
    assert.equal(config.current.general.safety_policy, 'read-only');
    assert.match(config.trouble ?? '', reason);
    assert.throws(() => config.change('ui.density', 'compact'), { kind: 'conflict', code: 'config_unreadable' });
  }
  assert.equal(changes.length, 3);
  write('general.safety_policy = "read-only"');
  assert.deepEqual([config.trouble, changes.length], [undefined, 4]);
});

test('a file that is not TOML or not readable changes nothing and is reported once', () => {
  const folder = testFolder();
  const logFile = join(folder, 'log');
  const { config, file, reload, write } = openTestConfig('bridge.port = 1', {
    folder,
    log: openLog({ file: logFile }),
  });
  write('bridge.port = 1\nbridge.port = secret');
  reload();
  assert.equal(config.current.bridge.port, 1);
  assert.match(config.trouble ?? '', /config\.toml, line 2, column \d+, isn’t valid TOML/);
  assert.throws(() => config.change('bridge.port', 3), { kind: 'conflict', message: /line 2/ });
  rmSync(file);
  mkdirSync(file);
  reload();
  reload();
  assert.match(config.trouble ?? '', /config\.toml can’t be read/);
  rmSync(file, { recursive: true });
  write('bridge.port = 4');
  const lines = readFileSync(logFile, 'utf8').trim().split('\n');
  assert.deepEqual(
    lines.map((line) => line.match(/line 2|can’t be read|followed again|"keys":\["bridge.port"\]/)?.[0]),
    ['line 2', 'can’t be read', 'followed again', '"keys":["bridge.port"]'],
  );
  assert.doesNotMatch(lines.join(''), /secret/);
});

test('a bad value keeps the last good value of its key and causes a note', () => {
  const { config, write } = openTestConfig('[bridge]\nport = 1\n[ui]\ndensity = "compact"');
  write('[bridge]\nport = "x"\n[ui]\ndensity = "relaxed"');
  assert.deepEqual([config.current.bridge.port, config.current.ui.density], [1, 'relaxed']);
  assert.match(config.notes[0]?.message ?? '', /the last good value is kept\.$/);
});

test('a change edits its line, takes effect immediately, is announced once and keeps the previous file', () => {
  const { config, file, previousConfigs: changes, reload, text } = openTestConfig('# mine\n[bridge]\nport = 1 # one\n');
  config.change('bridge.port', 2);
  assert.equal(config.current.bridge.port, 2);
  reload();
  assert.equal(changes.length, 1);
  assert.equal(text(), '# mine\n[bridge]\nport = 2 # one\n');
  assert.equal(readFileSync(`${file}.before`, 'utf8'), '# mine\n[bridge]\nport = 1 # one\n');
  config.change('"bridge" . port', undefined);
  assert.deepEqual([text(), config.current.bridge.port], ['# mine\n[bridge]\n', 42_829]);
  config.change('bridge.port', undefined);
  assert.equal(changes.length, 2);
  assert.deepEqual(readdirSync(join(file, '..')).sort(), ['config.toml', 'config.toml.before']);
});

test('a change includes edits made since the last reload', () => {
  const { config, file, text } = openTestConfig('ui.density = "compact"');
  writeFileSync(file, 'ui.density = "relaxed"');
  config.change('ui.language', 'de');
  assert.equal(text(), 'ui.density = "relaxed"\nui.language = "de"\n');
  assert.equal(config.current.ui.density, 'relaxed');
});

test('the first change creates the file, private to its owner; later changes keep the file mode', () => {
  const { config, file } = openTestConfig(undefined, { folder: join(testFolder(), 'not', 'yet') });
  config.change('ui.density', 'compact');
  assert.deepEqual([readFileSync(file, 'utf8'), existsSync(`${file}.before`)], ['[ui]\ndensity = "compact"\n', false]);
  if (process.platform === 'win32') return;
  assert.equal(statSync(file).mode & 0o777, 0o600);
  chmodSync(file, 0o664);
  config.change('ui.density', 'relaxed');
  assert.deepEqual([statSync(file).mode & 0o777, statSync(`${file}.before`).mode & 0o777], [0o664, 0o664]);
});

test('a change through a symbolic link edits the target file', () => {
  const folder = testFolder();
  const target = join(testFolder(), 'dotfiles.toml');
  symlinkSync(target, join(folder, 'config.toml'));
  const { config } = openTestConfig(undefined, { folder });
  config.change('ui.density', 'compact');
  config.change('ui.density', 'relaxed');
  assert.equal(readFileSync(target, 'utf8'), '[ui]\ndensity = "relaxed"\n');
  assert.deepEqual(readdirSync(folder).sort(), ['config.toml', 'config.toml.before']);
});

test('a change based on an outdated text is refused', () => {
  const { config, file, text } = openTestConfig('ui.density = "compact"');
  const read = config.etag;
  config.change('ui.density', 'relaxed', { if_match: read });
  assert.throws(() => config.change('ui.density', 'regular', { if_match: read }), {
    kind: 'stale',
    code: 'changed_meanwhile',
  });
  const again = config.etag;
  writeFileSync(file, '# by hand\n');
  assert.throws(() => config.change('ui.density', 'regular', { if_match: again }), { kind: 'stale' });
  assert.equal(text(), '# by hand\n');
});

test('a change that would be an error in the file is refused with the rule, and nothing is written', () => {
  const before = `[accounts.work]
name = "Work"
email = "ada@analytical.example"
sync = { type = "imap", host = "imap.analytical.example", username = "ada", password_ref = "work" }
`;
  const { config, previousConfigs: changes, text } = openTestConfig(before);
  const refused = (key: string, value: unknown, code: string, message: RegExp) =>
    assert.throws(() => config.change(key, value), { kind: 'invalid', code, message }, key);
  refused('bridge.port', 70_000, 'invalid_setting', /^bridge\.port must be a whole number from 0 to 65535\. Nothing/);
  refused('bridge.port', null, 'invalid_setting', /whole number/);
  refused('bridge.bind', '0.0.0.0', 'invalid_setting', /loopback/);
  refused('bridge.host_allowlist', ['ok.example', '*'], 'invalid_setting', /each entry/);
  refused('ui.density', 'dense', 'invalid_setting', /"compact", "regular", "relaxed"/);
  refused('bridge', { port: 1 }, 'invalid_setting', /is a table/);
  refused('bridge.port', { port: 1 }, 'invalid_setting', /whole number/);
  refused('accounts.work', 1, 'invalid_setting', /is a table/);
  refused('accounts.home.name', 'Home', 'invalid_setting', /^accounts\.home\.email is missing/);
  refused('accounts."a/b".name', 'Home', 'invalid_setting', /contains a slash/);
  refused('accounts.work.email', undefined, 'invalid_setting', /^accounts\.work\.email is missing/);
  refused('accounts.work.sync.use_tls', false, 'invalid_setting', /auth_required is true/);
  refused('accounts.work.sync.username', '', 'invalid_setting', /username is missing/);
  refused('accounts.work.sync.type', 'imapp', 'invalid_setting', /must be one of/);
  refused('accounts.work.sync.type', {}, 'invalid_setting', /must be text/);
  for (const key of [
    'brigde.port',
    'BRIDGE.port',
    'bridge.porf',
    'bridge.port.x',
    '',
    'a b',
    '__proto__.x',
    'ui.constructor',
  ])
    refused(key, 1, 'unknown_setting', /schema/);
  assert.deepEqual([text(), changes, config.notes], [before, [], []]);

  config.change('accounts.work.sync.type', 'fake');
  assert.equal(config.current.accounts.work?.sync?.type, 'fake');
});

test('an existing error in the file does not block other changes', () => {
  const { config } = openTestConfig('[bridge]\nport = "x"\n');
  config.change('bridge.enabled', false);
  assert.equal(config.current.bridge.enabled, false);
  config.change('bridge.port', 5);
  assert.deepEqual([config.current.bridge.port, config.notes], [5, []]);
});

test('no request writes a secret into the file (checklist 40)', () => {
  const { config, text } = openTestConfig('[accounts.a]\nname = "A"\nemail = "a@mail.example"\nsync.type = "gmail"\n');
  const before = text();
  for (const [key, value] of [
    ['accounts.a.sync.client_secret', 'hunter2'],
    ['llm.base_url', 'https://ada:hunter2@models.example/v1'],
  ] as const)
    assert.throws(
      () => config.change(key, value),
      ({ code, message }) => code === 'invalid_setting' && /secret/.test(message) && !/hunter2/.test(message),
    );
  assert.equal(text(), before);
});

const isRoot = process.getuid?.() === 0 && 'root may write every file';

test('a file that cannot be written is reported, and the configuration stays in force', { skip: isRoot }, () => {
  const { config, file } = openTestConfig('ui.density = "compact"');
  chmodSync(file, 0o400);
  assert.throws(() => config.change('ui.density', 'relaxed'), { kind: 'unavailable', code: 'config_unwritable' });
  assert.equal(config.current.ui.density, 'compact');
});

test('a file whose bytes are not UTF-8 is not changed, because that would damage it', () => {
  const folder = testFolder();
  const bytes = Buffer.from('# M\xfcnchen\nui.density = "compact"\n', 'latin1');
  writeFileSync(join(folder, 'config.toml'), bytes);
  const { config, file } = openTestConfig(undefined, { folder });
  assert.throws(() => config.change('ui.density', 'relaxed'), { code: 'config_unreadable', message: /UTF-8/ });
  assert.deepEqual(readFileSync(file), bytes);
});

test('after a restart a typo gets its cautious value, and does not keep a value that the file never had', () => {
  const folder = testFolder();
  const copy = lastGoodCopy(folder, 'config.toml', silentLog);
  openTestConfig('ui.density = "compact"\n', { folder, copy });
  const { config } = openTestConfig('general.safety_policy = "read-onyl"\n', { folder, copy });
  assert.deepEqual([config.current.general.safety_policy, config.trouble], ['read-only', undefined]);
});

test('a repair keeps a damaged file, and one that fails changes nothing', () => {
  const { config, file, folder, reload, write } = openTestConfig('ui.density = "compact"\n');
  assert.equal(config.repair('restore'), undefined);
  for (const [text, movedTo] of [
    ['[one', `${file}.damaged`],
    ['[two', `${file}.damaged-2`],
  ] as const) {
    write(text);
    assert.deepEqual([config.repair('restore'), config.trouble], [movedTo, undefined]);
    assert.deepEqual([readFileSync(movedTo, 'utf8'), readFileSync(file, 'utf8')], [text, 'ui.density = "compact"\n']);
  }
  if (process.platform === 'win32' || isRoot) return;
  write('[three');
  chmodSync(folder, 0o500);
  assert.throws(() => config.repair('reset'), { code: 'config_unwritable', message: /Nothing was changed/ });
  chmodSync(folder, 0o700);
  reload();
  assert.deepEqual([readFileSync(file, 'utf8'), config.current.ui.density], ['[three', 'compact']);
});

test('a repair through a symbolic link repairs the target file', () => {
  const folder = testFolder();
  const target = join(testFolder(), 'dotfiles.toml');
  writeFileSync(target, 'ui.density = "compact"\n');
  symlinkSync(target, join(folder, 'config.toml'));
  const { config, reload } = openTestConfig(undefined, { folder });
  writeFileSync(target, '[one');
  reload();
  assert.equal(config.repair('restore'), `${target}.damaged`);
  assert.equal(readFileSync(target, 'utf8'), 'ui.density = "compact"\n');
  assert.deepEqual(readdirSync(folder), ['config.toml']);
});

test('a failing listener is logged, and the other listeners receive the change', () => {
  const folder = testFolder();
  const { config, previousConfigs: changes } = openTestConfig('', {
    folder,
    log: openLog({ file: join(folder, 'log') }),
  });
  const stop = config.onChange(() => {
    throw new Error('planted');
  });
  const others: string[] = [];
  config.onChange(() => others.push(config.current.ui.density));
  config.change('ui.density', 'compact');
  assert.deepEqual([changes.length, others], [1, ['compact']]);
  assert.match(readFileSync(join(folder, 'log'), 'utf8'), /planted/);
  stop();
  config.change('ui.density', 'relaxed');
  assert.equal(others.length, 2);
});

test('a replaced file is read without an explicit reload', async (t) => {
  const folder = testFolder();
  const file = join(folder, 'config.toml');
  writeFileSync(file, 'ui.density = "compact"');
  const config = openConfig({ configFile: file }, { log: silentLog });
  // The configuration does not keep the process alive, so the test does.
  const alive = setInterval(() => {}, 1_000);
  t.after(() => {
    clearInterval(alive);
    config.close();
  });
  const changed = new Promise<void>((resolve) => config.onChange(() => resolve()));
  writeFileSync(join(folder, 'unfinished'), 'ui.density = "relaxed"');
  renameSync(join(folder, 'unfinished'), file);
  await changed;
  assert.equal(config.current.ui.density, 'relaxed');
});
