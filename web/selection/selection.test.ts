import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MessageRow } from '../../daemon/contract/fields.ts';
import { allOf, drawnTo, isSelected, kept, nothingSelected, type Selection, toggled } from './selection.ts';

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
  const begun = toggled(nothingSelected, at('c'), list);
  const down = drawnTo(begun, at('e'), list, undefined);
  assert.equal(chosen(down), 'cde');
  assert.equal(chosen(drawnTo(down, at('d'), list, undefined)), 'cd');
  assert.equal(chosen(drawnTo(down, at('a'), list, undefined)), 'abc');
});

test('a range without a beginning begins where one is', () => {
  assert.equal(chosen(drawnTo(nothingSelected, at('d'), list, 'b')), 'bcd');
  assert.equal(chosen(drawnTo(nothingSelected, at('d'), list, 'not here')), 'd');
});

test('a range leaves alone what was selected apart from it', () => {
  const apart = toggled(toggled(nothingSelected, at('a'), list), at('d'), list);
  const drawn = drawnTo(apart, at('f'), list, undefined);
  assert.equal(chosen(drawn), 'adef');
  assert.equal(chosen(drawnTo(drawn, at('d'), list, undefined)), 'ad');
});

test('one taken out of the whole list leaves the others that are loaded', () => {
  const whole = { ...allOf(list), isWhole: true };
  assert.ok(isSelected(whole, row('z')), 'also what is not loaded is selected');
  const rest = toggled(whole, at('b'), list);
  assert.equal(rest.isWhole, false);
  assert.equal(chosen(rest), 'acdef');
});

test('new mail above changes nothing about the selection', () => {
  const before = toggled(toggled(nothingSelected, at('a'), list), at('f'), list);
  const after = kept(before, { rows: rows('ABabcd'), hasMore: true, isByDate: true });
  assert.equal(chosen(after), 'af', 'what was pushed beyond the loaded part is still selected');
});

test('what has left the list is selected no longer', () => {
  const before = allOf(list);
  assert.equal(chosen(kept(before, { ...loaded, rows: rows('abdf') })), 'abdf');
  assert.equal(chosen(kept(before, { ...loaded, rows: rows('abde'), hasMore: true })), 'abdef');
});

test('what is selected is known as it was read last', () => {
  const before = toggled(nothingSelected, at('a'), list);
  const after = kept(before, { ...loaded, rows: [{ ...at('a'), unread: true }] });
  assert.equal(after.chosen.get('a')?.unread, true);
});
