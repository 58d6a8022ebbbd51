import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from './test-until.ts';
import { ada, bob, mail, testDaemon, type TestDaemon } from './test-daemon.ts';

const newMessage = (subject: string, from = 'eve@example.test') => mail({ from, subject, text: subject });
const subjects = async (daemon: TestDaemon) => {
  const { mailbox } = await daemon.ask('mailbox.list', { view: 'messages', lens_kind: 'all_mail' });
  return mailbox.groups.flatMap(({ rows }) => rows.map(({ subject }) => subject)).toSorted();
};

/** Rewrites config.toml as its owner would, and has it taken over. */
function edit(daemon: TestDaemon, change: (text: string) => string): void {
  writeFileSync(daemon.configFile, change(readFileSync(daemon.configFile, 'utf8')));
  daemon.reloadConfig();
}
const without = (key: string) => (text: string) =>
  text.replace(new RegExp(`\\[accounts\\.${key}\\](?:[^]*?type = "fake"\\n){2}`), '');
test('an account that is written into config.toml is synced at once, beside one that goes on undisturbed', async (t) => {
  const daemon = await testDaemon(t, {
    accounts: [ada, { ...bob, enabled: false }],
    prepare: (servers) => servers.forEach((server, key) => server.control.deliver(newMessage(`for ${key}`))),
  });
  await daemon.synced();
  const before = daemon.server('ada').control.calls.folders;
  edit(daemon, (text) => text.replace('enabled = false', 'enabled = true'));
  await daemon.events.until('SyncFinished', 2);
  assert.deepEqual(await subjects(daemon), ['for ada', 'for bob']);
  assert.equal(daemon.server('ada').control.calls.folders, before);
  const { keys } = await daemon.events.until('ConfigChanged');
  assert.deepEqual(keys, ['accounts.bob.enabled']);
});

test('an account that is disabled or taken out is asked no more, and its mail stays readable (checklist 34)', async (t) => {
  const daemon = await testDaemon(t, {
    accounts: [ada, bob],
    prepare: (servers) => servers.forEach((server, key) => server.control.deliver(newMessage(`for ${key}`))),
  });
  await daemon.synced();
  edit(daemon, (text) => without('bob')(text));
  await daemon.events.until('ConfigChanged');
  const calls = { ...daemon.server('bob').control.calls };
  daemon.server('bob').control.deliver(newMessage('later'));
  await daemon.dispatch('sync.start', {}, { origin: 'script' });
  await daemon.events.until('SyncFinished', 3);
  assert.deepEqual({ ...daemon.server('bob').control.calls }, calls);
  assert.deepEqual(await subjects(daemon), ['for ada', 'for bob']);
  const { accounts } = await daemon.ask('accounts.list');
  assert.deepEqual(
    accounts.map(({ email, enabled }) => [email, enabled]),
    [
      ['ada@example.test', true],
      ['bob@example.test', false],
    ],
  );
});

test('imported mail is its owner’s once the address it came from is named as their own', async (t) => {
  const daemon = await testDaemon(t);
  await daemon.synced();
  const file = join(daemon.dataDir, '..', 'old.eml');
  writeFileSync(file, newMessage('mine', 'Carol <carol@example.test>'));
  const { job_id } = (await daemon.dispatch('import.start', { path: file }, { origin: 'cli' })) as { job_id: string };
  await until('the import ends', async () => (await daemon.ask('jobs.get', { job_id })).job.status !== 'running');
  const senders = async () =>
    (await daemon.ask('mailbox.list', { lens_kind: 'all_mail' })).mailbox.groups.flatMap(
      ({ rows }) => rows[0]?.senders,
    );
  assert.deepEqual(await senders(), ['Carol']);
  edit(
    daemon,
    (text) =>
      `${text}[accounts.carol]\nname = "Carol"\nemail = "Carol@example.test"\nsync = { type = "fake" }\nenabled = false\n`,
  );
  assert.deepEqual(await senders(), ['you']);
});

test('a file that is broken changes nothing, is said, and is followed again once it is mended', async (t) => {
  const daemon = await testDaemon(t);
  await daemon.synced();
  const whole = readFileSync(daemon.configFile, 'utf8');
  edit(daemon, () => '[general\n');
  assert.match((await daemon.events.until('ConfigChanged')).trouble ?? '', /line 1/);
  const { config } = await daemon.ask('admin.status');
  assert.match(config.trouble ?? '', /line 1.*last good settings/);
  edit(daemon, () => `[general]\nsafety_policy = "read-only"\n${whole}`);
  assert.equal((await daemon.events.until('ConfigChanged', 2)).trouble, null);
  await assert.rejects(daemon.ask('sync.start'), { code: 'policy' });
});

test('a changed setting counts for the next request, and a bad one leaves the last good value', async (t) => {
  const daemon = await testDaemon(t, { config: '[search]\nmax_results = 1\n', accounts: [{ ...ada, count: 500 }] });
  await daemon.synced();
  const found = async () =>
    (await daemon.ask('search.find', { q: 'the', scope: 'messages' })).groups.flatMap(({ rows }) => rows).length;
  assert.equal(await found(), 1);
  edit(daemon, (text) => text.replace('max_results = 1', 'max_results = 7'));
  assert.equal(await found(), 7);
  edit(daemon, (text) => text.replace('max_results = 7', 'max_results = "lots"'));
  assert.equal(await found(), 7);
  assert.equal((await daemon.ask('admin.status')).config.notes[0]?.key, 'search.max_results');
});
