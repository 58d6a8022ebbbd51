import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { frameDocument, frameRights, messageMarkup } from './frame-document.ts';

const look = { layout: 'text', face: 'page', shade: 'light' } as const;

test('the frame allows only styles and images that are part of the message, and the typeface of the page, before the message starts', () => {
  const text = frameDocument('<p>Hello</p>', { look });
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(text);
  assert.equal(
    policy?.[1],
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src 'self'; base-uri 'none'; form-action 'none'",
  );
  assert.ok((policy?.index ?? Infinity) < text.indexOf('<p>Hello</p>'));
});

test('links of the message open in a new tab', () => {
  assert.match(frameDocument('', { look }), /<base target="_blank">/);
});

test('a fragment link of the message stays in the frame, and text that looks like one is unchanged', () => {
  const text = messageMarkup('<a id="a" href="#b" target="_self">c</a> href="#d"<p title=" href=&quot;#e">');
  assert.ok(text.includes('<a id="a" href="about:srcdoc#b" target="_self">c</a> href="#d"<p title=" href=&quot;#e">'));
});

test('no source of the page lets a frame run scripts', () => {
  assert.doesNotMatch(frameRights, /scripts|forms|modals|top-navigation|downloads/);
  const web = join(import.meta.dirname, '../..');
  const sources = globSync('**/*.{ts,tsx,html,js}', { cwd: web, exclude: ['dist/**', '**/*.test.ts'] });
  const allowing = sources.filter((file) => /allow-scripts/.test(readFileSync(join(web, file), 'utf8')));
  assert.ok(sources.length > 100);
  assert.deepEqual(allowing, []);
});
