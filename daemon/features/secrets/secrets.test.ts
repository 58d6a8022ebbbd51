import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test, type TestContext } from 'node:test';
import { movableClock } from '../../base/clock.ts';
import { absentKeychain, testSecretStorage } from '../../config/secrets/test-secret-storage.ts';
import { createFakeProvider } from '../../providers/fake/provider.ts';
import { createFakeSender } from '../../providers/fake/sender.ts';
import { storedPassword } from '../../providers/stored-password.ts';
import { testDaemon, testStart } from '../../test-daemon.ts';
import { testFolder } from '../../test-folder.ts';
import { until } from '../../test-until.ts';
import { entryOf, waitForEntry, storedDraft } from '../outbox/test-sends.ts';

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
    assert.deepEqual([state, words, trouble?.code], ['queued', 'Waiting until you unlock your passwords', 'keychain']);
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
    vault: { state: 'none', file: before.vault.file, secrets: 0, message: null, retry_at: null },
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

const passphrase = 'four words of mine';

test('with a locked vault mail is readable and waits for servers; the passphrase lets everything continue', async (t) => {
  const home = testFolder();
  const first = testSecretStorage(home);
  await first.vault.create(passphrase);
  await first.secrets.set('ada', 'hunter2');
  const clock = movableClock(testStart);
  const { daemon, sender } = await daemonWithSecrets(t, testSecretStorage(home, { clock }));
  await daemon.events.until('SyncFinished', 1);
  const status = () => daemon.ask('admin.status', {}, owner);
  const { sync_statuses, vault } = await status();
  assert.equal(vault, 'locked');
  const locked = 'Locked. Enter your passphrase, and Posthorn continues automatically.';
  assert.deepEqual([sync_statuses[0]?.failure_class, sync_statuses[0]?.last_error], ['keychain', locked]);
  const [account] = (await daemon.ask('accounts.list')).accounts;
  assert.match(account?.health.message ?? '', /Locked\./);
  const [finding] = (await daemon.ask('diagnostics.report', {}, owner)).report.findings.filter(
    ({ code }) => code === 'vault_locked',
  );
  assert.match(`${finding?.message} ${finding?.remediation.join()}`, /Locked\..*posthorn unlock/);
  const draft_id = storedDraft(daemon);
  await daemon.ask('outbox.sendStored', { draft_id });
  const waiting = await waitForEntry(daemon, draft_id, ({ attempts, state }) => attempts > 0 && state !== 'sending');
  assert.deepEqual([waiting.state, waiting.words], ['queued', 'Waiting until you unlock your passwords']);

  await assert.rejects(daemon.ask('secrets.unlockVault', { passphrase: 'not this' }, owner), {
    kind: 'refused',
    code: 'wrong_passphrase',
    details: { retry_at: '2026-03-10T08:00:01.000Z' },
  });
  await assert.rejects(daemon.ask('secrets.unlockVault', { passphrase }, owner), { code: 'passphrase_wait' });
  assert.equal((await daemon.ask('secrets.get', {}, owner)).vault.retry_at, '2026-03-10T08:00:01.000Z');
  clock.advance(1000);
  const unlocked = await daemon.ask('secrets.unlockVault', { passphrase }, owner);
  assert.deepEqual([unlocked.store, unlocked.vault.state, unlocked.vault.secrets], ['vault', 'unlocked', 1]);
  await waitForEntry(daemon, draft_id, ({ state }) => state === 'sent');
  assert.equal(sender.deliveries.length, 1);
  await until('the account is synced again', async () => (await status()).sync_statuses[0]?.last_error === null);
  assert.equal((await status()).vault, 'unlocked');
});

test('the owner can lock a vault at any time: a running send is finished, connections end, others wait for the passphrase', async (t) => {
  const store = testSecretStorage(testFolder());
  await store.vault.create(passphrase);
  await store.secrets.set('ada', 'hunter2');
  const { daemon, sender, closes } = await daemonWithSecrets(t, store);
  await daemon.events.until('SyncFinished', 1);
  const accepted = Promise.withResolvers<void>();
  sender.onDelivery = () => accepted.promise;
  // It replies once the message is sent, or waits.
  const send = () => {
    const draft_id = storedDraft(daemon);
    const replied = daemon.ask('outbox.sendStored', { draft_id });
    return { draft_id, replied };
  };
  const { draft_id: first, replied } = send();
  await until('the server has the message', () => sender.deliveries.length === 1);
  assert.equal((await entryOf(daemon, first)).state, 'sending');
  let isDone = false;
  const locking = daemon.ask('secrets.lockVault', {}, owner).finally(() => (isDone = true));
  await until('the key is forgotten', () => store.vault.state() === 'locked');
  await assert.rejects(store.secrets.get('ada'), { code: 'vault_locked' });
  assert.deepEqual([isDone, closes()], [false, 0]);
  const { draft_id: second } = send();
  accepted.resolve();
  await replied;
  await waitForEntry(daemon, first, ({ state }) => state === 'sent');
  await until('the connections have ended', () => {
    daemon.clock.advance(1000);
    return isDone && closes() > 0;
  });
  assert.equal((await locking).vault.state, 'locked');
  const waiting = await waitForEntry(daemon, second, ({ state, trouble }) => state === 'queued' && trouble !== null);
  assert.equal(waiting.words, 'Waits for your passwords to be unlocked');
  await until('the account says why', async () => {
    const { sync_statuses, vault } = await daemon.ask('admin.status', {}, owner);
    return vault === 'locked' && sync_statuses[0]?.last_error?.startsWith('Locked. Enter your passphrase') === true;
  });

  await daemon.ask('secrets.unlockVault', { passphrase }, owner);
  await waitForEntry(daemon, second, ({ state }) => state === 'sent');
  assert.equal(sender.deliveries.length, 2);
});

test('a vault is made, its passphrase changed, a forgotten one put aside; only the owner may, and no answer or row has a secret', async (t) => {
  const home = testFolder();
  const store = testSecretStorage(home);
  store.held.trouble = absentKeychain;
  writeFileSync(store.paths.secretsFile, '[passwords]\nada = "hunter2"\n', { mode: 0o600 });
  const { daemon } = await daemonWithSecrets(t, store);
  const weak = async () => {
    const { report } = await daemon.ask('diagnostics.report', {}, owner);
    return report.findings.filter(({ code }) => code === 'keychain_silent').flatMap(({ remediation }) => remediation);
  };
  assert.match((await weak()).join(), /protect your passwords with a passphrase/);
  const made = await daemon.ask('secrets.createVault', { passphrase }, owner);
  assert.deepEqual([made.moved, made.left, made.secrets.vault.state], [1, [], 'unlocked']);
  assert.deepEqual(await weak(), []);
  const changed = await daemon.ask(
    'secrets.changePassphrase',
    { passphrase, new_passphrase: 'other words now' },
    owner,
  );
  const forgotten = await daemon.ask('secrets.forgetVault', { confirm: true }, owner);
  assert.deepEqual([forgotten.secrets.vault.state, forgotten.secrets.store], ['none', 'keychain']);
  assert.match(readFileSync(forgotten.moved_to, 'utf8'), /"version": 1/);
  await until('the account asks for its password', async () => {
    const { sync_statuses } = await daemon.ask('admin.status', {}, owner);
    return /No password is stored|isn’t responding/.test(sync_statuses[0]?.last_error ?? '');
  });

  const requests = [
    ['secrets.createVault', { passphrase }],
    ['secrets.unlockVault', { passphrase }],
    ['secrets.lockVault', {}],
    ['secrets.changePassphrase', { passphrase, new_passphrase: passphrase }],
    ['secrets.forgetVault', { confirm: true }],
  ] as const;
  for (const [name, input] of requests)
    for (const caller of [{ origin: 'agent' }, { origin: 'mcp' }, { origin: 'script', token_id: 'x' }] as const)
      await assert.rejects(daemon.ask(name, input, caller), { kind: 'refused' }, name);
  assert.equal(store.vault.state(), 'none');
  const { entries } = await daemon.ask('activity.list', {}, owner);
  assert.doesNotMatch(JSON.stringify([made, changed, forgotten, entries]), /hunter2|four words|other words/);
});

async function daemonWithKeychain(t: TestContext, { isLocked }: { isLocked: boolean }) {
  const home = testFolder();
  const store = testSecretStorage(home);
  await store.held.setPassword(store.paths.instance, 'ada', 'hunter2');
  if (isLocked) store.held.trouble = locked;
  const { daemon, sender } = await daemonWithSecrets(t, store);
  return { daemon, held: store.held, sender, file: store.paths.secretsFile };
}

/** A daemon on one made-up account, whose servers want the password `ada`. */
async function daemonWithSecrets(
  t: TestContext,
  { secrets, secretStorage, paths }: ReturnType<typeof testSecretStorage>,
) {
  const server = { auth_required: true, password_ref: 'ada' };
  const box = { key: 'ada', email: 'ada@example.test', name: 'Ada', seed: 7, count: 0 };
  const mailbox = createFakeProvider({ ...box, clock: movableClock(testStart) });
  const sender = createFakeSender();
  let closed = 0;
  const daemon = await testDaemon(t, {
    dataDir: paths.dataDir,
    options: {
      secrets,
      secretStorage,
      async openProvider() {
        assert.equal(await storedPassword(secrets, 'Ada', server), 'hunter2');
        return { ...mailbox, close: async () => void (closed += 1) };
      },
      async openSender() {
        assert.equal(await storedPassword(secrets, 'Ada', server), 'hunter2');
        return sender;
      },
    },
  });
  /** How many connections to the mail server have ended. */
  return { daemon, sender, closes: () => closed };
}
