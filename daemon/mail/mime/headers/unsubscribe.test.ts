import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseUnsubscribe } from './unsubscribe.ts';

const oneClick = 'List-Unsubscribe=One-Click';

test('one-click unsubscribe needs its header and an https URL (RFC 8058)', () => {
  const list = '<mailto:leave@list.test>, <https://list.test/leave?id=1>';
  assert.deepEqual(parseUnsubscribe(list, oneClick), { OneClick: { url: 'https://list.test/leave?id=1' } });
  assert.deepEqual(parseUnsubscribe(list, 'List-Unsubscribe=Two-Clicks'), {
    Mailto: { address: 'leave@list.test', subject: null },
  });
  assert.deepEqual(parseUnsubscribe('<http://list.test/leave>', oneClick), {
    HttpLink: { url: 'http://list.test/leave' },
  });
});

test('a mail address has the subject and the text that the URL gives, and nothing else (RFC 6068)', () => {
  assert.deepEqual(
    parseUnsubscribe('<mailto:leave%2Bme@list.test?body=x%0Dy&cc=a@b.test&Subject=leave%20a+b=c>', undefined),
    {
      Mailto: { address: 'leave+me@list.test', subject: 'leave a+b=c', body: 'x\ry' },
    },
  );
});

test('space that folding left in a URL is removed (RFC 2369)', () => {
  assert.deepEqual(parseUnsubscribe('< https://list.test/ leave >', undefined), {
    HttpLink: { url: 'https://list.test/leave' },
  });
});

test('a header without a usable target gives null', () => {
  for (const list of [undefined, '', 'NO', '<>', '<javascript:alert(1)>', '<mailto:>', 'https://list.test'])
    assert.equal(parseUnsubscribe(list, oneClick), 'None', list);
});

test('a stray percent sign is accepted', () => {
  assert.deepEqual(parseUnsubscribe('<mailto:a%zz@list.test>', undefined), {
    Mailto: { address: 'a%zz@list.test', subject: null },
  });
});

test('a hostile header is read in bounded time', () => {
  assert.equal(parseUnsubscribe('< '.repeat(1_000_000), oneClick), 'None');
});
