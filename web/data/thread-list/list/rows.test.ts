import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MessageRow, RowGroup } from '../../../../daemon/contract/fields.ts';
import {
  headingAbove,
  lineId,
  type ListLine,
  listLinesOf,
  badgesOf,
  neighbour,
  rowsOf,
  rowAfterRemoval,
} from './rows.ts';
import { joinSenders } from '../row/senders.ts';
import { shiftOf } from './use-scroll-anchor.ts';

const row = (id: string, more: Partial<MessageRow> = {}): MessageRow => ({
  id,
  kind: 'thread',
  account_id: 'a',
  thread_id: id,
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
  ...more,
});
const group = (id: RowGroup['id'], ...rows: MessageRow[]): RowGroup => ({ id, label: id, rows });
const shape = (lines: ReturnType<typeof listLinesOf>) =>
  lines.map((line) => (line.kind === 'heading' ? `# ${line.label}` : `${line.rowNumber} ${line.row.id}`));

test('a group that spans two pages has one heading', () => {
  const pages = [
    { groups: [group('today', row('a')), group('older', row('b'))] },
    { groups: [group('older', row('c'))] },
  ];
  assert.deepEqual(shape(listLinesOf(pages)), ['# today', '1 a', '# older', '2 b', '3 c']);
});

const at = (id: string, date: string) => row(id, { date });

test('mail is grouped by today, yesterday, weekday and month, wherever pages end', () => {
  const pages = [
    {
      groups: [
        group('today', at('a', '2026-11-20T09:00:00.000Z')),
        group('yesterday', at('b', '2026-11-19T12:00:00.000Z')),
        group('last-7-days', at('c', '2026-11-18T12:00:00.000Z'), at('d', '2026-11-16T12:00:00.000Z')),
        group('earlier', at('e', '2026-10-20T12:00:00.000Z')),
      ],
    },
    {
      groups: [
        group('earlier', at('f', '2026-10-12T12:00:00.000Z'), at('g', '2026-03-10T12:00:00.000Z')),
        group('older', at('h', '2025-12-10T12:00:00.000Z')),
      ],
    },
  ];
  const headings = listLinesOf(pages, { isByDay: true }).flatMap((line) =>
    line.kind === 'heading' ? [line.label] : [],
  );
  assert.deepEqual(headings, ['Today', 'Yesterday', 'Wednesday', 'Monday', 'October', 'March', 'December 2025']);
});

test('a message with a wrong date does not split a month, and heading ids are unique', () => {
  const october = at('a', '2026-10-20T12:00:00.000Z');
  const wrong = at('b', '2026-03-01T12:00:00.000Z');
  const pages = [{ groups: [group('earlier', october, wrong, { ...october, thread_id: 'c' })] }];
  assert.deepEqual(shape(listLinesOf(pages, { isByDay: true })), ['# October', '1 a', '2 b', '3 a']);
  const march = { ...wrong, thread_id: 'd' };
  const twice = [{ groups: [group('earlier', october, wrong, march, { ...october, thread_id: 'c' })] }];
  const lines = listLinesOf([{ groups: [...(twice[0]?.groups ?? [])] }, ...twice], { isByDay: true });
  assert.equal(new Set(lines.map(lineId)).size, lines.length);
});

test('visible rows keep their place while mail arrives above them', () => {
  const heights = (line: ListLine) => (line.kind === 'heading' ? 36 : 77);
  const before = listLinesOf([{ groups: [group('today', row('a'), row('b'), row('c'), row('d'))] }]);
  const after = listLinesOf([{ groups: [group('today', row('new'), row('a'), row('b'), row('c'), row('d'))] }]);
  const top = 36 + 77 + 10;
  assert.equal(shiftOf(before, after, top, heights), 77);
  assert.equal(shiftOf(after, before, top + 77, heights), -77);
  const without = listLinesOf([{ groups: [group('today', row('a'), row('c'), row('d'))] }]);
  assert.equal(shiftOf(before, without, top, heights), -77);
  assert.equal(shiftOf(before, [], top, heights), 0);
});

test('the heading of a row is the last one above it', () => {
  const lines = listLinesOf([{ groups: [group('today', row('a')), group('older', row('b'))] }]);
  assert.deepEqual(
    [0, 1, 2, 3, 99].map((place) => headingAbove(lines, place)),
    [0, 0, 2, 2, 2],
  );
  assert.equal(headingAbove([], 0), -1);
});

test('a conversation on two pages is listed once', () => {
  const pages = [{ groups: [group('today', row('a'))] }, { groups: [group('today', row('a'), row('b'))] }];
  assert.deepEqual(
    rowsOf(listLinesOf(pages)).map(({ id }) => id),
    ['a', 'b'],
  );
});

test('moving stops at both ends and starts at the top', () => {
  const rows = [row('a'), row('b')];
  assert.equal(neighbour(rows, 'b', 1)?.id, 'b');
  assert.equal(neighbour(rows, 'a', -1)?.id, 'a');
  assert.equal(neighbour(rows, undefined, 1)?.id, 'a');
  assert.equal(neighbour([], undefined, 1), undefined);
});

test('the conversation that was current is replaced by the next one that stayed, and at the end by the previous one', () => {
  const before = ['a', 'b', 'c', 'd'].map((id) => row(id));
  const without = (...removed: string[]) => before.filter(({ id }) => !removed.includes(id));
  assert.equal(rowAfterRemoval(before, without('b'), 'b')?.id, 'c');
  assert.equal(rowAfterRemoval(before, without('b', 'c'), 'b')?.id, 'd');
  assert.equal(rowAfterRemoval(before, without('b', 'd'), 'd')?.id, 'c');
  assert.equal(rowAfterRemoval(before, [], 'a'), undefined);
});

test('a row has at most three marks, and not the label whose list is shown', () => {
  const label = (id: string, kind: 'user' | 'system' = 'user') => ({ id, name: id, kind, color: null });
  const labels = [label('inbox', 'system'), label('here'), label('x'), label('y'), label('z')];
  const marks = badgesOf(row('a', { starred: true, has_attachments: true, labels }), 'here');
  assert.deepEqual(
    marks.map((mark) => (mark.kind === 'label' ? mark.id : mark.kind)),
    ['attachment', 'star', 'x'],
  );
  const warned = badgesOf(row('a', { suspicious: true, starred: true, has_attachments: true, labels }), 'here');
  assert.deepEqual(
    warned.map(({ kind }) => kind),
    ['suspicious', 'attachment', 'star'],
  );
});

test('senders are shortened to fit a row', () => {
  assert.equal(joinSenders(undefined, 'Marta Nowak'), 'Marta Nowak');
  assert.equal(joinSenders(['Marta Nowak', 'you'], 'Marta Nowak'), 'Marta Nowak, you');
  assert.equal(joinSenders(['Ines Aubert', 'Paul Roy', 'you'], 'x'), 'Ines Aubert, Paul, you');
  assert.equal(joinSenders(['Ada B', 'Bo C', 'Cy D', 'Di E', 'Ed F'], 'x'), 'Ada B, …, Di, Ed');
  assert.equal(joinSenders(['you', 'bo@x.example'], 'x'), 'you, bo@x.example');
});
