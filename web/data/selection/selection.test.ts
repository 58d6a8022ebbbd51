import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MessageRow } from '../../../daemon/contract/fields.ts';
import {
  selectAllOf,
  withRangeTo,
  isSelected,
  retainSelection,
  emptySelection,
  type Selection,
  withToggled,
} from './selection.ts';

/** A conversation with the fields that the selection uses; later letters of the alphabet are older. */
function row(id: string): MessageRow {
  const date = new Date(Date.UTC(2026, 0, 30) - (id.codePointAt(0) ?? 0) * 3_600_000).toISOString();
  // The selection does not use the other fields of a row.
  return { id, thread_id: id, date, unread: false } as MessageRow;
}
const rows = (ids: string) => [...ids].map(row);
const list = rows('abcdef');
const at = (id: string) => row(id);
const chosen = ({ chosen }: Selection) => [...chosen.keys()].sort().join('');
const loaded = { rows: list, hasMore: false, isByDate: true };

test('a range starts at the last selected conversation and can shrink again', () => {
  const begun = withToggled(emptySelection, at('c'), list);
  const down = withRangeTo(begun, at('e'), list, undefined);
  assert.equal(chosen(down), 'cde');
  assert.equal(chosen(withRangeTo(down, at('d'), list, undefined)), 'cd');
  assert.equal(chosen(withRangeTo(down, at('a'), list, undefined)), 'abc');
});

test('a range without an anchor starts at the current conversation', () => {
  assert.equal(chosen(withRangeTo(emptySelection, at('d'), list, 'b')), 'bcd');
  assert.equal(chosen(withRangeTo(emptySelection, at('d'), list, 'not here')), 'd');
});

test('a range keeps conversations that were selected separately', () => {
  const apart = withToggled(withToggled(emptySelection, at('a'), list), at('d'), list);
  const drawn = withRangeTo(apart, at('f'), list, undefined);
  assert.equal(chosen(drawn), 'adef');
  assert.equal(chosen(withRangeTo(drawn, at('d'), list, undefined)), 'ad');
});

test('deselecting one conversation of the whole list keeps the other loaded ones', () => {
  const whole = { ...selectAllOf(list), isWhole: true };
  assert.ok(isSelected(whole, row('z')), 'conversations that are not loaded are selected too');
  const rest = withToggled(whole, at('b'), list);
  assert.equal(rest.isWhole, false);
  assert.equal(chosen(rest), 'acdef');
});

test('new mail at the top does not change the selection', () => {
  const before = withToggled(withToggled(emptySelection, at('a'), list), at('f'), list);
  const after = retainSelection(before, { rows: rows('ABabcd'), hasMore: true, isByDate: true });
  assert.equal(chosen(after), 'af', 'a conversation beyond the loaded rows stays selected');
});

test('a conversation that left the list is deselected', () => {
  const before = selectAllOf(list);
  assert.equal(chosen(retainSelection(before, { ...loaded, rows: rows('abdf') })), 'abdf');
  assert.equal(chosen(retainSelection(before, { ...loaded, rows: rows('abde'), hasMore: true })), 'abdef');
});

test('a selected conversation has the data of the last read', () => {
  const before = withToggled(emptySelection, at('a'), list);
  const after = retainSelection(before, { ...loaded, rows: [{ ...at('a'), unread: true }] });
  assert.equal(after.chosen.get('a')?.unread, true);
});
