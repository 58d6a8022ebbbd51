import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lookOf } from './message-look.ts';

const plain = '<p>Good day</p>';
const white = '<div style="background: #fff">Good day</div>';
const coloured = '<p style="color: #123456">Good day</p>';
const laidOut = '<table bgcolor="#f1e8d8"><tr><td>Good day</td></tr></table>';
const ownDark = '<style>@media (prefers-color-scheme: dark) { p { background: #111 } }</style><p>Good day</p>';

test('in the dark, only mail with a background of its own stays light, until the user changes it', () => {
  const shadeOf = (html: string, choice?: 'original' | 'adapted') => lookOf(html, { isDark: true, choice }).shade;
  assert.deepEqual(
    [plain, white, coloured, laidOut, ownDark].map((html) => shadeOf(html)),
    ['dark', 'dark', 'adapted', 'light', 'dark'],
  );
  assert.equal(shadeOf(laidOut, 'adapted'), 'adapted');
  assert.equal(shadeOf(coloured, 'original'), 'light');
});

test('on a light page all mail is shown as sent', () => {
  for (const html of [plain, coloured, laidOut, ownDark]) assert.equal(lookOf(html, { isDark: false }).shade, 'light');
});
