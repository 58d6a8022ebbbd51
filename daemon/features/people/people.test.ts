import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ada, bob, mail, testDaemon, type TestDaemon } from '../../test-daemon.ts';

const own = 'Ada <ada@example.test>';
const day = 24 * 60;

type MessageOptions = {
  from?: string;
  to?: string;
  subject?: string;
  minutesAgo?: number;
  headers?: Record<string, string>;
};

function rawMessage({
  from = own,
  to = own,
  subject = 'Hello',
  minutesAgo = 60,
  headers = {},
}: MessageOptions): Buffer {
  return mail({ from, subject, text: 'Hello.', minutesAgo, headers: { To: to, ...headers } });
}

const names = async ({ ask }: Pick<TestDaemon, 'ask'>, q: string) =>
  (await ask('people.autocomplete', { q })).contacts.map(({ sender_email }) => sender_email);

test('recipients of the user come first, by frequency and recency; mailings and automatic senders come last, spam never (checklist 125)', async (t) => {
  const list = { 'List-Unsubscribe': '<https://news.example/leave>' };
  const daemon = await testDaemon(t, {
    accounts: [ada, bob],
    prepare: (servers) => {
      const { deliver } = servers.get('ada')!.control;
      const [inbox, sent] = [{ folder: 'INBOX' }, { folder: 'Sent' }];
      for (const minutesAgo of [400 * day, 401 * day, 402 * day])
        deliver(rawMessage({ to: 'Marta Often <marta.often@old.example>', minutesAgo }), sent);
      deliver(rawMessage({ to: 'Mark Lately <mark@new.example>', minutesAgo: 3 * day }), sent);
      for (const minutesAgo of [1, 2, 3])
        deliver(rawMessage({ from: 'Márton Writes <mw@friends.example>', minutesAgo }), inbox);
      for (const minutesAgo of [1, 2, 3, 4]) {
        deliver(rawMessage({ from: 'Market News <news@market.example>', minutesAgo, headers: list }), inbox);
        deliver(rawMessage({ from: 'Marvel <no-reply@marvel.example>', minutesAgo: minutesAgo + day }), inbox);
        deliver(rawMessage({ from: 'Mario Spam <mario@spam.example>', minutesAgo }), { folder: 'Junk' });
      }
      deliver(rawMessage({ to: 'Martin Draft <martin@draft.example>' }), { folder: 'Drafts', flags: ['\\Draft'] });
      servers
        .get('bob')!
        .control.deliver(
          rawMessage({ from: 'Mark Lately <MARK@new.example>', subject: 'To Bob', to: 'bob@example.test' }),
        );
    },
  });
  await daemon.synced();

  assert.deepEqual(await names(daemon, 'mar'), [
    'mark@new.example',
    'marta.often@old.example',
    'mw@friends.example',
    'news@market.example',
    'no-reply@marvel.example',
  ]);
  assert.deepEqual(await names(daemon, 'lately MARK'), ['mark@new.example']);
  assert.deepEqual(await names(daemon, 'writes marton'), ['mw@friends.example']);
  assert.deepEqual(await names(daemon, 'marta.often@o'), ['marta.often@old.example']);
  assert.deepEqual(await names(daemon, 'friends.ex'), ['mw@friends.example']);
  assert.deepEqual(await names(daemon, 'often lately'), []);
  assert.equal((await names(daemon, '')).at(0), 'mark@new.example');

  const { contacts } = await daemon.ask('people.autocomplete', { q: 'mark', limit: 1 });
  assert.deepEqual(
    contacts.map(({ account_id: _, latest_at: __, ...rest }) => rest),
    [
      {
        sender_email: 'mark@new.example',
        email: 'mark@new.example',
        display_name: 'Mark Lately',
        message_count: 1,
        unread_count: 1,
        latest_subject: 'To Bob',
      },
    ],
  );
  const { accounts } = await daemon.ask('accounts.list', {});
  const only = accounts.filter(({ email }) => email === 'bob@example.test').map(({ account_id }) => account_id);
  const scoped = await daemon.ask('people.autocomplete', { q: 'mar' }, { origin: 'script', only });
  assert.deepEqual(
    scoped.contacts.map(({ message_count }) => message_count),
    [1],
  );
});

test('a sender profile covers both directions, newest first, and is null for an unknown sender (checklist 123)', async (t) => {
  const daemon = await testDaemon(t, {
    prepare: (servers) => {
      const { deliver } = servers.get('ada')!.control;
      const cleo = 'Cleo Park <cleo@people.example>';
      const id = { 'Message-ID': '<one@people.example>' };
      deliver(rawMessage({ from: cleo, subject: 'First', minutesAgo: 10 * day, headers: id }), { folder: 'Archive' });
      const reply = { 'In-Reply-To': '<one@people.example>', References: '<one@people.example>' };
      deliver(rawMessage({ to: cleo, subject: 'Re: First', minutesAgo: 10 * day - 120, headers: reply }), {
        folder: 'Sent',
      });
      deliver(rawMessage({ from: cleo, subject: 'Second', minutesAgo: 4 * day }));
    },
  });
  await daemon.synced();
  const { accounts } = await daemon.ask('accounts.list', {});
  const account_id = accounts[0]?.account_id;
  const { profile } = await daemon.ask('people.sender', { account_id, email: 'CLEO@people.example' });
  assert.ok(profile);
  const { recent_messages, weekly_activity, response_histogram, relationship, ...facts } = profile;
  assert.equal(relationship?.statistics.received_count, 2);
  assert.deepEqual(
    recent_messages.map(({ subject, direction }) => `${direction} ${subject}`),
    ['inbound Second', 'outbound Re: First', 'inbound First'],
  );
  assert.deepEqual(
    weekly_activity.filter(({ inbound_count, outbound_count }) => inbound_count + outbound_count > 0),
    [
      { week_start: '2026-02-23', inbound_count: 1, outbound_count: 1 },
      { week_start: '2026-03-02', inbound_count: 1, outbound_count: 0 },
    ],
  );
  assert.equal(weekly_activity.length, 12);
  assert.deepEqual(
    response_histogram.filter(({ count }) => count > 0),
    [{ upper_bound_seconds: 4 * 3600, count: 1 }],
  );
  const { inbound_storage_bytes, outbound_storage_bytes, ...otherFacts } = facts;
  assert.ok(inbound_storage_bytes > outbound_storage_bytes && outbound_storage_bytes > 0);
  assert.deepEqual(otherFacts, {
    account_id,
    email: 'cleo@people.example',
    display_name: 'Cleo Park',
    first_seen_at: '2026-02-28T08:00:00.000Z',
    last_seen_at: '2026-03-06T08:00:00.000Z',
    last_inbound_at: '2026-03-06T08:00:00.000Z',
    last_outbound_at: '2026-02-28T10:00:00.000Z',
    total_inbound: 2,
    total_outbound: 1,
    replied_count: 1,
    cadence_days_p50: 6,
    is_list_sender: false,
    list_id: null,
    open_thread_count: 1,
    attachment_count: 0,
    attachment_bytes: 0,
    unanswered_question: null,
  });
  const unknown = await daemon.ask('people.sender', { account_id, email: 'nobody@people.example' });
  assert.deepEqual(unknown, { kind: 'SenderProfile', profile: null });
});

test('a renamed person is found by the new name and by the user’s name for them, and a person without mail is removed', async (t) => {
  const daemon = await testDaemon(t, {
    prepare: (servers) => {
      const { deliver } = servers.get('ada')!.control;
      deliver(rawMessage({ from: 'Dora Miller <dora@people.example>', minutesAgo: 100 }));
      deliver(rawMessage({ from: 'Dora Baker <dora@people.example>', minutesAgo: 50 }));
      deliver(rawMessage({ to: 'Auntie <dora@people.example>', minutesAgo: 70 }), { folder: 'Sent' });
    },
  });
  await daemon.synced();
  assert.deepEqual(await names(daemon, 'baker'), ['dora@people.example']);
  assert.deepEqual(await names(daemon, 'auntie'), ['dora@people.example']);
  assert.deepEqual(await names(daemon, 'miller'), []);
  const { control } = daemon.server('ada');
  control.expunge('INBOX', 2);
  await daemon.resync();
  assert.deepEqual(await names(daemon, 'miller'), ['dora@people.example']);
  control.expunge('INBOX', 1);
  control.expunge('Sent', 1);
  await daemon.resync();
  assert.deepEqual(await names(daemon, 'dora'), []);
});
