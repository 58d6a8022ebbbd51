import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newsletter, daemonWithLists } from './test-lists.ts';

test('subscriptions are senders with an unsubscribe header, by their newest mail, with the unsubscribe state', async (t) => {
  const daily = 'Daily <DAILY@news.example>';
  const daemon = await daemonWithLists(t, {
    mails: [
      newsletter(1),
      newsletter(2),
      newsletter(3, { from: daily, kind: 'mailto', list: 'daily.news.example' }),
      newsletter(4, { from: 'Ben <ben@people.example>', kind: 'none' }),
    ],
  });
  await daemon.ask('mutations.readAndArchive', { message_ids: [daemon.ids('Issue 1')] });
  const { subscriptions, total, next_offset } = await daemon.ask('subscriptions.list');
  assert.deepEqual([total, next_offset], [2, null]);
  const [first, second] = subscriptions;
  assert.deepEqual(
    [first, second].map((each) => [each?.sender_email, each?.sender_name, each?.latest_subject, each?.unread]),
    [
      ['daily@news.example', 'Daily', 'Issue 3', true],
      ['weekly@news.example', 'Weekly', 'Issue 2', true],
    ],
  );
  assert.deepEqual(first?.unsubscribe, { Mailto: { address: 'leave@news.example', subject: 'off please' } });
  assert.deepEqual(second?.asked, null);
  const { message_count, unread_count, opened_count, replied_count, archived_unread_count } = second ?? {};
  assert.deepEqual([message_count, unread_count, opened_count, replied_count, archived_unread_count], [2, 1, 1, 0, 0]);
  const page = await daemon.ask('subscriptions.list', { limit: 1 });
  assert.deepEqual([page.subscriptions.length, page.next_offset], [1, 1]);

  await daemon.ask('mutations.trash', { message_ids: [daemon.ids('Issue 3')] });
  const rest = await daemon.ask('subscriptions.list');
  assert.deepEqual(
    rest.subscriptions.map(({ sender_email }) => sender_email),
    ['weekly@news.example'],
  );
});

test('the lens of subscriptions lists the newest message of each, and all of a sender’s mail, page by page', async (t) => {
  const other = { from: 'Other <other@shop.example>', list: 'other.shop.example' };
  const daemon = await daemonWithLists(t, {
    mails: [newsletter(1), newsletter(2), newsletter(3, other), newsletter(4)],
  });
  const listed = async (more: object) => {
    const { sidebar, mailbox } = await daemon.ask('mailbox.list', { lens_kind: 'subscription', ...more });
    const subjects = mailbox.groups.flatMap(({ rows }) => rows.map(({ subject }) => subject));
    return { sidebar, subjects, ...mailbox };
  };
  const overview = await listed({});
  assert.deepEqual(overview.subjects, ['Issue 4', 'Issue 3']);
  assert.deepEqual(overview.counts, { unread: 2, total: 2 });
  const item = overview.sidebar?.sections[0]?.items.at(-1);
  assert.deepEqual([item?.id, item?.label, item?.active, item?.total], ['subscriptions', 'Subscriptions', true, 2]);
  const first = await listed({ limit: 1 });
  assert.deepEqual([first.subjects, first.has_more, first.next_offset], [['Issue 4'], true, 1]);
  assert.deepEqual((await listed({ limit: 1, cursor: first.next_cursor })).subjects, ['Issue 3']);
  assert.deepEqual((await listed({ limit: 1, offset: 1 })).subjects, ['Issue 3']);
  const one = await listed({ sender_email: 'WEEKLY@news.example', view: 'messages', limit: 2 });
  assert.deepEqual([one.lensLabel, one.subjects, one.counts.total], ['WEEKLY@news.example', ['Issue 4', 'Issue 2'], 3]);
  const rest = { sender_email: 'weekly@news.example', view: 'messages', cursor: one.next_cursor };
  assert.deepEqual((await listed(rest)).subjects, ['Issue 1']);
});
