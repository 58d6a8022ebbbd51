import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storedStartPage, storeStartPage } from './start-page.ts';

function memory() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}

test('the start page is unknown until the setting was read, and then stays', () => {
  const store = memory();
  assert.equal(storedStartPage(store), undefined);
  assert.equal(storeStartPage('inbox', store), 'inbox');
  assert.equal(storedStartPage(store), 'inbox');
});

test('an unknown setting means Now', () => {
  const store = memory();
  assert.equal(storeStartPage('elsewhere', store), 'now');
  assert.equal(storedStartPage(store), 'now');
});
