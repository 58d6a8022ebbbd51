import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isRichHtml, safeHtml } from './html.ts';

const corpus = process.env['POSTHORN_CORPUS'] ?? join(import.meta.dirname, '../../../shared/corpus');
const skip = existsSync(join(corpus, 'html-security')) ? false : 'skipped: ../shared/corpus is not here';

/** What is wrong with HTML that should be safe: tags and attributes that run or load, and anything that is no clean tag. */
function dangersIn(html: string): string[] {
  const dangers: string[] = [];
  const text = html.replace(
    /<\/?([a-z0-9]+)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*\/?>/gi,
    (tag, name: string, attributes: string) => {
      if (/^(script|iframe|object|embed|form|input|button|svg|math|base|meta|link|frame|audio|video)$/i.test(name))
        dangers.push(tag);
      for (const [, key = '', value = ''] of attributes.matchAll(/([\w-]+)(?:="([^"]*)")?/g)) {
        const loads = /^(src|background|poster|action|srcset)$/i.test(key) && !/^(cid:|data:image\/)/i.test(value);
        const runs = /^on/i.test(key) || (/^href$/i.test(key) && !/^(https?:\/\/|mailto:|tel:|#)/i.test(value));
        const styles = /^style$/i.test(key) && /url\s*\(|expression|\\/i.test(value);
        if (loads || runs || styles) dangers.push(`${key}="${value}"`);
      }
      return '';
    },
  );
  const inStyles = [...html.matchAll(/<style[^>]*>([^]*?)<\/style>/gi)].filter(([, css = '']) =>
    /url\s*\(|@import|expression|\\/i.test(css),
  );
  return [...dangers, ...inStyles.map(([css]) => css), ...(text.match(/<[a-z/!][^]{0,40}/gi) ?? [])];
}

test('third-party payloads against sanitisers leave nothing that runs or loads', { skip }, () => {
  const payloads = ['html-security/dompurify-expect.json', 'html-security-h5sc/h5sc.json'].flatMap((file) =>
    stringsIn(JSON.parse(readFileSync(join(corpus, file), 'utf8'))).filter((text) => text.includes('<')),
  );
  assert.ok(payloads.length > 250, `${payloads.length} payloads`);
  for (const payload of payloads) assert.deepEqual(dangersIn(safeHtml(payload).html), [], payload);
});

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(stringsIn) : [];
}

test('styles keep their looks and lose what loads or leaves the frame', () => {
  const { html } = safeHtml('<p style="color: red; background: url(x); position: fixed; width: 10px">a</p>');
  assert.match(html, /color: ?red/);
  assert.match(html, /width: ?10px/);
  assert.doesNotMatch(html, /url|fixed/);
});

test('an image nobody could see is counted as a tracker, one that is shown is not', () => {
  const counts = (attributes: string) => {
    const { remote_images, tracking_images } = safeHtml(`<img src="https://t.example/x.gif" ${attributes}>`);
    return [remote_images, tracking_images];
  };
  assert.deepEqual(counts('width=1 height=1'), [1, 1]);
  assert.deepEqual(counts('style="display:none"'), [1, 1]);
  assert.deepEqual(counts('width="600" height="200"'), [1, 0]);
  assert.deepEqual(safeHtml('<img src="cid:x" width=1>').remote_images, 0);
});

test('half-closed, deeply nested and huge HTML ends', () => {
  assert.doesNotMatch(safeHtml('<p><b><script>alert(1)').html, /script|alert/);
  const began = performance.now();
  safeHtml('<div>'.repeat(50_000));
  safeHtml(`<a href="${'x'.repeat(1_000_000)}">`);
  assert.ok(performance.now() - began < 10_000);
});

test('HTML is rich when it says more than its text does', () => {
  assert.equal(isRichHtml('<div>Hello <b>Ada</b><br></div>'), false);
  assert.equal(isRichHtml('<table><tr><td>Hello</td></tr></table>'), true);
});
