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

/** A conversation as selecting sees it; those with a later letter are older. */
function row(id: string): MessageRow {
  const date = new Date(Date.UTC(2026, 0, 30) - (id.codePointAt(0) ?? 0) * 3_600_000).toISOString();
  // The rest of a row is nothing that selecting looks at.
  return { id, thread_id: id, date, unread: false } as MessageRow;
}
const rows = (letters: string) => [...letters].map(row);
const list = rows('abcdef');
const at = (id: string) => row(id);
const chosen = ({ chosen }: Selection) => [...chosen.keys()].sort().join('');
const loaded = { rows: list, hasMore: false, isByDate: true };

test('a range is drawn from what was selected last, and follows back', () => {
  const begun = withToggled(emptySelection, at('c'), list);
  const down = withRangeTo(begun, at('e'), list, undefined);
  assert.equal(chosen(down), 'cde');
  assert.equal(chosen(withRangeTo(down, at('d'), list, undefined)), 'cd');
  assert.equal(chosen(withRangeTo(down, at('a'), list, undefined)), 'abc');
});

test('a range without a beginning begins where one is', () => {
  assert.equal(chosen(withRangeTo(emptySelection, at('d'), list, 'b')), 'bcd');
  assert.equal(chosen(withRangeTo(emptySelection, at('d'), list, 'not here')), 'd');
});

test('a range leaves alone what was selected apart from it', () => {
  const apart = withToggled(withToggled(emptySelection, at('a'), list), at('d'), list);
  const drawn = withRangeTo(apart, at('f'), list, undefined);
  assert.equal(chosen(drawn), 'adef');
  assert.equal(chosen(withRangeTo(drawn, at('d'), list, undefined)), 'ad');
});

test('one taken out of the whole list leaves the others that are loaded', () => {
  const whole = { ...selectAllOf(list), isWhole: true };
  assert.ok(isSelected(whole, row('z')), 'also what is not loaded is selected');
  const rest = withToggled(whole, at('b'), list);
  assert.equal(rest.isWhole, false);
  assert.equal(chosen(rest), 'acdef');
});

test('new mail above changes nothing about the selection', () => {
  const before = withToggled(withToggled(emptySelection, at('a'), list), at('f'), list);
  const after = retainSelection(before, { rows: rows('ABabcd'), hasMore: true, isByDate: true });
  assert.equal(chosen(after), 'af', 'what was pushed beyond the loaded part is still selected');
});

test('what has left the list is selected no longer', () => {
  const before = selectAllOf(list);
  assert.equal(chosen(retainSelection(before, { ...loaded, rows: rows('abdf') })), 'abdf');
  assert.equal(chosen(retainSelection(before, { ...loaded, rows: rows('abde'), hasMore: true })), 'abdef');
});

test('what is selected is known as it was read last', () => {
  const before = withToggled(emptySelection, at('a'), list);
  const after = retainSelection(before, { ...loaded, rows: [{ ...at('a'), unread: true }] });
  assert.equal(after.chosen.get('a')?.unread, true);
});
