import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dovecotMissing } from '../../../../testing/servers/dovecot.ts';
import {
  arrivalsOf,
  collect,
  cursorsOf,
  freshMailboxes,
  rawMessage,
  neverAborted,
  otherClient,
  settingsFor,
  withProvider,
} from '../test-dovecot-mailbox.ts';

describe('imap: a server of 1996', { skip: dovecotMissing() ?? false }, () => {
  const mailbox = freshMailboxes({ capability: 'IMAP4rev1 IDLE' });

  test('a flag change of old mail is found, though the server cannot report changes', async (context) => {
    const box = mailbox();
    const messages = Array.from({ length: 3200 }, (_, index) => ({ bytes: rawMessage(`${index}`), flags: '' }));
    box.server.seed(box.user.user, 'INBOX', messages);
    const other = await otherClient(box, context);
    await other.mailboxOpen('INBOX');
    await withProvider(settingsFor(box), async (provider) => {
      const cursors = cursorsOf(await collect(provider.changes({}, neverAborted())));
      assert.equal(provider.capabilities.delta_sync, false);
      await other.messageFlagsAdd('1,1500,3199', ['\\Flagged'], { uid: true });
      // Each visit reads 1,000 of the newest messages, and 2,000 of the 2,200 older ones in turn.
      const seen: number[][] = [];
      for (let round = 0; round < 2; round++) {
        const batches = await collect(provider.changes(cursors, neverAborted()));
        Object.assign(cursors, cursorsOf(batches));
        const flagged = batches.flatMap(({ flags }) => flags).filter(({ flags }) => flags.includes('\\Flagged'));
        seen.push(flagged.map(({ uid }) => uid));
      }
      assert.deepEqual(seen, [
        [1500, 3199],
        [1, 3199],
      ]);
    });
  });

  test('a message that cannot be expunged alone is marked as deleted, and no other message is changed', async (context) => {
    const box = mailbox();
    box.server.seed(box.user.user, 'INBOX', [
      rawMessage('keep'),
      { bytes: rawMessage('marked by another client'), flags: 'T' },
    ]);
    const other = await otherClient(box, context);
    await withProvider(settingsFor(box), async (provider) => {
      const target = (await arrivalsOf(provider)).find(({ uid }) => uid === 1);
      assert.ok(target);
      const [outcome] = await provider.apply([{ do: 'expunge', ref: target }], neverAborted());
      assert.ok(outcome && !outcome.ok && !outcome.retryable);
      assert.match(outcome.error, /can’t remove single messages/);
    });
    await other.mailboxOpen('INBOX');
    const left = await other.fetchAll('1:*', { uid: true, flags: true });
    assert.deepEqual(
      left.map(({ uid, flags }) => [uid, flags?.has('\\Deleted')]),
      [
        [1, true],
        [2, true],
      ],
    );
  });

  test('a move is a copy and a deletion', async () => {
    const box = mailbox();
    box.server.seed(box.user.user, 'INBOX', [rawMessage('goes')]);
    await withProvider(settingsFor(box), async (provider) => {
      const [target] = await arrivalsOf(provider);
      assert.ok(target);
      const [outcome] = await provider.apply([{ do: 'move', ref: target, to: 'Archive' }], neverAborted());
      assert.equal(outcome?.ok, true);
      const places = (await arrivalsOf(provider)).map(({ folder, flags }) => [folder, ...flags]);
      assert.deepEqual(places, [['Archive']]);
    });
  });
});
