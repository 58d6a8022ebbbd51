import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstView, nextView, viewsOf } from './views.ts';

test('a message can be shown in every way it has, and a key goes through them', () => {
  const both = viewsOf({ text_plain: 'a', text_html: '<p>a</p>' });
  assert.deepEqual(both, ['reader', 'text', 'html', 'source']);
  assert.deepEqual(viewsOf({ text_plain: null, text_html: '<img>' }), ['html', 'source']);
  assert.deepEqual(viewsOf({ text_plain: null, text_html: null }), ['reader', 'text', 'source']);
  assert.deepEqual(
    both.map((view) => nextView(both, view)),
    ['text', 'html', 'source', 'reader'],
  );
});

test('it is shown as is best for it, and its text as the settings want', () => {
  const text = { preferred: 'text', text_html: '<p>a</p>' } as const;
  assert.deepEqual(
    [firstView(text, true), firstView(text, false), firstView({ ...text, preferred: 'html' }, false)],
    ['reader', 'text', 'html'],
  );
});
