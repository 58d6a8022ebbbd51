import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editedConfig, withoutTable } from './edit-config.ts';

const file = 'config.toml';

const written = `# mine
[general]
default_account = "work" # the usual one

# The company's.
[accounts.work]
name = "Work" # as it is shown
email = "ada@example.org"

[accounts.work.sync]
# behind the firewall
type = "fake"

[accounts.home]
name = "Home"
email = "ada@home.test"

[accounts.home.sync]
type = "fake"
`;

test('removing a table removes its subtables; comments on their own lines and everything else stay', () => {
  assert.equal(
    withoutTable(written, ['accounts', 'work']),
    `# mine
[general]
default_account = "work" # the usual one

# The company's.
# behind the firewall

[accounts.home]
name = "Home"
email = "ada@home.test"

[accounts.home.sync]
type = "fake"
`,
  );
  assert.ok(withoutTable(written, ['accounts', 'home']).endsWith('type = "fake"\n'));
  assert.equal(withoutTable(written, ['accounts', 'nobody']), written);
});

test('a table is removed in every notation: inline, dotted, in two parts, with CRLF and a byte order mark', () => {
  const path = ['accounts', 'work'];
  const inBraces = 'accounts = { work = { name = "W", sync = { type = "fake" } }, home = { name = "H" } }\n';
  assert.equal(withoutTable(inBraces, path), 'accounts = { home = { name = "H" } }\n');
  const dotted = '[accounts]\nwork.name = "W"\nhome.name = "H"\nwork.sync.type = "fake"\n';
  assert.equal(withoutTable(dotted, path), '[accounts]\nhome.name = "H"\n');
  const apart = '[accounts.work]\nname = "W"\n[ui]\nlanguage = "de"\n[accounts.work.sync]\ntype = "fake"\n';
  assert.equal(withoutTable(apart, path), '[ui]\nlanguage = "de"\n');
  const windows = '\uFEFF[accounts.work]\r\nname = "W"\r\n\r\n[ui]\r\nlanguage = "de"\r\n';
  assert.match(withoutTable(windows, path), /^\uFEFF(\r\n)?\[ui\]\r\nlanguage = "de"\r\n$/);
});

test('several edits are made in one step, or none if the result has an error', () => {
  const account = ['accounts', 'work'];
  const edits = [
    { drop: [...account, 'sync'] },
    { set: [...account, 'sync', 'type'], value: 'imap' },
    { set: [...account, 'sync', 'host'], value: 'imap.example.org' },
    { set: [...account, 'sync', 'username'], value: 'ada' },
    { set: [...account, 'sync', 'password_ref'], value: 'work-imap' },
  ];
  const edited = editedConfig(written, edits, file);
  assert.match(edited, /# behind the firewall/);
  assert.match(edited, /\[accounts\.work\.sync\]\ntype = "imap"\nhost = "imap\.example\.org"/);
  assert.equal(editedConfig(edited, edits, file), edited);
  assert.throws(() => editedConfig(written, edits.slice(0, 3), file), { code: 'invalid_setting' });
  assert.throws(() => editedConfig('[a', edits, file), { code: 'config_unreadable' });
});
