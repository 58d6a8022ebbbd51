import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { until } from '../../daemon/test-until.ts';
import { certificateMissing } from '../../testing/servers/certificate.ts';
import type { Quirks } from '../../testing/servers/imap/quirks.ts';
import { messageWith, startImapAccounts } from './support/imap-accounts.ts';
import { storedPlacements } from './support/stored-placements.ts';

const messagesPerAccount = 6;

/** An account that is refused, with its kind of problem and the reported text. */
type RefusedConnection = { quirks: Quirks; reason: string; message: RegExp; isUntrusted?: boolean };

const refusedConnections: Record<string, RefusedConnection> = {
  wrong: {
    quirks: { commands: { LOGIN: 'NO [AUTHENTICATIONFAILED] Invalid credentials' } },
    reason: 'auth',
    message: /didn’t accept the username and password: Invalid credentials/,
  },
  down: {
    quirks: { commands: { LOGIN: 'NO [UNAVAILABLE] Backend failure' } },
    reason: 'busy',
    message: /can’t sign anyone in right now: Backend failure/,
  },
  closed: { quirks: { greeting: '* BYE Maintenance until noon' }, reason: 'busy', message: /Maintenance until noon/ },
  plain: { quirks: { startTls: 'absent' }, reason: 'tls', message: /offers no encryption/ },
  unknown: { quirks: {}, reason: 'tls', message: /self-signed certificate/, isUntrusted: true },
};

const missing = certificateMissing();
if (missing) test('accounts on servers that refuse them', { skip: missing });
else describe('accounts on servers that refuse them', suite);

function suite(): void {
  const set = startImapAccounts();

  before(async () => {
    for (const [key, { quirks, isUntrusted }] of Object.entries(refusedConnections))
      await set.add(key, { quirks }, isUntrusted);
    await set.add('silent', { quirks: { commands: { LIST: 'silence' } } });
    const { mailbox } = await set.add('healthy', {});
    for (let number = 1; number <= messagesPerAccount; number++)
      mailbox.deliver('INBOX', messageWith(`letter ${number}`));
    await set.start();
    for (const key of [...Object.keys(refusedConnections), 'healthy']) await set.stateOf(key);
  });
  after(() => set.end());

  test('the account on a healthy server is in sync and shows new mail', async () => {
    const { health, sync, account_id } = await set.stateOf('healthy');
    assert.deepEqual([health.state, sync.last_error], ['synced', null]);
    set.server('healthy').mailbox.deliver('INBOX', messageWith('new and well'));
    await set.untilAnnounced('healthy', 'new and well');
    assert.equal(storedPlacements(set.home().dataDir, account_id).length, messagesPerAccount + 1);
  });

  for (const [key, { reason, message }] of Object.entries(refusedConnections))
    test(`the account "${key}" reports its problem`, async () => {
      const { health, sync } = await set.stateOf(key);
      assert.match(sync.last_error ?? '', message);
      assert.deepEqual([sync.failure_class, sync.healthy], [reason, false]);
      assert.equal(health.state, 'needs_attention');
      assert.match(health.message, message);
    });

  test('a wrong password is tried once, and again only when the user asks', async () => {
    const { log } = set.server('wrong');
    assert.equal(log.signIns, 1);
    const { account_id } = await set.stateOf('wrong');
    await set.daemon().ask('sync.start', { account_id });
    await until('the password is tried once more', async () => log.signIns > 1);
    await set.stateOf('wrong');
    assert.equal(log.signIns, 2);
  });

  test('no server got too many attempts, and no password was sent over an unsafe connection', () => {
    for (const key of Object.keys(refusedConnections)) {
      const { log } = set.server(key);
      assert.ok(log.connections <= 15, `${key} saw ${log.connections} connections`);
    }
    for (const key of ['plain', 'unknown']) assert.equal(set.server(key).log.signIns, 0, key);
  });
}
