import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { movableClock } from '../../base/clock.ts';
import { silentLog } from '../../base/log.ts';
import { openKeychain } from '../../config/secrets/keychain.ts';
import { createSecretStorage } from '../../config/secrets/secret-storage.ts';
import { openSecrets } from '../../config/secrets/secrets.ts';
import { testKeychain } from '../../config/secrets/test-keychain.ts';
import { createFakeProvider } from '../../providers/fake/provider.ts';
import { createFakeSender } from '../../providers/fake/sender.ts';
import { storedPassword } from '../../providers/stored-password.ts';
import { testDaemon, testStart } from '../../test-daemon.ts';
import { testFolder } from '../../test-folder.ts';
import { waitForEntry, storedDraft } from '../outbox/test-sends.ts';

const locked = 'Cannot create an item in a locked collection';
const owner = { origin: 'web' } as const;

test('mail waits while the keychain is locked, and is sent and fetched automatically once it is unlocked', async (t) => {
  const { daemon, held, sender } = await daemonWithKeychain(t, { isLocked: true });
  await daemon.events.until('SyncFinished', 1);
  const statusOf = async () => (await daemon.ask('admin.status')).sync_statuses[0];
  const { failure_class, last_error, backoff_until } = (await statusOf()) ?? {};
  assert.equal(failure_class, 'keychain');
  assert.match(
    last_error ?? '',
    /^The keychain of this computer is locked.*Unlock it, and Posthorn continues automatically\.$/,
  );
  assert.ok((backoff_until ?? '') > testStart && (backoff_until ?? '') <= '2026-03-10T08:01:00.000Z');

  const draft_id = storedDraft(daemon);
  await daemon.ask('outbox.sendStored', { draft_id });
  const tried = (attempts: number) =>
    waitForEntry(daemon, draft_id, (entry) => entry.attempts >= attempts && entry.state !== 'sending');
  const passAfter = async (minutes: number) => {
    const passes = daemon.events.all('SyncFinished').length;
    daemon.clock.advance(minutes * 60_000);
    await daemon.events.until('SyncFinished', passes + 1);
  };
  for (const [attempts, minutes] of [
    [1, 1],
    [2, 5],
    [3, 15],
  ] as const) {
    const { state, words, trouble } = await tried(attempts);
    assert.deepEqual([state, words, trouble?.code], ['queued', 'Waits for the keychain to be unlocked', 'keychain']);
    await passAfter(minutes);
  }
  await tried(4);

  held.trouble = undefined;
  await passAfter(1);
  const sent = await waitForEntry(daemon, draft_id, ({ state }) => state === 'sent');
  assert.equal(sent.trouble, null);
  assert.equal(sender.deliveries.length, 1);
  assert.equal((await statusOf())?.last_error, null);
});

test('the user can list and move password storage; other callers may not, and no answer contains a password', async (t) => {
  const { daemon, held, file } = await daemonWithKeychain(t, { isLocked: false });
  writeFileSync(file, '[passwords]\nwork = "from the file"\n', { mode: 0o600 });
  const before = await daemon.ask('secrets.get', {}, owner);
  assert.deepEqual(before, {
    store: 'keychain',
    file,
    in_file: 1,
    keychain: { state: 'answers', message: null },
    tokens: 'keychain',
  });
  held.trouble = locked;
  await assert.rejects(daemon.ask('secrets.move', { to: 'keychain' }, owner), { code: 'keychain_unavailable' });
  const { report } = await daemon.ask('diagnostics.report', {}, owner);
  assert.deepEqual([report.secret_store, report.token_store], ['keychain', 'keychain']);
  const [finding] = report.findings.filter(({ code }) => code === 'keychain_silent');
  assert.match(finding?.message ?? '', /is locked/);
  held.trouble = undefined;
  const moved = await daemon.ask('secrets.move', { to: 'keychain' }, owner);
  assert.deepEqual([moved.moved, moved.left, moved.secrets.in_file], [1, [], 0]);
  assert.doesNotMatch(readFileSync(file, 'utf8'), /from the file/);
  const back = await daemon.ask('secrets.move', { to: 'file' }, owner);
  assert.deepEqual([back.moved, back.secrets.in_file], [0, 0]);
  assert.doesNotMatch(JSON.stringify([before, report, moved, back]), /from the file|hunter2/);
  for (const name of ['secrets.get', 'secrets.move'] as const)
    await assert.rejects(daemon.ask(name, { to: 'file' }, { origin: 'agent' }), { kind: 'refused' });
});

test('a demo has no passwords to list', async (t) => {
  const daemon = await testDaemon(t);
  await assert.rejects(daemon.ask('secrets.get', {}, owner), { code: 'no_secrets' });
  await assert.rejects(daemon.ask('secrets.move', { to: 'file' }, owner), { code: 'no_secrets' });
});

async function daemonWithKeychain(t: TestContext, { isLocked }: { isLocked: boolean }) {
  const home = testFolder();
  const file = join(home, 'secrets.toml');
  const dataDir = join(home, 'data');
  const paths = { instance: 'posthorn-test', secretsFile: file, tokenDir: join(home, 'tokens'), dataDir };
  const held = testKeychain();
  await held.setPassword(paths.instance, 'ada', 'hunter2');
  if (isLocked) held.trouble = locked;
  const keychain = openKeychain({
    service: paths.instance,
    clock: movableClock(testStart),
    platform: 'linux',
    load: async () => held,
    unlock: async () => 'unknown',
  });
  const secrets = openSecrets({ paths, env: {}, keychain });
  const server = { auth_required: true, password_ref: 'ada' };
  const box = { key: 'ada', email: 'ada@example.test', name: 'Ada', seed: 7, count: 0 };
  const mailbox = createFakeProvider({ ...box, clock: movableClock(testStart) });
  const sender = createFakeSender();
  const daemon = await testDaemon(t, {
    dataDir,
    options: {
      secrets,
      secretStorage: createSecretStorage({ paths, env: {}, keychain, log: silentLog }),
      async openProvider() {
        assert.equal(await storedPassword(secrets, 'Ada', server), 'hunter2');
        return { ...mailbox, close: async () => undefined };
      },
      async openSender() {
        assert.equal(await storedPassword(secrets, 'Ada', server), 'hunter2');
        return sender;
      },
    },
  });
  return { daemon, held, sender, file };
}
