import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstView, nextView, viewsOf } from './views.ts';

test('a message offers the views it has, and a key cycles through them', () => {
  const both = viewsOf({ text_plain: 'a', text_html: '<p>a</p>' });
  assert.deepEqual(both, ['reader', 'text', 'html', 'source']);
  assert.deepEqual(viewsOf({ text_plain: null, text_html: '<img>' }), ['html', 'source']);
  assert.deepEqual(viewsOf({ text_plain: null, text_html: null }), ['reader', 'text', 'source']);
  assert.deepEqual(
    both.map((view) => nextView(both, view)),
    ['text', 'html', 'source', 'reader'],
  );
});

test('a message opens in its best view, and its text follows the settings', () => {
  const text = { preferred: 'text', text_html: '<p>a</p>' } as const;
  assert.deepEqual(
    [firstView(text, true), firstView(text, false), firstView({ ...text, preferred: 'html' }, false)],
    ['reader', 'text', 'html'],
  );
});
