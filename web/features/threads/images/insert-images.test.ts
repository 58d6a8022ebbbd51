import assert from 'node:assert/strict';
import { test } from 'node:test';
import { safeHtml } from '../../../../daemon/mail/html/safe-html.ts';
import { withImages } from './insert-images.ts';

const dot = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';

test('fetched images replace their placeholders, others keep them, and text is unchanged', () => {
  const source = 'https://x.example/a?b=1&c=%22';
  const { html } = safeHtml(
    `<p> data-remote-src="${source}"</p><img src="${source}" width="9" alt="a > b"><img src="https://x.example/other.png" alt="c">`,
  );
  const shown = withImages(
    html,
    [
      { source, data_url: dot },
      { source: 'https://x.example/other.png', data_url: null },
    ],
    [],
  );
  assert.equal(shown.split(dot).length, 2);
  assert.match(shown, /<p> data-remote-src="/);
  assert.ok(shown.includes(`<img width="9" alt="a &gt; b" src="${dot}">`), shown);
  assert.match(shown, /<img alt="c" data-remote-src="https:\/\/x\.example\/other\.png">/);
});

test('the placeholder of a tracker is marked', () => {
  const { html, images } = safeHtml(
    '<img src="https://x.example/a.gif" width="1" height="1"><img src="https://x.example/b.png">',
  );
  const shown = withImages(html, [], images);
  assert.deepEqual(shown.match(/data-tracker/g)?.length, 1);
  assert.match(shown, /a\.gif" data-tracker>/);
});
