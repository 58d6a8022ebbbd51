import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { until } from '../../daemon/test-ceiling.ts';
import { certificateMissing } from '../servers/certificate.ts';
import type { Quirks } from '../servers/imap/quirks.ts';
import { letterOf, oddAccounts } from './odd-accounts.ts';
import { storedMail } from './stored-mail.ts';

const lettersEach = 6;

/** An account that is not let in, the class of its trouble and what is said. */
type ClosedDoor = { quirks: Quirks; reason: string; says: RegExp; isUntrusted?: boolean };

const doors: Record<string, ClosedDoor> = {
  wrong: {
    quirks: { commands: { LOGIN: 'NO [AUTHENTICATIONFAILED] Invalid credentials' } },
    reason: 'auth',
    says: /did not accept the user name and password: Invalid credentials/,
  },
  down: {
    quirks: { commands: { LOGIN: 'NO [UNAVAILABLE] Backend failure' } },
    reason: 'busy',
    says: /cannot sign anyone in right now: Backend failure/,
  },
  closed: { quirks: { greeting: '* BYE Maintenance until noon' }, reason: 'busy', says: /Maintenance until noon/ },
  plain: { quirks: { startTls: 'absent' }, reason: 'tls', says: /offers no encryption/ },
  unknown: { quirks: {}, reason: 'tls', says: /signed its certificate itself/, isUntrusted: true },
};

const missing = certificateMissing();
if (missing) test('accounts on servers that let nobody in', { skip: missing });
else describe('accounts on servers that let nobody in', suite);

function suite(): void {
  const set = oddAccounts();

  before(async () => {
    for (const [key, { quirks, isUntrusted }] of Object.entries(doors)) await set.add(key, { quirks }, isUntrusted);
    await set.add('silent', { quirks: { commands: { LIST: 'silence' } } });
    const { mailbox } = await set.add('healthy', {});
    for (let number = 1; number <= lettersEach; number++) mailbox.deliver('INBOX', letterOf(`letter ${number}`));
    await set.start();
    for (const key of [...Object.keys(doors), 'healthy']) await set.stateOf(key);
  });
  after(() => set.end());

  test('the account on a healthy server is in sync and shows new mail', async () => {
    const { health, sync, account_id } = await set.stateOf('healthy');
    assert.deepEqual([health.state, sync.last_error], ['synced', null]);
    set.server('healthy').mailbox.deliver('INBOX', letterOf('new and well'));
    await set.untilAnnounced('healthy', 'new and well');
    assert.equal(storedMail(set.home().dataDir, account_id).length, lettersEach + 1);
  });

  for (const [key, { reason, says }] of Object.entries(doors))
    test(`the account "${key}" says what is the matter`, async () => {
      const { health, sync } = await set.stateOf(key);
      assert.match(sync.last_error ?? '', says);
      assert.deepEqual([sync.failure_class, sync.healthy], [reason, false]);
      assert.equal(health.state, 'needs_attention');
      assert.match(health.message, says);
    });

  test('a wrong password is tried once, and again only when somebody asks', async () => {
    const { log } = set.server('wrong');
    assert.equal(log.signIns, 1);
    const { account_id } = await set.stateOf('wrong');
    await set.daemon().ask('sync.start', { account_id });
    await until('the password is tried once more', async () => log.signIns > 1);
    await set.stateOf('wrong');
    assert.equal(log.signIns, 2);
  });

  test('no server was hammered, and no password went where it is not safe', () => {
    for (const key of Object.keys(doors)) {
      const { log } = set.server(key);
      assert.ok(log.connections <= 15, `${key} saw ${log.connections} connections`);
    }
    for (const key of ['plain', 'unknown']) assert.equal(set.server(key).log.signIns, 0, key);
  });
}
