import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test, type TestContext } from 'node:test';
import type { ImapFlow } from 'imapflow';
import { person, testAuthorization } from '../../daemon/features/authorization/test-authorization.ts';
import { testIdentity } from '../../daemon/oauth/test-identity.ts';
import { until } from '../../daemon/test-until.ts';
import type { MailUser } from '../../testing/servers/dovecot.ts';
import { postfixMissing, startMailServers } from '../../testing/servers/postfix.ts';
import { startProxy } from '../../testing/servers/proxy.ts';
import { openSecondClient } from './support/second-client.ts';
import { buildMessage } from './support/test-messages.ts';

/** Dovecot and Postfix stand for Outlook: they accept access tokens (XOAUTH2) that the identity provider knows. */
const skip = postfixMissing() ?? false;
const account = {
  key: 'work',
  name: 'Work',
  email: 'alice@example.test',
  sync: { type: 'outlook_work' },
  send: { type: 'outlook_work' },
};

test('an Outlook account is signed in, synced, changed and sent from with access tokens', { skip }, async (t) => {
  const { daemon, servers, alice, identity, synced } = await outlook(t);
  servers.dovecot.deliver(alice.user, message('Dinner'));
  await synced(1);
  const [row] = (await daemon.ask('search.find', { q: 'Dinner', scope: 'messages' })).groups.flatMap(
    ({ rows }) => rows,
  );
  await daemon.ask('mutations.star', { message_ids: [row?.id], starred: true }, person);
  const alices = await clientOf(t, servers, alice);
  await until('the server has the star', async () => {
    await alices.mailboxOpen('INBOX');
    const found = await alices.fetchOne('1', { flags: true });
    return found !== false && found.flags?.has('\\Flagged') === true;
  });

  const { session } = await daemon.ask('compose.open', { kind: 'new' }, person);
  const draft_path = session.draftPath;
  const head = { to: 'bob@example.test', cc: '', bcc: '', subject: 'By token', from: account.email, body: 'At seven.' };
  await daemon.ask('compose.update', { draft_path, ...head }, person);
  await daemon.ask('compose.send', { draft_path, hold_seconds: 0 }, person);
  const bobs = await clientOf(t, servers, servers.dovecot.users[1]!);
  await until('it has arrived', async () => (await countIn(bobs, 'INBOX')) === 1);
  await until('it is sent', async () => {
    const { sends } = await daemon.ask('outbox.list');
    return sends.every(({ state }) => state !== 'queued' && state !== 'sending');
  });
  await daemon.ask('sync.start', {}, person);
  await daemon.events.until('SyncFinished', daemon.events.all('SyncFinished').length + 1);
  // Outlook stores a copy itself. This server does not, so a copy would be one of Posthorn's.
  assert.equal(await countIn(alices, 'Sent'), 0);
  assert.equal(identity.requests.length, 1);
});

test('a token that expires in the middle of a sync is refreshed, and nothing is lost', { skip }, async (t) => {
  const { servers, alice, identity, proxy, synced } = await outlook(t);
  const count = 300;
  const messages = Array.from({ length: count }, (_, index) => message(`Letter ${index}`, 'x'.repeat(4000)));
  servers.dovecot.seed(alice.user, 'INBOX', messages);
  identity.revokeAccessTokens();
  proxy.breakAfterReceived(200_000);
  await synced(count);
  const refreshes = identity.requests.filter((body) => body.get('grant_type') === 'refresh_token');
  assert.equal(refreshes.length, 1);
});

test('a sign-in that was revoked needs attention, and one sign-in puts it right', { skip }, async (t) => {
  const { daemon, servers, alice, identity, proxy, signIn, synced } = await outlook(t);
  servers.dovecot.deliver(alice.user, message('Before'));
  await synced(1);
  const idBefore = (await daemon.ask('accounts.list')).accounts.map(({ account_id }) => account_id);
  identity.state.refreshError = { status: 400, error: 'invalid_grant', error_description: 'AADSTS50173: revoked' };
  identity.revokeAccessTokens();
  proxy.breakConnections();
  const health = async () => (await daemon.ask('accounts.list')).accounts.find(({ key }) => key === 'work')?.health;
  await until('it needs attention', async () => {
    await daemon.ask('sync.start', {}, person);
    return (await health())?.state === 'needs_attention';
  });
  assert.match(
    (await health())?.message ?? '',
    /^The sign-in of Work has ended\. Sign in again to continue syncing\.$/,
  );
  const asked = identity.requests.length;
  await daemon.ask('sync.start', {}, person);
  await daemon.events.until('SyncFinished', daemon.events.all('SyncFinished').length + 1);
  assert.equal(identity.requests.length, asked, 'a refused refresh is not repeated');
  identity.state.refreshError = undefined;
  await signIn({ reauthorize: true });
  servers.dovecot.deliver(alice.user, message('After'));
  await synced(2);
  assert.deepEqual(
    (await daemon.ask('accounts.list')).accounts.map(({ account_id }) => account_id),
    idBefore,
  );
});

async function outlook(t: TestContext) {
  const identity = await testIdentity(t);
  identity.state.email = account.email;
  const introspectionUrl = `${identity.issuer}/introspect`;
  const servers = await startMailServers({ introspectionUrl });
  t.after(() => servers.stop());
  const proxy = await startProxy(servers.dovecot.imapPort);
  t.after(() => proxy.stop());
  const alice = servers.dovecot.users[0]!;
  const smtp = { host: '127.0.0.1', port: servers.postfix.port };
  const authorization = await testAuthorization(t, {
    identity,
    accounts: [],
    outlook: {
      imap: { host: '127.0.0.1', port: proxy.port },
      smtp: { outlook_work: smtp, outlook_personal: smtp },
      ca: readFileSync(servers.dovecot.caFile),
    },
  });
  const { daemon, start, signInWithBrowser, complete } = authorization;
  const signIn = async (options: object = {}) => {
    const session = await start(account, options);
    const page = await signInWithBrowser(session.auth_url);
    assert.equal(page.status, 200, page.html);
    return complete(session.session_id, !('reauthorize' in options));
  };
  const completed = await signIn();
  assert.equal(completed.message, 'Work is set up.');
  /** Waits until this number of messages is stored. */
  const synced = (count: number) =>
    until(`${count} messages are stored`, async () => {
      await daemon.ask('sync.start', {}, person);
      const { search_coverage } = await daemon.ask('admin.status');
      return search_coverage.indexed === count;
    });
  return { ...authorization, identity, servers, alice, proxy, signIn, synced };
}

async function clientOf(
  t: TestContext,
  { dovecot }: Awaited<ReturnType<typeof startMailServers>>,
  user: MailUser,
): Promise<ImapFlow> {
  const client = await openSecondClient(dovecot, user);
  t.after(() => client.close());
  return client;
}

async function countIn(client: ImapFlow, folder: string): Promise<number | undefined> {
  const status = await client.status(folder, { messages: true });
  return status === false ? undefined : status.messages;
}

function message(subject: string, text = 'Hello'): Buffer {
  return Buffer.from(buildMessage({ id: `${subject.replaceAll(' ', '-')}@example.test`, subject, text }));
}
