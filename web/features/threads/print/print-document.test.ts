import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printDocument } from './print-document.ts';

test('every message is printed with its facts, as text or in a shadow root, and no text is markup', () => {
  const html = printDocument({
    subject: 'A <b>plan</b> & more',
    messages: [
      { facts: [{ name: 'From', value: 'Ada <ada@example.org>' }], content: { text: '1 < 2\n  indented' } },
      { facts: [], content: { html: '<style>p{color:red}</style><p>Formatted</p>' } },
    ],
  });
  assert.match(html, /<h1 dir="auto">A &lt;b&gt;plan&lt;\/b&gt; &amp; more<\/h1>/);
  assert.match(html, /<dt>From<\/dt><dd dir="auto">Ada &lt;ada@example.org&gt;<\/dd>/);
  assert.match(html, /<pre dir="auto">1 &lt; 2\n {2}indented<\/pre>/);
  assert.match(html, /<template shadowrootmode="open">.*<p>Formatted<\/p><\/div><\/template>/s);
  assert.match(html, /default-src 'none'; style-src 'unsafe-inline'; img-src data:/);
});
