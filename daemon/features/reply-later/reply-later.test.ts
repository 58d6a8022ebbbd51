import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../base/failure.ts';
import { ada, bob, mail, testDaemon } from '../../test-daemon.ts';

test('mail to answer later is listed latest first, found, marked in its row, and removed again', async (t) => {
  const daemon = await testDaemon(t, {
    accounts: [ada, bob],
    prepare: (providers) => {
      for (const key of ['ada', 'bob'])
        providers.get(key)!.control.deliver(
          mail({
            from: 'Ben <ben@people.example>',
            subject: `To ${key}`,
            text: 'Hello.',
            id: `${key}@people.example`,
          }),
        );
    },
  });
  await daemon.synced();
  const { groups } = await daemon.ask('search.find', { q: 'from:ben', scope: 'messages' });
  const rows = groups.flatMap((group) => group.rows);
  const [first, second] = ['To ada', 'To bob'].map((subject) => rows.find((row) => row.subject === subject));
  assert.ok(first && second);
  const { id } = first;
  const set = (message_id: string, flag: boolean) => daemon.ask('replyLater.set', { message_id, flag });
  const queue = async (caller?: { origin: 'script'; only: string[] }) => {
    const { kind, messages } = await daemon.ask('replyLater.list', {}, caller);
    assert.equal(kind, 'ReplyQueue');
    return messages.map(({ subject }) => subject);
  };

  assert.deepEqual(await set(id, true), { kind: 'Ack' });
  // Events within a moment are announced as one.
  await daemon.events.until('MailUpdated', 1);
  daemon.clock.advance(1000);
  await set(second.id, true);
  daemon.clock.advance(1000);
  await set(id, true);
  assert.deepEqual(await queue(), ['To bob', 'To ada']);
  assert.deepEqual(await queue({ origin: 'script', only: [first.account_id] }), ['To ada']);
  const found = await daemon.ask('search.find', { q: 'is:reply_later', scope: 'messages' });
  const marked = found.groups.flatMap((group) => group.rows).map((row) => `${row.subject}: ${row.reply_later}`);
  assert.deepEqual(marked.toSorted(), ['To ada: true', 'To bob: true']);
  const { mailbox } = await daemon.ask('mailbox.list', { lens_kind: 'inbox' });
  assert.deepEqual(
    mailbox.groups.flatMap((group) => group.rows.map(({ reply_later }) => reply_later)),
    [true, true],
  );

  await set(id, false);
  await set(id, false);
  assert.deepEqual(await queue(), ['To bob']);
  await daemon.events.until('MailUpdated', 3);
  assert.deepEqual(
    daemon.events.all('MailUpdated').map(({ message_ids }) => message_ids),
    [[id], [second.id], [id]],
  );
  const elsewhere = daemon.ask(
    'replyLater.set',
    { message_id: id, flag: true },
    { origin: 'script', only: [second.account_id] },
  );
  await assert.rejects(elsewhere, (thrown) => thrown instanceof Failure && thrown.code === 'not_found');
});
