import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWritable, sql } from '../../store/db.ts';
import { storeFiles } from '../../store/open.ts';
import { ada, bob, mail, testDaemon, type TestDaemon } from '../../test-daemon.ts';

const only = async (daemon: TestDaemon, subject: string) => {
  const { mailbox } = await daemon.ask('mailbox.list', { view: 'messages', lens_kind: 'all_mail' });
  const row = mailbox.groups.flatMap(({ rows }) => rows).find((each) => each.subject === subject);
  assert.ok(row, `no message "${subject}"`);
  return row;
};

test('a thread is returned completely, oldest first, with bodies, participants and facts', async (t) => {
  const daemon = await testDaemon(t, {
    prepare(servers) {
      const { control } = servers.get('ada')!;
      control.deliver(
        mail({
          from: 'Finn <finn@example.test>',
          subject: 'Re: Boat',
          text: 'Ten it is.',
          id: 'b@x',
          minutesAgo: 10,
          headers: { References: '<a@x>' },
        }),
      );
      control.deliver(
        mail({ from: 'Eve <eve@example.test>', subject: 'Boat', text: 'At ten?', id: 'a@x', minutesAgo: 30 }),
        { flags: ['\\Seen'] },
      );
    },
  });
  await daemon.synced();
  const { thread_id } = await only(daemon, 'Boat');
  const { thread, messages, bodies, body_failures, reader_mode, right_rail } = await daemon.ask('threads.get', {
    thread_id,
  });
  assert.deepEqual(
    messages.map(({ snippet, unread, date }) => [snippet, unread, date]),
    [
      ['At ten?', false, '2026-03-10T07:30:00.000Z'],
      ['Ten it is.', true, '2026-03-10T07:50:00.000Z'],
    ],
  );
  assert.deepEqual(
    bodies.map(({ text_plain }) => text_plain?.trim()),
    ['At ten?', 'Ten it is.'],
  );
  assert.deepEqual(
    [thread.subject, thread.message_count, thread.unread_count, thread.participants.map(({ email }) => email)],
    ['Boat', 2, 1, ['eve@example.test', 'ada@example.test', 'finn@example.test']],
  );
  assert.deepEqual([body_failures, reader_mode], [[], 'reader']);
  assert.deepEqual(right_rail.items, ['2 messages', '1 unread', '3 people']);
});

test('opening a thread marks nothing as read and sends no request to the server (checklist 70, 115)', async (t) => {
  const daemon = await testDaemon(t, {
    config: '[general]\nsafety_policy = "read-only"',
    prepare: (servers) =>
      servers.get('ada')?.control.deliver(mail({ from: 'eve@example.test', subject: 'Boat', text: 'x' })),
  });
  await daemon.synced();
  const { thread_id } = await only(daemon, 'Boat');
  const before = { ...daemon.server('ada').control.calls };
  await daemon.ask('threads.get', { thread_id });
  assert.equal((await daemon.ask('threads.get', { thread_id })).thread.unread_count, 1);
  assert.deepEqual({ ...daemon.server('ada').control.calls }, before);
});

test('a message that links two threads joins them, and the id of either still opens the whole thread', async (t) => {
  const daemon = await testDaemon(t, {
    prepare(servers) {
      const { control } = servers.get('ada')!;
      control.deliver(mail({ from: 'eve@example.test', subject: 'One', text: '1', id: 'one@x', minutesAgo: 50 }));
      control.deliver(mail({ from: 'eve@example.test', subject: 'Two', text: '2', id: 'two@x', minutesAgo: 40 }));
    },
  });
  await daemon.synced();
  const [one, two] = [await only(daemon, 'One'), await only(daemon, 'Two')];
  assert.notEqual(one.thread_id, two.thread_id);
  daemon.server('ada').control.deliver(
    mail({
      from: 'eve@example.test',
      subject: 'Both',
      text: '3',
      id: 'three@x',
      minutesAgo: 5,
      headers: { References: '<one@x> <two@x>' },
    }),
  );
  await daemon.resync();
  for (const thread_id of [one.thread_id, two.thread_id.toUpperCase()]) {
    const { messages } = await daemon.ask('threads.get', { thread_id });
    assert.deepEqual(
      messages.map(({ subject }) => subject),
      ['One', 'Two', 'Both'],
    );
  }
  const { mailbox } = await daemon.ask('mailbox.list');
  assert.deepEqual(mailbox.counts, { unread: 1, total: 1 });
});

test('a late parent, a reply to an unknown message, and equal subjects are threaded correctly', async (t) => {
  const daemon = await testDaemon(t, {
    prepare(servers) {
      const { control } = servers.get('ada')!;
      control.deliver(
        mail({
          from: 'a@example.test',
          subject: 'Re: Ghost',
          text: '1',
          id: 'g1@x',
          headers: { 'In-Reply-To': '<ghost@x>' },
        }),
      );
      control.deliver(
        mail({
          from: 'b@example.test',
          subject: 'Re: Ghost',
          text: '2',
          id: 'g2@x',
          headers: { 'In-Reply-To': '<ghost@x>' },
        }),
      );
      control.deliver(mail({ from: 'c@example.test', subject: 'Re: Ghost', text: '3', id: 'other@x' }));
    },
  });
  await daemon.synced();
  assert.equal((await daemon.ask('mailbox.list')).mailbox.counts.total, 2);
  daemon
    .server('ada')
    .control.deliver(mail({ from: 'd@example.test', subject: 'Ghost', text: '0', id: 'ghost@x', minutesAgo: 500 }));
  await daemon.resync();
  const { mailbox } = await daemon.ask('mailbox.list');
  assert.deepEqual(
    mailbox.groups
      .flatMap(({ rows }) => rows.map(({ message_count }) => message_count))
      .toSorted((a = 0, b = 0) => a - b),
    [1, 3],
  );
});

test('messages that reference each other in a circle are one thread', async (t) => {
  const daemon = await testDaemon(t, {
    prepare(servers) {
      const { control } = servers.get('ada')!;
      const around = [
        ['a@x', 'c@x'],
        ['b@x', 'a@x'],
        ['c@x', 'b@x'],
        ['self@x', 'self@x'],
      ] as const;
      for (const [id, parent] of around)
        control.deliver(
          mail({
            from: 'eve@example.test',
            subject: `Of ${id}`,
            text: id,
            id,
            headers: { 'In-Reply-To': `<${parent}>` },
          }),
        );
    },
  });
  await daemon.synced();
  const { thread_id } = await only(daemon, 'Of a@x');
  assert.equal((await daemon.ask('threads.get', { thread_id })).messages.length, 3);
  assert.notEqual((await only(daemon, 'Of self@x')).thread_id, thread_id);
});

test('a Message-ID shared by many messages joins nothing, but a second copy of a message stays with the first', async (t) => {
  const daemon = await testDaemon(t, {
    prepare(servers) {
      const { control } = servers.get('ada')!;
      const send = (subject: string, text: string, headers = {}) =>
        control.deliver(mail({ from: 'scanner@example.test', subject, text, id: 'same@x', headers }));
      send('Scan 1', 'first');
      send('Scan 2', 'second');
      send('Scan 3', 'third');
      send('[office] Re: Scan 1', 'the first again, with a footer of the list that makes it longer');
      control.deliver(
        mail({
          from: 'eve@example.test',
          subject: 'Which scan?',
          text: 'x',
          id: 'reply@x',
          headers: { 'In-Reply-To': '<same@x>' },
        }),
      );
    },
  });
  await daemon.synced();
  const [first, second, third, copy, reply] = await Promise.all(
    ['Scan 1', 'Scan 2', 'Scan 3', '[office] Re: Scan 1', 'Which scan?'].map((subject) => only(daemon, subject)),
  );
  assert.equal(new Set([first, second, third].map((row) => row?.thread_id)).size, 3);
  assert.equal(copy?.thread_id, first?.thread_id);
  assert.ok([first, second, third].some((row) => row?.thread_id === reply?.thread_id));
});

test('threads of a server that has threads are used unchanged', async (t) => {
  const daemon = await testDaemon(t, {
    prepare(servers) {
      const { control } = servers.get('ada')!;
      const send = (id: string, conversation: string, headers = {}) =>
        control.deliver(mail({ from: 'eve@example.test', subject: `Of ${id}`, text: id, id, headers }), {
          conversation,
        });
      send('a@x', 'T1');
      send('b@x', 'T1');
      send('c@x', 'T2', { 'In-Reply-To': '<a@x>' });
    },
  });
  await daemon.synced();
  const { thread_id } = await only(daemon, 'Of a@x');
  assert.equal((await only(daemon, 'Of b@x')).thread_id, thread_id);
  assert.notEqual((await only(daemon, 'Of c@x')).thread_id, thread_id);
});

test('threads of two accounts stay separate although they reference each other', async (t) => {
  const daemon = await testDaemon(t, {
    accounts: [ada, bob],
    prepare(servers) {
      for (const server of servers.values())
        server.control.deliver(mail({ from: 'eve@example.test', subject: 'List', text: 'x', id: 'list@x' }));
    },
  });
  await daemon.synced();
  assert.equal((await daemon.ask('mailbox.list')).mailbox.counts.total, 2);
});

test('an invalid or unknown id is not found', async (t) => {
  const daemon = await testDaemon(t);
  for (const thread_id of ['not-a-real-thread-id-12345', '00000000-0000-0000-0000-000000000000', "'; --"]) {
    await assert.rejects(daemon.ask('threads.get', { thread_id }), { kind: 'missing', code: 'not_found' });
  }
});

test('a body that is not stored is reported, not fetched, and the rest of the thread opens (checklist 70)', async (t) => {
  const daemon = await testDaemon(t, {
    config: '[general]\nsafety_policy = "read-only"',
    prepare(servers) {
      const { control } = servers.get('ada')!;
      control.deliver(mail({ from: 'eve@example.test', subject: 'Boat', text: 'here', id: 'a@x', minutesAgo: 20 }));
      control.deliver(
        mail({
          from: 'eve@example.test',
          subject: 'Re: Boat',
          text: 'gone',
          id: 'b@x',
          headers: { References: '<a@x>' },
        }),
      );
    },
  });
  await daemon.synced();
  const { id: message_id, thread_id } = await only(daemon, 'Re: Boat');
  const db = openWritable(storeFiles(daemon.dataDir).mail, { durability: 'normal' });
  db.run(sql`DELETE FROM sources WHERE message = (SELECT id FROM messages WHERE message_id = ${message_id})`);
  db.close();
  const fetched = daemon.server('ada').control.calls.sources;
  const { bodies, body_failures, messages } = await daemon.ask('threads.get', { thread_id });
  assert.deepEqual([messages.length, bodies.map(({ text_plain }) => text_plain?.trim())], [2, ['here']]);
  assert.deepEqual(body_failures, [
    { message_id, error: 'This message hasn’t been downloaded yet.', code: 'not_downloaded' },
  ]);
  const missing = { kind: 'unavailable', code: 'not_downloaded', retryable: true };
  await assert.rejects(daemon.ask('messages.body', { message_id }), missing);
  await assert.rejects(daemon.ask('messages.headers', { message_id }), missing);
  assert.equal(daemon.server('ada').control.calls.sources, fetched);
});
