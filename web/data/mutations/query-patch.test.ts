import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MessageRow } from '../../../daemon/contract/fields.ts';
import type { SidebarItem } from '../../../daemon/contract/shell.ts';
import type { MailChange, Target } from '../../api/mail-change.ts';
import { patchOf } from './query-patch.ts';

const chip = (id: string, kind: 'user' | 'system' = 'user') => ({ id, name: id, kind, color: null });
const row = (id: string, more: Partial<MessageRow> = {}): MessageRow => ({
  id,
  kind: 'thread',
  account_id: 'a',
  thread_id: `thread ${id}`,
  provider_id: id,
  sender: 'Ada',
  sender_detail: null,
  subject: id,
  snippet: '',
  date: '2026-11-20T09:00:00.000Z',
  date_label: '09:00',
  date_full: '',
  date_relative: '',
  unread: false,
  starred: false,
  has_attachments: false,
  labels: [chip('INBOX', 'system')],
  message_count: 1,
  ...more,
});
const item = (id: string, lens: SidebarItem['lens'], role: string | null): SidebarItem => ({
  id,
  label: id,
  unread: 5,
  total: 20,
  active: false,
  lens,
  role,
  color: null,
});
const items = [
  item('Inbox', { kind: 'inbox' }, 'inbox'),
  item('Starred', { kind: 'label', labelId: 'all stars' }, 'starred'),
  item('Trash', { kind: 'label', labelId: 'bins' }, 'trash'),
  item('Travel', { kind: 'label', labelId: 'Travel' }, null),
];

const mailbox = (rows: MessageRow[]) => ({
  pageParams: [undefined],
  pages: [{ mailbox: { counts: { total: 20, unread: 5 }, groups: [{ id: 'today', label: 'Today', rows }] } }],
});
type Mailbox = ReturnType<typeof mailbox>;

/** The rows of a list after a change, and its count. */
function listAfter(lens: unknown, rows: MessageRow[], target: Target, change: MailChange) {
  const { pages } = patchOf(target, change, items)(['mailbox', lens], mailbox(rows)) as Mailbox;
  const [page] = pages;
  return { rows: page?.mailbox.groups.flatMap((group) => group.rows) ?? [], counts: page?.mailbox.counts };
}

const idsAfter = (...args: Parameters<typeof listAfter>) => listAfter(...args).rows.map(({ id }) => id);
const inbox = { kind: 'inbox' };
const [one, two] = [row('one', { unread: true }), row('two')];

test('archived mail leaves the inbox and its counts, and stays in all mail', () => {
  const target = { threads: [one] };
  const after = listAfter(inbox, [one, two], target, { do: 'archive' });
  assert.deepEqual(after, { rows: [two], counts: { total: 19, unread: 4 } });
  assert.deepEqual(idsAfter({ kind: 'all' }, [one, two], target, { do: 'archive' }), ['one', 'two']);
});

test('trashed mail leaves every list except the trash', () => {
  const target = { threads: [one] };
  for (const lens of [inbox, { kind: 'all' }, { kind: 'label', labelId: 'Travel' }]) {
    assert.deepEqual(idsAfter(lens, [one, two], target, { do: 'trash' }), ['two']);
  }
  assert.deepEqual(idsAfter({ kind: 'label', labelId: 'bins' }, [one, two], target, { do: 'trash' }), ['one', 'two']);
});

test('a conversation stays if only some of its messages leave', () => {
  const thread = row('one', { message_count: 2 });
  const [first, second] = [row('m1', { kind: 'message' }), row('m2', { kind: 'message' })].map((message) => ({
    ...message,
    thread_id: thread.thread_id,
  })) as [MessageRow, MessageRow];
  assert.deepEqual(idsAfter(inbox, [thread], { messages: [first] }, { do: 'trash' }), ['one']);
  assert.deepEqual(idsAfter(inbox, [thread], { messages: [first, second] }, { do: 'trash' }), []);
});

test('one unread message makes its conversation unread; one read message does not change the others', () => {
  const message = row('m1', { kind: 'message', thread_id: one.thread_id });
  const thread = row('one', { message_count: 3, unread: true });
  const unreadAfter = (row: MessageRow, read: boolean) =>
    listAfter(inbox, [row], { messages: [message] }, { do: 'read', read }).rows[0]?.unread;
  assert.equal(unreadAfter({ ...thread, unread: false }, false), true);
  assert.equal(unreadAfter(thread, true), true);
});

test('labels show the colours of the sidebar, and removing one leaves its list', () => {
  const travelling = row('one', { labels: [chip('INBOX', 'system'), chip('Travel')] });
  const added = listAfter(inbox, [two], { threads: [two] }, { do: 'label', add: ['Travel'], remove: [] });
  assert.deepEqual(
    added.rows[0]?.labels?.map(({ name }) => name),
    ['INBOX', 'Travel'],
  );
  const off: MailChange = { do: 'label', add: [], remove: ['Travel'] };
  assert.deepEqual(idsAfter({ kind: 'label', labelId: 'Travel' }, [travelling], { threads: [travelling] }, off), []);
  assert.deepEqual(idsAfter(inbox, [travelling], { threads: [travelling] }, off), ['one']);
});

test('an unstarred conversation leaves the list of starred mail', () => {
  const starred = row('one', { starred: true });
  const lens = { kind: 'label', labelId: 'all stars' };
  assert.deepEqual(idsAfter(lens, [starred], { threads: [starred] }, { do: 'star', starred: false }), []);
});

test('a search loses the mail that leaves the folder it names or enters one it excludes; others include Trash', () => {
  const found = { pages: [{ groups: [{ id: 'today', label: 'Today', rows: [one] }] }], pageParams: [undefined] };
  const after = (query: string, change: MailChange) =>
    (patchOf({ threads: [one] }, change, items)(['search', query, undefined], found) as typeof found).pages[0]?.groups
      .length;
  assert.equal(after('in:inbox tea', { do: 'archive' }), 0);
  assert.equal(after('tea', { do: 'archive' }), 1);
  assert.equal(after('-in:inbox tea', { do: 'archive' }), 1);
  assert.equal(after('tea', { do: 'trash' }), 1);
  assert.equal(after('in:trash tea', { do: 'trash' }), 1);
  assert.equal(after('tea -in:spam -in:trash', { do: 'trash' }), 0);
  assert.equal(after('tea -in:trash', { do: 'spam' }), 1);
});

test('searches that are not lists stay as they are', () => {
  const after = patchOf({ threads: [one] }, { do: 'archive' }, items);
  assert.equal(after(['search', 'total', 'in:inbox', undefined], 5), 5);
  const newest = { rows: [one], total: 1 };
  assert.equal(after(['search', 'newest', 'account', 'from:ada'], newest), newest);
});

test('the sidebar counts mail that left the inbox or was read', () => {
  const shell = { sidebar: { sections: [{ id: 'system', title: '', items }] } };
  const counts = (change: MailChange) => {
    const after = patchOf({ threads: [one, two] }, change, items)(['shell'], shell) as typeof shell;
    return after.sidebar.sections[0]?.items.map(({ unread, total }) => `${unread}/${total}`);
  };
  assert.deepEqual(counts({ do: 'archive' }), ['4/18', '5/20', '5/20', '5/20']);
  assert.deepEqual(counts({ do: 'read', read: true }), ['4/20', '5/20', '5/20', '5/20']);
});

test('in an open conversation the newest message is starred, and all are unstarred', () => {
  const messages = [row('m1', { kind: 'message' }), row('m2', { kind: 'message' })].map((message) => ({
    ...message,
    thread_id: one.thread_id,
    starred: false,
  }));
  const data = { messages, thread: { unread_count: 0 } };
  const starsAfter = (before: typeof data, starred: boolean) =>
    patchOf({ threads: [one] }, { do: 'star', starred }, items)(['thread', one.thread_id], before) as typeof data;
  const starred = starsAfter(data, true);
  assert.deepEqual(
    starred.messages.map((message) => message.starred),
    [false, true],
  );
  assert.deepEqual(
    starsAfter(starred, false).messages.map((message) => message.starred),
    [false, false],
  );
});
