import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateHeight, frameDocument } from './message-frame.ts';

test('the frame allows only styles and images that are part of the message, before the message starts', () => {
  const text = frameDocument('<p>Hello</p>');
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(text);
  assert.equal(policy?.[1], "default-src 'none'; style-src 'unsafe-inline'; img-src data:");
  assert.ok((policy?.index ?? Infinity) < text.indexOf('<p>Hello</p>'));
});

test('links of the message open in a new tab', () => {
  assert.match(frameDocument(''), /<base target="_blank">/);
});

test('a fragment link of the message stays in the frame, and text that looks like one is unchanged', () => {
  const text = frameDocument('<a id="a" href="#b" target="_self">c</a> href="#d"<p title=" href=&quot;#e">');
  assert.ok(text.includes('<a id="a" href="about:srcdoc#b" target="_self">c</a> href="#d"<p title=" href=&quot;#e">'));
});

test('a longer message gets a taller frame, a narrow frame is taller still, and styles do not count', () => {
  const short = estimateHeight('<p>Hello</p>', 740);
  const long = `<p>${'word '.repeat(400)}</p>`;
  assert.ok(estimateHeight(long, 740) > short + 400);
  assert.ok(estimateHeight(long, 360) > estimateHeight(long, 740) * 1.6);
  assert.equal(estimateHeight(`<style>${'a{} '.repeat(400)}</style><p>Hello</p>`, 740), short);
  assert.ok(estimateHeight('<p>Hello</p><img height="300" alt="">', 740) >= short + 300);
});
