import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { movableClock } from '../base/clock.ts';
import { Failure } from '../base/failure.ts';
import { silentLog } from '../base/log.ts';
import { createSignIns } from './access-tokens.ts';
import { createIdentityClient } from './identity-client.ts';
import type { StoredSignIn } from './stored-sign-in.ts';
import { until } from '../test-until.ts';
import { testIdentity, testSignInStore } from './test-identity.ts';

const minute = 60_000;

test('a token is given out until five minutes before it expires, then refreshed ahead of that', async (t) => {
  const { tokens, clock, refreshes } = await signedIn(t);
  const first = await tokens.get();
  clock.advance(54 * minute);
  assert.equal(await tokens.get(), first);
  clock.advance(2 * minute);
  const second = await tokens.get();
  assert.notEqual(second, first);
  assert.deepEqual([await tokens.get(), refreshes()], [second, 1]);
});

test('concurrent callers share one refresh, and its rotated refresh token is stored before they get the access token', async (t) => {
  const { tokens, signIns, store, clock, refreshes } = await signedIn(t);
  clock.advance(2 * 60 * minute);
  const gate = Promise.withResolvers<void>();
  const set = store.set;
  store.set = async (...entry) => {
    await gate.promise;
    await set(...entry);
  };
  let given = 0;
  const callers = Array.from({ length: 20 }, () => signIns.tokensOf('work', 'Work').get());
  for (const caller of callers) void caller.then(() => (given += 1));
  void tokens.get().then(() => (given += 1));
  await untilRefreshed(refreshes);
  assert.equal(given, 0);
  gate.resolve();
  const all = new Set(await Promise.all(callers));
  assert.deepEqual([all.size, refreshes()], [1, 1]);
  assert.ok(store.stored.get('work')?.includes([...all][0]!));
  // The refresh token that was issued with it is the one that the next refresh uses.
  clock.advance(2 * 60 * minute);
  await tokens.get();
  assert.equal(refreshes(), 2);
});

test('a refused refresh needs the user, is not repeated, and concerns that account only', async (t) => {
  const { identity, tokens, signIns, clock, refreshes, other } = await signedIn(t);
  clock.advance(2 * 60 * minute);
  identity.state.refreshError = { status: 400, error: 'invalid_grant', error_description: 'AADSTS700082: expired' };
  for (const _attempt of [1, 2])
    await assert.rejects(tokens.get(), {
      reason: 'auth',
      kind: 'expired_sign_in',
      message: /^The sign-in of Work has ended/,
    });
  assert.equal(refreshes(), 1);
  identity.state.refreshError = undefined;
  assert.match(await signIns.tokensOf('other', 'Other').get(), /^access-/);
  await signIns.set('work', other);
  assert.match(await tokens.get(), /^access-/);
});

test('while the provider is not reached, a token that is still valid is used', async (t) => {
  const { identity, tokens, clock } = await signedIn(t);
  const first = await tokens.get();
  clock.advance(57 * minute);
  identity.state.nextError = { status: 503, error: 'temporarily_unavailable' };
  assert.equal(await tokens.get(), first);
  clock.advance(3 * minute);
  identity.state.nextError = { status: 429, error: 'slow_down' };
  await assert.rejects(tokens.get(), { reason: 'busy' });
  identity.stop();
  await assert.rejects(tokens.get(), { reason: 'offline', message: /^Couldn’t reach Google/ });
});

test('an invalidated token is refreshed although it has not expired; another caller’s old token changes nothing', async (t) => {
  const { tokens, refreshes } = await signedIn(t);
  const first = await tokens.get();
  tokens.invalidate(first);
  const second = await tokens.get();
  tokens.invalidate(first);
  assert.deepEqual([await tokens.get(), refreshes()], [second, 1]);
  assert.notEqual(first, second);
});

test('renewed tokens that could not be stored are not lost: they are stored by the next request', async (t) => {
  const { tokens, store, clock, refreshes } = await signedIn(t);
  await tokens.get();
  clock.advance(2 * 60 * minute);
  store.failure = new Failure('unavailable', 'keychain_unavailable', 'The keychain is locked.', { retryable: true });
  await assert.rejects(tokens.get(), { reason: 'keychain', message: 'The keychain is locked.' });
  await assert.rejects(tokens.get(), { reason: 'keychain' });
  store.failure = undefined;
  const token = await tokens.get();
  assert.equal(refreshes(), 1);
  assert.ok(store.stored.get('work')?.includes(token));
});

test('once they are forgotten, tokens come from their store again, and not while it is locked', async (t) => {
  const { tokens, signIns, store, clock, refreshes } = await signedIn(t);
  const first = await tokens.get();
  signIns.forget();
  store.failure = new Failure('unavailable', 'vault_locked', 'Locked.', { retryable: true });
  await assert.rejects(tokens.get(), { reason: 'keychain', message: 'Locked.' });
  store.failure = undefined;
  assert.equal(await tokens.get(), first);

  // The store is locked while the provider renews the tokens.
  clock.advance(2 * 60 * minute);
  const renewing = tokens.get();
  signIns.forget();
  store.failure = new Failure('unavailable', 'vault_locked', 'Locked.', { retryable: true });
  await assert.rejects(renewing, { reason: 'keychain' });
  signIns.forget();
  store.failure = undefined;
  const renewed = await tokens.get();
  assert.equal(refreshes(), 1);
  assert.ok(renewed !== first && store.stored.get('work')?.includes(renewed));
});

test('a sign-in during a refresh is not overwritten by it', async (t) => {
  const { identity, tokens, signIns, store, clock, refreshes, other } = await signedIn(t);
  clock.advance(2 * 60 * minute);
  const gate = Promise.withResolvers<void>();
  identity.state.gate = gate.promise;
  const token = tokens.get();
  await untilRefreshed(refreshes);
  const fresh = { ...other, access_token: 'access-of-the-user', expires_at: clock.now().getTime() + 60 * minute };
  await signIns.set('work', fresh);
  gate.resolve();
  assert.equal(await token, 'access-of-the-user');
  assert.ok(store.stored.get('work')?.includes('access-of-the-user'));
});

test('an account without a sign-in, and one whose stored sign-in is damaged, have to sign in', async (t) => {
  const { signIns, store } = await signedIn(t);
  await assert.rejects(signIns.tokensOf('none', 'Work').get(), { reason: 'auth', message: /^Work isn’t signed in/ });
  store.stored.set('damaged', JSON.stringify({ refresh_token: 'hunter2' }));
  await assert.rejects(signIns.tokensOf('damaged', 'Work').get(), (failed: Error & { reason?: string }) => {
    assert.equal(failed.reason, 'auth');
    assert.doesNotMatch(`${failed.stack} ${String(failed.cause)}`, /hunter2/);
    return true;
  });
});

test('a client id that the provider has deleted is named, and what the provider wrote is not repeated', async (t) => {
  const { identity, tokens, clock } = await signedIn(t);
  clock.advance(2 * 60 * minute);
  identity.state.nextError = { status: 401, error: 'invalid_client', error_description: 'secret hunter2 is wrong' };
  await assert.rejects(tokens.get(), (failed: Error) => {
    assert.match(failed.message, /doesn’t accept the client id test-client/);
    assert.doesNotMatch(`${failed.stack} ${String(failed.cause)} ${JSON.stringify(failed)}`, /hunter2/);
    return true;
  });
});

async function signedIn(t: TestContext) {
  const identity = await testIdentity(t);
  const clock = movableClock(new Date());
  const store = testSignInStore();
  const client = createIdentityClient({ fetch: identity.fetch, clock, providers: identity.providers });
  const signIns = createSignIns({ store, identity: client, clock, log: silentLog });
  const issue = async (): Promise<StoredSignIn> => {
    const { poll } = await client.deviceLink({ type: 'gmail', client: { client_id: 'test-client' } });
    identity.state.device = 'allowed';
    return poll(new AbortController().signal);
  };
  await signIns.set('work', await issue());
  await signIns.set('other', await issue());
  const refreshes = () => identity.requests.filter((body) => body.get('grant_type') === 'refresh_token').length;
  return { identity, clock, store, signIns, tokens: signIns.tokensOf('work', 'Work'), refreshes, other: await issue() };
}

function untilRefreshed(refreshes: () => number): Promise<void> {
  return until('the refresh has begun', () => refreshes() > 0);
}
