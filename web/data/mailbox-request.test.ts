import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailboxFromUrl } from './mailbox-request.ts';

const at = (address: string) => mailboxFromUrl(new URL(address, 'http://localhost'));

test('an address determines the first mailbox, also with an open conversation', () => {
  assert.deepEqual(at('/inbox/m/some-thread'), { kind: 'inbox', account: undefined });
  assert.deepEqual(at('/inbox?account=a'), { kind: 'inbox', account: 'a' });
  assert.deepEqual(at('/all'), { kind: 'all' });
  assert.deepEqual(at('/label/l-1/m/some-thread'), { kind: 'label', labelId: 'l-1' });
});

test('other pages show no mailbox', () => {
  for (const address of ['/', '/now', '/search?q=x', '/settings', '/label', '/label/%E0%A4', '/welcome'])
    assert.equal(at(address), undefined);
});
