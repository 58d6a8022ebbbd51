import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeOneTimeKey } from './one-time-key.ts';

function pageAt(address: string) {
  const { hash, pathname, search } = new URL(address, 'http://127.0.0.1:42829');
  const shown: string[] = [];
  const history = {
    state: { kept: true },
    replaceState: (state: unknown, _title: string, url: string) => shown.push(`${JSON.stringify(state)} ${url}`),
  };
  return { key: takeOneTimeKey({ location: { hash, pathname, search }, history }), shown };
}

test('the key is taken from the address, and the address no longer contains it', () => {
  const key = 'Yk3v-_0123456789abcdefgh';
  assert.deepEqual(pageAt(`/inbox/m/7?from=x#key=${key}`), { key, shown: ['{"kept":true} /inbox/m/7?from=x'] });
});

test('any other fragment stays', () => {
  for (const address of [
    '/',
    '/settings/advanced#bridge.port',
    '/docs#key=',
    '/x#key=short',
    '/x#a&key=Yk3v0123456789abcdefgh',
  ])
    assert.deepEqual(pageAt(address), { key: undefined, shown: [] }, address);
});
