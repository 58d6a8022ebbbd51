import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { describe, test } from 'node:test';
import { dovecotMissing } from '../../../../testing/servers/dovecot.ts';
import type { ChangeBatch, Operation, MessageRef } from '../../provider.ts';
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

const hourMs = 3_600_000;

describe('imap: changes and sources', { skip: dovecotMissing() ?? false }, () => {
  const mailbox = freshMailboxes();

  test('2,000 messages arrive exactly once each, newest first, and the newest of every folder before old mail', async () => {
    const box = mailbox();
    const messages = (count: number) => Array.from({ length: count }, (_, index) => rawMessage(`number ${index}`));
    box.server.seed(box.user.user, 'INBOX', messages(2000));
    box.server.seed(box.user.user, 'Archive', messages(300));
    await withProvider(settingsFor(box), async (provider) => {
      const batches = (await collect(provider.changes({}, neverAborted()))).filter(({ arrivals }) => arrivals.length);
      for (const [folder, count] of [
        ['INBOX', 2000],
        ['Archive', 300],
      ] as const) {
        const uids = batches
          .flatMap(({ arrivals }) => arrivals)
          .filter((one) => one.folder === folder)
          .map(({ uid }) => uid);
        assert.deepEqual(
          uids,
          Array.from({ length: count }, (_, index) => count - index),
        );
      }
      assert.deepEqual(
        batches.slice(0, 2).map(({ stream }) => stream),
        ['INBOX', 'Archive'],
      );
      assert.deepEqual(batches.findLast(({ stream }) => stream === 'INBOX')?.progress, { current: 2000, total: 2000 });
    });
  });

  test('mail that arrives during a long first sync does not wait for old mail', async () => {
    const box = mailbox();
    box.server.seed(
      box.user.user,
      'Archive',
      Array.from({ length: 1800 }, (_, index) => rawMessage(`old ${index}`)),
    );
    await withProvider(settingsFor(box), async (provider) => {
      const batches = provider.changes({}, neverAborted());
      const seen: ChangeBatch[] = [];
      for await (const batch of batches) {
        if (batch.stream === 'Archive' && !seen.some(({ stream }) => stream === 'Archive'))
          box.server.deliver(box.user.user, rawMessage('breaking news'));
        seen.push(batch);
      }
      const news = seen.findIndex(({ stream, arrivals }) => stream === 'INBOX' && arrivals.length === 1);
      const lastOld = seen.findLastIndex(({ stream }) => stream === 'Archive');
      assert.ok(news > 0 && news < lastOld, `news in batch ${news}, the last old mail in ${lastOld}`);
      assert.equal(seen[news]?.backfill, false);
    });
  });

  test('a folder without changes is not reported again', async () => {
    const box = mailbox();
    box.server.seed(box.user.user, 'INBOX', [rawMessage('one')]);
    await withProvider(settingsFor(box), async (provider) => {
      const cursors = cursorsOf(await collect(provider.changes({}, neverAborted())));
      assert.deepEqual(await collect(provider.changes(cursors, neverAborted())), []);
    });
  });

  test('a folder that another client deletes is emptied once, after everything else', async (context) => {
    const box = mailbox();
    const other = await otherClient(box, context);
    await other.mailboxCreate('Projects');
    await other.append('Projects', Buffer.from(rawMessage('plans')));
    await withProvider(settingsFor(box), async (provider) => {
      const cursors = cursorsOf(await collect(provider.changes({}, neverAborted())));
      await other.mailboxRename('Projects', 'Done');
      const batches = await collect(provider.changes(cursors, neverAborted()));
      assert.deepEqual(
        batches.map(({ stream, arrivals, reset }) => [stream, arrivals.length, reset]),
        [
          ['Done', 1, undefined],
          ['Projects', 0, { folder: 'Projects', uidvalidity: 0 }],
        ],
      );
      assert.deepEqual(await collect(provider.changes({ ...cursors, ...cursorsOf(batches) }, neverAborted())), []);
    });
  });

  test('a folder with subfolders that another client deletes is emptied without trouble', async (context) => {
    const box = mailbox();
    const other = await otherClient(box, context);
    for (const path of ['Trips', 'Trips/Lisbon']) {
      await other.mailboxCreate(path);
      await other.append(path, Buffer.from(rawMessage(path)));
    }
    await withProvider(settingsFor(box), async (provider) => {
      const cursors = cursorsOf(await collect(provider.changes({}, neverAborted())));
      await other.mailboxDelete('Trips');
      const batches = await collect(provider.changes(cursors, neverAborted()));
      assert.deepEqual(
        batches.map(({ stream, reset, error }) => [stream, reset, error]),
        [['Trips', { folder: 'Trips', uidvalidity: 0 }, undefined]],
      );
      assert.deepEqual(await collect(provider.changes({ ...cursors, ...cursorsOf(batches) }, neverAborted())), []);
    });
  });

  test('a folder that cannot be opened is reported, and the others are synced', async (context) => {
    const box = mailbox();
    const other = await otherClient(box, context);
    await other.mailboxCreate('Locked');
    await other.append('INBOX', Buffer.from(rawMessage('hello')));
    await other.logout();

    chmodSync(`${box.server.home(box.user.user)}/.Locked`, 0o000);
    await withProvider(settingsFor(box), async (provider) => {
      const batches = await collect(provider.changes({}, neverAborted()));
      assert.match(batches.find(({ stream }) => stream === 'Locked')?.error ?? '', /refused/);
      assert.equal(batches.find(({ stream }) => stream === 'INBOX')?.arrivals.length, 1);
      assert.ok(batches.some(({ stream }) => stream === 'Trash'));
    });
  });

  test('reading mail leaves it unread', async () => {
    const box = mailbox();
    box.server.deliver(box.user.user, rawMessage('unread'));
    await withProvider(settingsFor(box), async (provider) => {
      const [arrival] = await arrivalsOf(provider);
      assert.ok(arrival);
      await collect(provider.sources([arrival], neverAborted()));
      for await (const _ of await provider.part(arrival, '1', neverAborted()));
      assert.deepEqual((await arrivalsOf(provider))[0]?.flags, []);
    });
  });

  test('other methods may be used while sources are being read', async () => {
    const box = mailbox();
    box.server.seed(
      box.user.user,
      'INBOX',
      Array.from({ length: 20 }, (_, index) => rawMessage(`n${index}`)),
    );
    await withProvider(settingsFor(box), async (provider) => {
      let read = 0;
      for await (const source of provider.sources(await arrivalsOf(provider), neverAborted())) {
        await provider.apply([{ do: 'flags', ref: source, add: ['\\Seen'], remove: [] }], neverAborted());
        read++;
      }
      assert.equal(read, 20);
      assert.ok((await arrivalsOf(provider)).every(({ flags }) => flags.includes('\\Seen')));
    });
  });

  test('IDLE reports a delivery, a flag and an expunge without polling', async (context) => {
    const box = mailbox();
    box.server.seed(box.user.user, 'INBOX', [rawMessage('one'), rawMessage('two')]);
    const other = await otherClient(box, context);
    await other.mailboxOpen('INBOX');
    const stop = new AbortController();
    // The server is never polled for changes.
    const settings = { ...settingsFor(box), timeouts: { idleResponseMs: hourMs, idleRenewalMs: hourMs } };
    await withProvider(settings, async (provider) => {
      const watching = provider.watch(stop.signal)[Symbol.asyncIterator]();
      await watching.next();
      const actions = [
        async () => box.server.deliver(box.user.user, rawMessage('three')),
        () => other.messageFlagsAdd('1', ['\\Flagged'], { uid: true }),
        () => other.messageDelete('2', { uid: true }),
      ];
      for (const action of actions) {
        const next = watching.next();
        await action();
        assert.deepEqual(await next, { done: false, value: 'changed' });
      }
      stop.abort();
      while (!(await watching.next()).done);
    });
  });

  test('a search for non-ASCII words finds them', async () => {
    const box = mailbox();
    box.server.seed(box.user.user, 'INBOX', [rawMessage('one', 'Die Straße nach Süden\r\n'), rawMessage('two')]);
    await withProvider(settingsFor(box), async (provider) => {
      const hits = await provider.search({ terms: [{ field: 'text', text: 'Straße' }] }, neverAborted());
      assert.deepEqual(
        hits.map(({ folder, uid }) => [folder, uid]),
        [['INBOX', 1]],
      );
    });
  });

  test('operations on removed or renumbered mail have different outcomes from applied ones', async () => {
    const box = mailbox();
    box.server.seed(box.user.user, 'INBOX', [rawMessage('here')]);
    await withProvider(settingsFor(box), async (provider) => {
      const [here] = await arrivalsOf(provider);
      assert.ok(here);
      const star = (ref: MessageRef): Operation => ({ do: 'flags', ref, add: ['\\Flagged'], remove: [] });
      const refs = [{ ...here, uid: 77 }, here, { ...here, uidvalidity: 7 }];
      const outcomes = await provider.apply(refs.map(star), neverAborted());
      assert.deepEqual(
        outcomes.map((outcome) => (outcome.ok ? 'made' : outcome.error)),
        ['The message is no longer in INBOX.', 'made', 'The server renumbered INBOX, so the change wasn’t made.'],
      );
    });
  });
});
