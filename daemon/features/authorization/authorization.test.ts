import assert from 'node:assert/strict';
import { appendFileSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { test } from 'node:test';
import { ada } from '../../test-daemon.ts';
import { until } from '../../test-until.ts';
import { gmailAccount, outlookAccount, person, redirectOf, testAuthorization } from './test-authorization.ts';

test('signing in with the browser adds the account, and the page says that it can be closed', async (t) => {
  const { start, poll, signInWithBrowser, complete, store, daemon, configFile, identity } = await testAuthorization(t);
  const session = await start(outlookAccount);
  assert.deepEqual([session.state, session.flow, session.account_key], ['waiting_for_user', 'installed', 'work']);
  const query = new URL(session.auth_url ?? '').searchParams;
  assert.match(query.get('redirect_uri') ?? '', /^http:\/\/localhost:\d+$/);
  assert.deepEqual(
    ['code_challenge_method', 'response_type', 'login_hint', 'client_id'].map((name) => query.get(name)),
    ['S256', 'code', 'ada@example.test', 'test-client'],
  );
  assert.match(query.get('scope') ?? '', /IMAP\.AccessAsUser\.All .*SMTP\.Send offline_access/);
  const { status, html, headers } = await signInWithBrowser(session.auth_url);
  assert.equal(status, 200);
  assert.match(html, /You can close this window/);
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/);
  const authorized = await poll(session.session_id);
  assert.deepEqual(
    [authorized.state, authorized.auth_url, authorized.message],
    ['authorized', null, 'Signed in as ada@example.test.'],
  );
  assert.equal(store.stored.size, 0);
  await complete(session.session_id, true);
  assert.deepEqual(daemon.config.current.accounts['work']?.sync, { type: 'outlook_work', token_ref: 'work-microsoft' });
  assert.deepEqual(daemon.config.current.accounts['work']?.send, { type: 'outlook_work', token_ref: 'work-microsoft' });
  const [token = ''] = identity.issued;
  assert.ok(store.stored.get('work-microsoft')?.includes(token));
  assert.ok(!readFileSync(configFile, 'utf8').includes(token));
  const { accounts } = await daemon.ask('accounts.config');
  assert.deepEqual(accounts.find(({ key }) => key === 'work')?.password_stored, { sync: true, send: true });
});

test('checklist 153: cancel then complete is refused; complete twice gives the same answer', async (t) => {
  const { start, signInWithBrowser, complete, cancel, store, identity } = await testAuthorization(t);
  const cancelled = await start(outlookAccount);
  await signInWithBrowser(cancelled.auth_url);
  assert.equal((await cancel(cancelled.session_id)).state, 'cancelled');
  await assert.rejects(complete(cancelled.session_id, true), { kind: 'conflict', code: 'not_authorized' });
  assert.equal((await cancel(cancelled.session_id)).state, 'cancelled');
  const session = await start(outlookAccount);
  await assert.rejects(complete(session.session_id), { code: 'not_authorized', message: /hasn’t signed in yet/ });
  await signInWithBrowser(session.auth_url);
  const [first, second] = await Promise.all([complete(session.session_id), complete(session.session_id)]);
  assert.deepEqual(await complete(session.session_id), first);
  assert.deepEqual(second, first);
  assert.equal(store.stored.size, 1);
  await assert.rejects(cancel(session.session_id), { kind: 'conflict', code: 'already_completed' });
  assert.equal(identity.requests.filter((body) => body.get('grant_type') === 'authorization_code').length, 2);
});

test('cancel wins over a redirect that comes later, also while its code is being redeemed', async (t) => {
  const { start, poll, cancel, complete, identity, store } = await testAuthorization(t);
  const before = await start(outlookAccount);
  const redirected = await redirectOf(before.auth_url);
  await cancel(before.session_id);
  await assert.rejects(fetch(redirected));
  const session = await start(outlookAccount);
  const gate = Promise.withResolvers<void>();
  identity.state.gate = gate.promise;
  const page = fetch(await redirectOf(session.auth_url));
  await until('the code is being redeemed', () => identity.requests.length > 0);
  await cancel(session.session_id);
  gate.resolve();
  assert.match(await (await page).text(), /The sign-in was cancelled/);
  assert.equal((await poll(session.session_id)).state, 'cancelled');
  await assert.rejects(complete(session.session_id), { code: 'not_authorized' });
  assert.equal(store.stored.size, 0);
});

test('the listener takes the redirect of its own sign-in once, and nothing else', async (t) => {
  const { start, poll, signInWithBrowser } = await testAuthorization(t);
  const { session_id, auth_url } = await start(outlookAccount);
  const redirected = await redirectOf(auth_url);
  const address = redirected.origin;
  const state = redirected.searchParams.get('state') ?? '';
  const foreign: [string, RequestInit?][] = [
    [`${address}/`],
    [`${address}/favicon.ico`],
    [`${address}/?code=stolen`],
    [`${address}/?code=stolen&state=wrong`],
    [`${address}/?error=access_denied`],
    [`${address}/other?code=x&state=${state}`],
    [redirected.href, { method: 'POST', body: 'x' }],
    [redirected.href, { method: 'HEAD' }],
  ];
  for (const [url, init] of foreign) assert.equal((await fetch(url, init)).status, 404, url);
  assert.equal(await statusWithHost(redirected, 'evil.example'), 404);
  assert.equal((await poll(session_id)).state, 'waiting_for_user');
  const page = await fetch(redirected);
  assert.equal(page.status, 200);
  assert.equal((await poll(session_id)).state, 'authorized');
  await assert.rejects(fetch(redirected), 'the listener has closed');
  const next = await start({ ...outlookAccount, key: 'next' });
  // A redirect of an earlier sign-in does not fit the next one.
  const other = new URL((await redirectOf(next.auth_url)).origin);
  other.search = redirected.search;
  assert.equal((await fetch(other)).status, 404);
  assert.equal((await signInWithBrowser(next.auth_url)).status, 200);
});

test('a sign-in that was declined, and a code that the provider refuses, are explained', async (t) => {
  const { start, poll, identity } = await testAuthorization(t);
  const declined = await start(outlookAccount);
  const redirected = await redirectOf(declined.auth_url);
  redirected.searchParams.delete('code');
  redirected.searchParams.set('error', 'access_denied');
  redirected.searchParams.set('error_description', 'hunter2');
  const page = await (await fetch(redirected)).text();
  assert.match(page, /Couldn’t sign in/);
  const failed = await poll(declined.session_id);
  assert.deepEqual([failed.state, failed.error], ['failed', 'denied']);
  assert.match(failed.message ?? '', /didn’t allow Posthorn/);
  const refused = await start(outlookAccount);
  identity.state.nextError = { status: 400, error: 'invalid_grant', error_description: 'The code hunter2 was used' };
  await fetch(await redirectOf(refused.auth_url));
  const outcome = await poll(refused.session_id);
  assert.deepEqual([outcome.state, outcome.error], ['failed', 'expired_sign_in']);
  assert.doesNotMatch(JSON.stringify([page, failed, outcome]), /hunter2/);
});

test('where an administrator has to agree, the answer contains the page for the administrator', async (t) => {
  const { start, poll } = await testAuthorization(t);
  const session = await start(outlookAccount);
  const redirected = await redirectOf(session.auth_url);
  redirected.searchParams.delete('code');
  redirected.searchParams.set('error', 'access_denied');
  redirected.searchParams.set('error_description', 'AADSTS90094: The grant requires admin permission.');
  await fetch(redirected);
  const failed = await poll(session.session_id);
  assert.equal(failed.error, 'consent_required');
  assert.match(failed.admin_consent_url ?? '', /^https:\/\/login\.microsoftonline\.com\/.*client_id=test-client$/);
});

test('another address than that of the account is refused, naming both', async (t) => {
  const { start, poll, identity, signInWithBrowser, store } = await testAuthorization(t);
  identity.state.email = 'bob@example.test';
  const session = await start(outlookAccount);
  assert.match((await signInWithBrowser(session.auth_url)).html, /Couldn’t sign in/);
  const { state, error, message } = await poll(session.session_id);
  assert.deepEqual([state, error], ['failed', 'wrong_account']);
  assert.match(message ?? '', /as bob@example\.test, but Work is ada@example\.test/);
  assert.equal(store.stored.size, 0);
});

test('without a connection the answer says so', async (t) => {
  const { start, identity } = await testAuthorization(t);
  identity.stop();
  const { state, error, message } = await start(gmailAccount);
  assert.deepEqual([state, error], ['failed', 'offline']);
  assert.match(message ?? '', /^Couldn’t reach Google\. Check the internet connection/);
});

test('a session expires after 15 minutes, and a new one for the account replaces the old', async (t) => {
  const { start, poll, cancel, complete, signInClock } = await testAuthorization(t);
  const first = await start(outlookAccount);
  const redirected = await redirectOf(first.auth_url);
  const second = await start(outlookAccount);
  const replaced = await poll(first.session_id);
  assert.deepEqual([replaced.state, replaced.message], ['cancelled', 'Another sign-in for this account was started.']);
  await assert.rejects(fetch(redirected));
  assert.equal(second.expires_at_unix, Math.floor(signInClock.now().getTime() / 1000) + 15 * 60);
  const later = await redirectOf(second.auth_url);
  signInClock.advance(15 * 60_000);
  const missing = { kind: 'missing', code: 'no_such_session', message: /has expired, or Posthorn was restarted/ };
  for (const ask of [poll, cancel, complete]) await assert.rejects(ask(second.session_id), missing);
  for (const id of ['none', '../x']) {
    await assert.rejects(poll(id), missing);
    for (const ask of [cancel, complete]) await assert.rejects(ask(id), { kind: 'invalid', code: 'malformed_id' });
  }
  await assert.rejects(fetch(later));
});

test('the code of the device flow signs in on any device; declining and expiry are explained', async (t) => {
  const { start, untilState, complete, identity, daemon } = await testAuthorization(t);
  const session = await start(outlookAccount, { flow: 'device' });
  assert.deepEqual(
    [session.state, session.flow, session.user_code, session.auth_url],
    ['waiting_for_user', 'device', 'ABCD-EFGH', null],
  );
  assert.match(session.verification_uri ?? '', /\/enter$/);
  await until('it is polled', () => identity.requests.length > 2);
  identity.state.device = 'allowed';
  const authorized = await untilState(session.session_id, 'authorized');
  assert.equal(authorized.user_code, null);
  await complete(session.session_id, true);
  assert.equal(daemon.config.current.accounts['work']?.sync?.type, 'outlook_work');
  for (const [device, error] of [
    ['declined', 'denied'],
    ['expired', 'code_expired'],
  ] as const) {
    identity.state.device = device;
    const { session_id } = await start(outlookAccount, { flow: 'device' });
    assert.equal((await untilState(session_id, 'failed')).error, error);
  }
  await assert.rejects(start(gmailAccount, { flow: 'device' }), { code: 'no_device_flow' });
});

test('agents and scripts with their own token may only look at a session, and get none of its links', async (t) => {
  const config =
    '[agents.profiles.agent]\nsafety_policy = "full"\nallow_destructive = true\nallowed_accounts = ["ada"]\n';
  const { start, poll, daemon } = await testAuthorization(t, { config });
  const { session_id } = await start(outlookAccount);
  const agent = { origin: 'agent' } as const;
  const seen = await poll(session_id, agent);
  assert.deepEqual([seen.state, seen.auth_url], ['waiting_for_user', null]);
  const { token } = await daemon.ask('tokens.create', { name: 'x', origin: 'script' });
  const script = daemon.callerForToken(token)!;
  for (const caller of [agent, script])
    for (const [row, input] of [
      ['authorization.start', { account: outlookAccount }],
      ['authorization.cancel', { session_id }],
      ['authorization.complete', { session_id }],
      ['accounts.authorize', { account: outlookAccount }],
    ] as const)
      await assert.rejects(daemon.ask(row, input, caller), { kind: 'refused', code: 'people_only' });
  assert.equal((await poll(session_id)).state, 'waiting_for_user');
});

test('checklist 39: a client id or secret with the bundled client is an error, and an own client without them too', async (t) => {
  const { start, daemon, configFile } = await testAuthorization(t);
  const gmail = (sync: object) => ({ ...gmailAccount, sync: { type: 'gmail', ...sync } });
  const refused: [string, object][] = [
    ['client_of_bundled', { credential_source: 'bundled', client_id: 'mine' }],
    ['client_of_bundled', { credential_source: 'bundled', client_secret: 'mine' }],
    ['missing_client', { credential_source: 'custom' }],
    ['missing_client', { credential_source: 'custom', client_secret: 'secret' }],
    ['missing_client', { credential_source: 'custom', client_id: 'mine' }],
    ['masked_value', { credential_source: 'custom', client_id: 'mine', client_secret: '[set]' }],
    ['masked_value', { credential_source: 'custom', client_id: 'mine', client_secret: '••••••••' }],
    ['foreign_sign_in', { token_ref: 'theirs' }],
  ];
  appendFileSync(
    configFile,
    '[accounts.theirs]\nname = "T"\nemail = "t@example.test"\nenabled = false\n[accounts.theirs.sync]\ntype = "outlook_work"\ntoken_ref = "theirs"\n' +
      '[accounts.half]\nname = "H"\nemail = "h@example.test"\nenabled = false\n[accounts.half.sync]\ntype = "gmail"\ncredential_source = "bundled"\nclient_id = "mine"\n',
  );
  daemon.reloadConfig();
  assert.match(daemon.config.notes.map(({ key, message }) => `${key} ${message}`).join('\n'), /half\.sync\.client_id/);
  for (const [code, sync] of refused) {
    await assert.rejects(start(gmail(sync)), { kind: 'invalid', code }, JSON.stringify(sync));
    for (const row of ['accounts.upsert', 'accounts.authorize'] as const) {
      const account = gmail(sync);
      await assert.rejects(daemon.ask(row, row === 'accounts.upsert' ? account : { account }, person), { code }, row);
    }
  }
  await assert.rejects(start({ ...outlookAccount, send: { type: 'outlook_personal' } }), { code: 'mixed_providers' });
  await assert.rejects(start({ ...outlookAccount, sync: { type: 'fake' }, send: null }), {
    code: 'no_browser_sign_in',
  });
});

test('a build without a client id says so, and an own one is used and stored with the sign-in', async (t) => {
  const { start, signInWithBrowser, complete, store, identity, daemon, configFile } = await testAuthorization(t);
  Object.assign(identity.clients, { google: undefined });
  await assert.rejects(start(gmailAccount), {
    code: 'no_bundled_client',
    message: /no client id of its own for Google.*app password/,
  });
  const client = { credential_source: 'custom', client_id: 'test-client', client_secret: 'own-secret' };
  const session = await start({ ...gmailAccount, sync: { type: 'gmail', ...client } });
  assert.match(new URL(session.auth_url ?? '').searchParams.get('redirect_uri') ?? '', /^http:\/\/127\.0\.0\.1:\d+\/$/);
  await signInWithBrowser(session.auth_url);
  await complete(session.session_id, true);
  assert.equal(identity.requests.at(-1)?.get('client_secret'), 'own-secret');
  assert.deepEqual(daemon.config.current.accounts['home']?.sync, {
    type: 'gmail',
    credential_source: 'custom',
    client_id: 'test-client',
    token_ref: 'home-google',
  });
  assert.doesNotMatch(readFileSync(configFile, 'utf8'), /own-secret/);
  assert.match(store.stored.get('home-google') ?? '', /own-secret/);
  // Without the secret in the request, that of the sign-in is used again.
  const { client_secret: _given, ...withoutSecret } = client;
  const again = { ...gmailAccount, sync: { type: 'gmail', ...withoutSecret } };
  const next = await start(again, { reauthorize: true });
  await signInWithBrowser(next.auth_url);
  assert.equal(identity.requests.at(-1)?.get('client_secret'), 'own-secret');
});

test('signing in again keeps the account, stores the sign-in at once, and refuses another address', async (t) => {
  const { start, poll, signInWithBrowser, complete, store, identity, daemon } = await testAuthorization(t);
  const first = await start(outlookAccount);
  await signInWithBrowser(first.auth_url);
  await complete(first.session_id, true);
  const ids = async () => (await daemon.ask('accounts.list')).accounts.map(({ account_id }) => account_id);
  const before = await ids();
  const config = daemon.config.current.accounts['work'];
  const old = store.stored.get('work-microsoft');
  const session = await start(outlookAccount, { reauthorize: true });
  await signInWithBrowser(session.auth_url);
  assert.deepEqual(
    [(await poll(session.session_id)).state, (await poll(session.session_id)).message],
    ['authorized', 'Work is signed in as ada@example.test.'],
  );
  assert.notEqual(store.stored.get('work-microsoft'), old);
  assert.deepEqual(await complete(session.session_id), await poll(session.session_id));
  assert.deepEqual([await ids(), daemon.config.current.accounts['work']], [before, config]);
  const stored = store.stored.get('work-microsoft');
  await assert.rejects(start({ ...outlookAccount, email: 'eve@example.test' }, { reauthorize: true }), {
    code: 'other_address',
    message: /Work is ada@example\.test.*eve@example\.test/,
  });
  await assert.rejects(start({ ...outlookAccount, key: 'none' }, { reauthorize: true }), { code: 'no_such_account' });
  identity.state.email = 'bob@example.test';
  const other = await start(outlookAccount, { reauthorize: true });
  await signInWithBrowser(other.auth_url);
  assert.equal((await poll(other.session_id)).error, 'wrong_account');
  assert.equal(store.stored.get('work-microsoft'), stored);
});

test('authorize gives the code for Outlook, and is ok once the user has signed in', async (t) => {
  const { identity, daemon, store } = await testAuthorization(t);
  const authorize = async (options: object = {}) =>
    (await daemon.ask('accounts.authorize', { account: outlookAccount, ...options }, person)).result;
  const waiting = await authorize();
  assert.deepEqual([waiting.ok, waiting.auth?.ok, waiting.device_code_user_code], [false, false, 'ABCD-EFGH']);
  assert.match(waiting.device_code_url ?? '', /\/enter$/);
  assert.deepEqual(await authorize(), waiting);
  identity.state.device = 'allowed';
  await until('the sign-in is stored', () => store.stored.size === 1);
  assert.deepEqual((await authorize()).auth, { ok: true, detail: 'Signed in as ada@example.test.' });
  await daemon.ask('accounts.upsert', { ...outlookAccount, enabled: false }, person);
  identity.state.device = 'pending';
  assert.equal((await authorize({ reauthorize: true })).ok, false);
});

test('a Gmail account is saved once it is signed in: its upsert gives the link, and the rest follows', async (t) => {
  const { identity, daemon, signInWithBrowser } = await testAuthorization(t, { accounts: [ada] });
  const account = { ...gmailAccount, enabled: false };
  const { result } = await daemon.ask('accounts.upsert', account, person);
  assert.deepEqual([result.ok, result.save, result.device_code_user_code], [false, null, null]);
  assert.equal(daemon.config.current.accounts['home'], undefined);
  await signInWithBrowser(result.device_code_url);
  await until('the account is saved', () => daemon.config.current.accounts['home'] !== undefined);
  const { result: again } = await daemon.ask('accounts.upsert', account, person);
  assert.deepEqual([again.ok, again.auth], [true, { ok: true, detail: 'Signed in as ada@example.test.' }]);
  assert.equal(identity.requests.length, 1);
});

test('checklist 148: accounts shows the health of each account, and an account that the configuration no longer lists', async (t) => {
  const { start, signInWithBrowser, complete, daemon } = await testAuthorization(t);
  const session = await start(outlookAccount);
  await signInWithBrowser(session.auth_url);
  await complete(session.session_id, true);
  await daemon.ask('accounts.remove', { key: 'work' }, person);
  const { accounts } = await daemon.ask('accounts.list');
  assert.deepEqual(
    accounts.map(({ email, key, source, editable, health }) => [email, key, source, editable, health.message !== '']),
    [
      ['ada@example.test', 'ada', 'both', 'full', true],
      ['ada@example.test', null, 'runtime', 'runtime_only', true],
    ],
  );
});

test('an account that is not saved exists at runtime only: it is listed, turned off, signed in again and removed', async (t) => {
  const { start, signInWithBrowser, complete, daemon, store, configFile } = await testAuthorization(t);
  const text = readFileSync(configFile, 'utf8');
  const session = await start(outlookAccount);
  await signInWithBrowser(session.auth_url);
  await complete(session.session_id);
  const runtime = async () => (await daemon.ask('accounts.list')).accounts.find(({ key }) => key === 'work');
  const listed = await runtime();
  assert.deepEqual(
    [listed?.source, listed?.editable, listed?.enabled, listed?.sync_kind],
    ['runtime', 'runtime_only', true, 'outlook_work'],
  );
  await assert.rejects(
    start({ ...outlookAccount, key: 'x', sync: { type: 'outlook_work', token_ref: 'work-microsoft' } }),
    {
      code: 'foreign_sign_in',
    },
  );
  await daemon.ask('accounts.disable', { key: 'work' }, person);
  assert.equal((await runtime())?.enabled, false);
  await daemon.ask('accounts.enable', { key: 'work' }, person);
  const again = await start(outlookAccount, { reauthorize: true });
  await signInWithBrowser(again.auth_url);
  assert.equal((await runtime())?.account_id, listed?.account_id);
  assert.equal(readFileSync(configFile, 'utf8'), text);
  // Saving it makes it an account of the configuration, with the same id.
  await daemon.ask('accounts.upsert', outlookAccount, person);
  const saved = await runtime();
  assert.deepEqual([saved?.source, saved?.account_id], ['both', listed?.account_id]);
  await daemon.ask('accounts.remove', { key: 'work' }, person);
  const other = await start(outlookAccount);
  await signInWithBrowser(other.auth_url);
  await complete(other.session_id);
  assert.equal((await runtime())?.account_id, listed?.account_id);
  await daemon.ask('accounts.remove', { key: 'work' }, person);
  assert.deepEqual([await runtime(), store.stored.size], [undefined, 0]);
});

test('removing an account removes its sign-in', async (t) => {
  const { start, signInWithBrowser, complete, store, daemon } = await testAuthorization(t);
  const session = await start(outlookAccount);
  await signInWithBrowser(session.auth_url);
  await complete(session.session_id, true);
  assert.equal(store.stored.size, 1);
  await daemon.ask('accounts.remove', { key: 'work' }, person);
  assert.equal(store.stored.size, 0);
});

function statusWithHost(url: URL, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}
