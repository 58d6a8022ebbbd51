import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FakeProvider } from '../../providers/fake/provider.ts';
import { ada, bob, mail, testDaemon, type Reply } from '../../test-daemon.ts';

type Mailbox = Reply<'mailbox.list'>;

const subjects = ({ mailbox }: Mailbox) => mailbox.groups.flatMap(({ rows }) => rows.map(({ subject }) => subject));

function deliverMany(server: FakeProvider | undefined, count: number, prefix: string) {
  for (let n = count; n >= 1; n--) {
    server?.control.deliver(
      mail({
        from: `${prefix}@example.test`,
        subject: `${prefix} ${n}`,
        text: 'x',
        id: `${prefix}${n}@x`,
        minutesAgo: n * 10,
      }),
    );
  }
}

test('the inbox is one list over all accounts, newest first, with day headings', async (t) => {
  const daemon = await testDaemon(t, {
    accounts: [ada, bob],
    prepare(servers) {
      servers
        .get('ada')
        ?.control.deliver(mail({ from: 'Eve <eve@example.test>', subject: 'older', text: 'two', minutesAgo: 24 * 60 }));
      servers
        .get('bob')
        ?.control.deliver(mail({ from: 'Finn <finn@example.test>', subject: 'newer', text: 'one', minutesAgo: 5 }));
    },
  });
  await daemon.synced();
  const { mailbox, shell } = await daemon.ask('mailbox.list');
  assert.deepEqual(
    mailbox.groups.map(({ id, rows }) => [
      id,
      rows.map(({ sender, subject, snippet, unread, date_label }) => [sender, subject, snippet, unread, date_label]),
    ]),
    [
      ['today', [['Finn', 'newer', 'one', true, '08:55']]],
      ['yesterday', [['Eve', 'older', 'two', true, '9 Mar, 09:00']]],
    ],
  );
  assert.deepEqual(mailbox.counts, { unread: 2, total: 2 });
  assert.equal(shell?.syncLabel, 'Synced');
});

test('the inbox of one account is a separate list; an unknown account is a clear error', async (t) => {
  const daemon = await testDaemon(t, {
    accounts: [ada, bob],
    prepare(servers) {
      deliverMany(servers.get('ada'), 2, 'a');
      deliverMany(servers.get('bob'), 1, 'b');
    },
  });
  await daemon.synced();
  const { accounts } = await daemon.ask('accounts.list');
  const account_id = accounts.find(({ key }) => key === 'bob')?.account_id;
  const own = await daemon.ask('mailbox.list', { account_id });
  assert.deepEqual(subjects(own), ['b 1']);
  assert.deepEqual(own.mailbox.counts, { unread: 1, total: 1 });
  assert.equal(own.sidebar?.sections[0]?.items[0]?.total, 3);
  const absent = '00000000-0000-5000-8000-000000000000';
  await assert.rejects(daemon.ask('mailbox.list', { account_id: absent }), { kind: 'missing', code: 'not_found' });
});

test('pages by cursor repeat or miss no row while mail arrives; limit and offset count rows of the view', async (t) => {
  const daemon = await testDaemon(t, { prepare: (servers) => deliverMany(servers.get('ada'), 25, 'm') });
  await daemon.synced();
  const first = await daemon.ask('mailbox.list', { limit: '10' });
  daemon
    .server('ada')
    .control.deliver(mail({ from: 'new@example.test', subject: 'just in', text: 'x', minutesAgo: 0 }));
  await daemon.resync();
  const second = await daemon.ask('mailbox.list', { limit: 10, cursor: first.mailbox.next_cursor });
  const third = await daemon.ask('mailbox.list', { limit: 10, cursor: second.mailbox.next_cursor });
  assert.deepEqual(
    [...subjects(first), ...subjects(second), ...subjects(third)],
    Array.from({ length: 25 }, (_, i) => `m ${i + 1}`),
  );
  assert.deepEqual([third.mailbox.has_more, third.mailbox.next_cursor], [false, null]);
  assert.deepEqual(subjects(await daemon.ask('mailbox.list', { limit: 2, offset: 24 })), ['m 24', 'm 25']);
});

test('a thread row summarizes the whole thread, a message row one message', async (t) => {
  const daemon = await testDaemon(t, {
    prepare(servers) {
      const server = servers.get('ada');
      server?.control.deliver(
        mail({ from: 'Eve <eve@example.test>', subject: 'Boat', text: 'a', id: 'a@x', minutesAgo: 30 }),
      );
      server?.control.deliver(
        mail({
          from: 'ada@example.test',
          subject: 'Re: Boat',
          text: 'b',
          id: 'b@x',
          minutesAgo: 20,
          headers: { 'In-Reply-To': '<a@x>' },
        }),
        { folder: 'Sent', flags: ['\\Seen'] },
      );
      server?.control.deliver(
        mail({
          from: 'Finn <finn@example.test>',
          subject: 'Re: Boat',
          text: 'c',
          id: 'c@x',
          minutesAgo: 10,
          headers: { References: '<a@x> <b@x>' },
        }),
        { flags: ['\\Seen', '\\Flagged'] },
      );
    },
  });
  await daemon.synced();
  const threads = await daemon.ask('mailbox.list');
  const [row] = threads.mailbox.groups[0]?.rows ?? [];
  assert.deepEqual(
    [row?.kind, row?.senders, row?.message_count, row?.unread, row?.starred, row?.snippet],
    ['thread', ['Eve', 'you', 'Finn'], 3, true, true, 'c'],
  );
  const messages = await daemon.ask('mailbox.list', { view: 'messages' });
  assert.deepEqual(
    messages.mailbox.groups.flatMap(({ rows }) => rows.map(({ snippet, unread }) => [snippet, unread])),
    [
      ['c', false],
      ['a', true],
    ],
  );
  assert.deepEqual(
    [threads.mailbox.counts, messages.mailbox.counts],
    [
      { unread: 1, total: 1 },
      { unread: 1, total: 2 },
    ],
  );
});

test('every item of the sidebar opens the list that it counts', async (t) => {
  const daemon = await testDaemon(t, { accounts: [{ ...ada, name: 'Demo', count: 500 }] });
  await daemon.synced();
  const { sidebar } = await daemon.ask('client.shell');
  for (const { label, lens, total, unread } of sidebar.sections.flatMap(({ items }) => items)) {
    const { mailbox, sidebar: own } = await daemon.ask('mailbox.list', {
      limit: 1000,
      lens_kind: lens.kind,
      ...(lens.labelId && { label_id: lens.labelId }),
    });
    const rows = mailbox.groups.flatMap((group) => group.rows);
    assert.deepEqual([mailbox.lensLabel, rows.length, mailbox.counts.total], [label, total, total]);
    // The number of senders with unread mail is only counted when the list is opened.
    if (lens.kind !== 'subscription') assert.equal(mailbox.counts.unread, unread);
    assert.deepEqual(
      own?.sections
        .flatMap(({ items }) => items)
        .filter(({ active }) => active)
        .map((item) => item.label),
      [label],
    );
  }
});

test('a missing or unknown label is a clear error', async (t) => {
  const daemon = await testDaemon(t);
  await assert.rejects(daemon.ask('mailbox.list', { lens_kind: 'label' }), {
    kind: 'invalid',
    code: 'label_id_missing',
  });
  await assert.rejects(daemon.ask('mailbox.list', { lens_kind: 'label', label_id: 'nothing' }), { kind: 'missing' });
  await assert.rejects(daemon.ask('mailbox.list', { cursor: 'x; DROP TABLE' }), {
    kind: 'invalid',
    code: 'bad_cursor',
  });
  await assert.rejects(daemon.ask('mailbox.list', { limit: '0' }), { kind: 'invalid' });
  await assert.rejects(daemon.ask('mailbox.list', { limit: 'ten' }), { kind: 'invalid' });
});

test('a disabled account is never connected to, and its mail stays readable (checklist 34)', async (t) => {
  const first = await testDaemon(t, { prepare: (servers) => deliverMany(servers.get('ada'), 3, 'm') });
  await first.synced();
  await first.close();
  const again = await testDaemon(t, { dataDir: first.dataDir, accounts: [{ ...ada, enabled: false }, bob] });
  await again.synced();
  assert.deepEqual(subjects(await again.ask('mailbox.list')), ['m 1', 'm 2', 'm 3']);
  assert.deepEqual(
    Object.values(again.server('ada').control.calls).filter((calls) => calls > 0),
    [],
  );
  const { accounts } = await again.ask('accounts.list');
  assert.deepEqual(
    accounts.map(({ key, enabled, is_default, health }) => [key, enabled, is_default, health.state]),
    [
      ['ada', false, false, 'disabled'],
      ['bob', true, true, 'synced'],
    ],
  );
});
