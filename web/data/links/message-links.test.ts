import assert from 'node:assert/strict';
import { test } from 'node:test';
import { safeHtml } from '../../../daemon/mail/html/safe-html.ts';
import { linksIn, trackingIn, withMessageLinks } from './message-links.ts';

const mail = safeHtml(
  '<p>&lt;a href="https://a.example/?utm_id=1"></p><a href="https://a.example/?b=1&amp;utm_id=2&amp;c=&lt;">a</a><a href="https://b.example/">b</a><area href="https://c.example/?gclid=3">',
).html;
const describeRemoved = (count: number) => `${count} "removed"`;

test('links of a message are followed without their tracking parameters, and say so', () => {
  const html = withMessageLinks(mail, { describeRemoved });
  assert.deepEqual(linksIn(html), ['https://a.example/?b=1&c=%3C', 'https://b.example/', 'https://c.example/']);
  assert.match(
    html,
    /<a href="https:\/\/a\.example\/\?b=1&amp;c=%3C" title="https:\/\/a\.example\/\?b=1&amp;c=%3C" data-removed="1 &quot;removed&quot;" target="_blank"/,
  );
  assert.deepEqual(trackingIn(linksIn(mail)), { parameters: 2, links: 2 });
});

test('links stay as they were sent where nothing is to be removed', () => {
  assert.equal(withMessageLinks(mail, {}), mail);
});

test('a link to this page or this computer has no target', () => {
  const html = '<a href="http://127.0.0.1:42829/" title="http://127.0.0.1:42829/" target="_blank">a</a>';
  assert.equal(withMessageLinks(html, {}), '<a target="_blank">a</a>');
});
