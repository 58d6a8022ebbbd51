import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Excerpt, shortLead } from './short-lead.ts';

/** The search terms are in brackets. */
const excerpt = (text: string): Excerpt =>
  text
    .split(/(\[.*?\])/)
    .filter((piece) => piece !== '')
    .map((piece) => ({ text: piece.replace(/[[\]]/g, ''), is_hit: piece.startsWith('[') }));
const shown = (text: string) =>
  shortLead(excerpt(text))
    .map(({ text: piece, is_hit }) => (is_hit ? `[${piece}]` : piece))
    .join('');

test('an excerpt begins with whole words shortly before the first search term', () => {
  assert.equal(shown('… by hand, as a hobby. I have split the [invoice] in two'), '… split the [invoice] in two');
  assert.equal(shown('From: Harbour Museum Reference: [invoice] 2026'), '… Reference: [invoice] 2026');
  assert.equal(shown('Dear all, [mark] a breath [mark]'), 'Dear all, [mark] a breath [mark]');
  assert.equal(shown('[Invoice] for March'), '[Invoice] for March');
  assert.equal(shown('Nothing of this long text was found'), 'Nothing of this long text was found');
});
