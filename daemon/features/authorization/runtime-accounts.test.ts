import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { movableClock } from '../../base/clock.ts';
import { recordingDesktop } from '../../notifications/test-desktop.ts';
import { createFakeProvider } from '../../providers/fake/provider.ts';
import { ProviderError } from '../../providers/provider.ts';
import { ada, mail, testStart } from '../../test-daemon.ts';
import { until } from '../../test-until.ts';
import { gmailAccount, outlookAccount, testAuthorization } from './test-authorization.ts';

/** A daemon with an account of the configuration, and one that was signed in and not saved. */
async function withRuntimeAccount(t: TestContext, { account = outlookAccount, config = '' } = {}) {
  const clock = movableClock(testStart);
  const server = createFakeProvider({ ...ada, seed: 7, count: 0, clock, anchor: new Date(testStart) });
  const configured = createFakeProvider({ ...ada, seed: 7, count: 0, clock, anchor: new Date(testStart) });
  const recorded = recordingDesktop();
  let hasEnded = false;
  const signIn = await testAuthorization(t, {
    config,
    accounts: [{ ...ada, email: 'ada@other.test' }],
    options: {
      desktop: recorded.desktop,
      openProvider: async (key) => {
        const provider = key === ada.key ? configured : server;
        if (key !== ada.key && hasEnded)
          throw new ProviderError(
            'auth',
            `The sign-in of ${account.name} has ended. Sign in again to continue syncing.`,
            {
              kind: 'expired_sign_in',
            },
          );
        return { ...provider, close: async () => undefined };
      },
    },
  });
  const { daemon, start, signInWithBrowser, complete } = signIn;
  const session = await start(account);
  await signInWithBrowser(session.auth_url);
  await complete(session.session_id);
  const listed = async () => (await daemon.ask('accounts.list')).accounts.find(({ key }) => key === account.key)!;
  await until('it is synced', async () => (await listed()).health.state === 'synced');
  return { ...signIn, server, recorded, listed, endSignIn: (isEnded: boolean) => void (hasEnded = isEnded) };
}

test('new mail of a runtime account is shown on the desktop, and so is the end of its sign-in, once', async (t) => {
  const { daemon, server, recorded, listed, endSignIn, start, signInWithBrowser } = await withRuntimeAccount(t);
  server.control.deliver(
    mail({ from: 'Grace <grace@navy.example>', subject: 'Dinner', text: 'At seven?', id: 'd@x', minutesAgo: 0 }),
  );
  await recorded.until(() => recorded.shown.length === 1);
  assert.equal(recorded.shown[0]?.title, 'Grace');

  endSignIn(true);
  const { account_id } = await listed();
  await daemon.ask('accounts.disable', { key: 'work' }, { origin: 'web' });
  await daemon.ask('accounts.enable', { key: 'work' }, { origin: 'web' });
  const ended = () => recorded.shown.filter(({ id }) => id === `account:${account_id}`);
  await recorded.until(() => ended().length === 1);
  assert.deepEqual(
    [ended()[0]?.title, ended()[0]?.body],
    ['Work needs attention', 'The sign-in of Work has ended. Sign in again to continue syncing.'],
  );
  assert.equal((await listed()).health.state, 'needs_attention');

  endSignIn(false);
  const again = await start(outlookAccount, { reauthorize: true });
  await signInWithBrowser(again.auth_url);
  await until('it syncs again', async () => (await listed()).health.state === 'synced');
  await recorded.until(() => recorded.withdrawn.includes(`account:${account_id}`));
  assert.equal(ended().length, 1);
});

test('the key of a runtime account is accepted by allowed_accounts, and limits an agent to it', async (t) => {
  const profile =
    '[agents.profiles.agent]\nsafety_policy = "full"\nallow_destructive = true\nallowed_accounts = ["work"]\n';
  const { daemon, listed } = await withRuntimeAccount(t, { config: profile });
  const agent = { origin: 'agent' } as const;
  const { accounts } = await daemon.ask('accounts.list', {}, agent);
  assert.deepEqual(
    accounts.map(({ key }) => key),
    ['work'],
  );
  const { account_id } = await listed();
  await daemon.ask('sync.start', { account_id }, agent);
  const other = (await daemon.ask('accounts.list')).accounts.find(({ key }) => key === 'ada');
  await assert.rejects(daemon.ask('sync.start', { account_id: other?.account_id }, agent), { kind: 'missing' });
  // An account of the configuration may get the key later, with another mailbox.
  await daemon.ask('accounts.remove', { key: 'work' }, { origin: 'web' });
  assert.deepEqual((await daemon.ask('accounts.list', {}, agent)).accounts, []);
});

test('a runtime account with a client of its own is signed in again by its key and type alone', async (t) => {
  const client = { credential_source: 'custom', client_id: 'test-client', client_secret: 'own-secret' };
  const account = { ...gmailAccount, sync: { type: 'gmail', ...client } };
  const { start, signInWithBrowser, store, identity, poll } = await withRuntimeAccount(t, { account });
  Object.assign(identity.clients, { google: undefined });
  const before = [...store.stored.values()];
  const again = await start({ ...gmailAccount, sync: { type: 'gmail' } }, { reauthorize: true });
  assert.equal(new URL(again.auth_url ?? '').searchParams.get('client_id'), 'test-client');
  await signInWithBrowser(again.auth_url);
  assert.equal((await poll(again.session_id)).state, 'authorized');
  assert.equal(identity.requests.at(-1)?.get('client_secret'), 'own-secret');
  assert.notDeepEqual([...store.stored.values()], before);
});
