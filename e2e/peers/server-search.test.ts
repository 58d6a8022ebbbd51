import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { freshMailboxes, otherClient, settingsFor } from '../../daemon/providers/imap/test-dovecot-mailbox.ts';
import { createImapProvider } from '../../daemon/providers/imap/imap-provider.ts';
import { ProviderError, type Provider } from '../../daemon/providers/provider.ts';
import { oddAccountConfig } from '../../daemon/features/sync/test-odd-account.ts';
import { testDaemon } from '../../daemon/test-daemon.ts';
import { until } from '../../daemon/test-until.ts';
import { dovecotMissing } from '../../testing/servers/dovecot.ts';
import { buildMessage } from './support/test-messages.ts';

const missing = dovecotMissing();
if (missing) test('a search on an IMAP server', { skip: missing });
else describe('a search on an IMAP server', suite);

function suite(): void {
  const mailbox = freshMailboxes();

  test('mail that the first sync has not reached is found, in all folders and character sets', async (t) => {
    const { server, user } = mailbox();
    const numbered = (number: number, text: string) =>
      buildMessage({
        id: `letter.${number}@search.example`,
        subject: `Letter ${number}`,
        text,
        sentAt: Date.UTC(2026, 0, 1) / 1000 + number * 3600,
      });
    const texts = Array.from({ length: 600 }, (_, at) =>
      numbered(at + 1, at === 4 ? 'Grüße vom Bodensee' : 'Plain words'),
    );
    server.seed(user.user, 'INBOX', texts);
    server.seed(user.user, 'Travel', [
      numbered(700, 'Every ticket to Lindau'),
      numbered(701, 'Another ticket to Lindau'),
    ]);
    const settings = settingsFor({ server, user });
    let isInterrupted = true;
    const openProvider = async (): Promise<Provider> => {
      const provider = createImapProvider(settings);
      return {
        ...provider,
        get capabilities() {
          return provider.capabilities;
        },
        async *changes(...request) {
          for await (const batch of provider.changes(...request)) {
            yield batch;
            if (isInterrupted) throw new ProviderError('offline', 'The line was lost.');
          }
        },
      };
    };
    const daemon = await testDaemon(t, { accounts: [], config: oddAccountConfig, options: { openProvider } });
    await daemon.events.until('SyncFinished');
    const find = async (q: string) => (await daemon.ask('search.find', { q, matching: 'exact' })).total;
    assert.deepEqual([await find('bodensee'), await find('lindau')], [0, 0]);
    const states = async (q: string) =>
      (await daemon.ask('search.fetch', { q })).accounts.map(({ state, fetched }) => [state, fetched]);
    assert.deepEqual(await states('grüße bodensee'), [['searched', 1]]);
    assert.equal(await find('grüße bodensee'), 1);
    assert.deepEqual(await states('lindau ticket every after:2025-12-31'), [['searched', 1]]);
    assert.equal(await find('lindau'), 1);
    assert.deepEqual(await states('lindau before:2025'), [['searched', 0]]);
    const [row] = (await daemon.ask('search.find', { q: 'lindau' })).groups.flatMap(({ rows }) => rows);
    assert.deepEqual(
      row?.labels?.map(({ name }) => name),
      ['Travel'],
    );

    // Another program deletes one of them before the sync reaches it.
    const other = await otherClient({ server, user }, t);
    await other.mailboxOpen('Travel');
    await other.messageDelete('1', { uid: true });
    isInterrupted = false;
    await daemon.ask('sync.start');
    await until('the first sync is complete', async () => {
      const { incomplete_accounts } = await daemon.ask('search.find', { q: 'letter' });
      return incomplete_accounts.length === 0;
    });
    await daemon.whenIndexed();
    assert.deepEqual([await find('bodensee'), await find('lindau'), await find('letter')], [1, 1, 601]);
    assert.deepEqual(await states('lindau'), [['complete', 0]]);
  });
}
