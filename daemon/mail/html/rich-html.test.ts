import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRichHtml } from './rich-html.ts';

test('HTML is rich if it has more content than its text', () => {
  assert.equal(isRichHtml('<div>Hello <b>Ada</b><br></div>'), false);
  assert.equal(isRichHtml('<table><tr><td>Hello</td></tr></table>'), true);
});
