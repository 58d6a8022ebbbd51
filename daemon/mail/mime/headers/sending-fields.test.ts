import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readHeaders } from './headers.ts';
import { readSendingFields } from './sending-fields.ts';

function fieldsOf(...lines: string[]) {
  const bytes = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
  return readSendingFields(readHeaders(bytes, 0, bytes.length));
}

test('a list is recognized by List-Post with an address, and by the fields of list software', () => {
  assert.equal(fieldsOf('List-Post: <mailto:sailing@lists.example>').isListPost, true);
  assert.equal(fieldsOf('X-BeenThere: sailing@lists.example').isListPost, true);
  assert.equal(fieldsOf('List-Post: NO (posting not allowed)').isListPost, false);
});

test('only list, bulk and junk count as precedence', () => {
  assert.equal(fieldsOf('Precedence: Bulk').precedence, 'bulk');
  assert.equal(fieldsOf('Precedence: first-class').precedence, null);
});

test('Auto-Submitted is automatic unless it says no', () => {
  assert.equal(fieldsOf('Auto-Submitted: auto-generated').isAutomatic, true);
  assert.equal(fieldsOf('Auto-Submitted: no').isAutomatic, false);
});

test('of Feedback-ID the kind of mailing and the sender count, and only if all four parts are there', () => {
  assert.equal(fieldsOf('Feedback-ID: campaign12:customer:Receipt:Shop').feedback, 'receipt:shop');
  assert.equal(fieldsOf('Feedback-ID: 12345:Provider').feedback, null);
  assert.equal(fieldsOf('Feedback-ID: :::').feedback, null);
});

test('selector and domain of a signature are read whatever their order', () => {
  assert.equal(fieldsOf('DKIM-Signature: v=1; s=News1; d=Shop.example; b=x').dkim, 'news1.shop.example');
  assert.equal(fieldsOf('DKIM-Signature: v=1; d=shop.example; b=x').dkim, null);
});
