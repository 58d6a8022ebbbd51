import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyActions } from '../../daemon/config/key-bindings-actions.ts';
import { actionName, bindingsOf, defaultBindings, keepBindings, keptBindings, tableKeys } from './key-bindings.ts';
import { meaningOf, meaningsOf } from './key-meaning.ts';
import { keyTable } from './key-table.ts';

const inList = meaningsOf(defaultBindings).mail_list;

test('g then i goes to the inbox, and i alone means nothing', () => {
  assert.deepEqual(meaningOf(inList, 'g', undefined), { leader: 'g' });
  assert.deepEqual(meaningOf(inList, 'i', 'g'), { act: 'inbox' });
  assert.deepEqual(meaningOf(inList, 'i', undefined), {});
});

test('a chord that is not finished lets the next key mean what it always means', () => {
  assert.deepEqual(meaningOf(inList, 'j', 'g'), { act: 'next' });
});

test('a key with Ctrl means only what it means with Ctrl', () => {
  assert.deepEqual(meaningOf(inList, 'k', 'Mod'), { act: 'palette' });
  assert.deepEqual(meaningOf(inList, 'e', 'Mod'), {});
  assert.deepEqual(meaningOf(inList, 'g', 'Mod'), {});
});

test('no key has two meanings', () => {
  const keys = keyTable.flatMap((row) => [...row.keys]);
  assert.equal(new Set(keys).size, keys.length);
});

test('the page begins with the keys that the daemon has as its defaults, for the same acts', () => {
  const own = keyTable.flatMap(({ act, keys, place }) => {
    const name = actionName(act);
    return name === undefined ? [] : [{ name, keys: [...keys], place }];
  });
  const daemons = keyActions.map(({ name, gmail, place }) => ({ name, keys: gmail.map(tableKeys), place }));
  const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name);
  assert.deepEqual(own.sort(byName), daemons.sort(byName));
});

test('keys can differ by where one is, and keys of writing stay', () => {
  const answer = {
    bindings: {
      mail_list: { archive: ['d d'], half_down: ['ctrl-d'] },
      message_view: {},
      thread_view: { trash: ['d'] },
    },
  };
  const bindings = bindingsOf(answer);
  const { mail_list, thread_view } = meaningsOf(bindings);
  assert.deepEqual(meaningOf(mail_list, 'd', undefined), { leader: 'd' });
  assert.deepEqual(meaningOf(mail_list, 'd', 'd'), { act: 'archive' });
  assert.deepEqual(meaningOf(mail_list, 'd', 'Mod'), { act: 'halfDown' });
  assert.deepEqual(meaningOf(mail_list, 'e', undefined), {});
  assert.deepEqual(meaningOf(thread_view, 'd', undefined), { act: 'trash' });
  assert.deepEqual(bindings.mail_list.send, ['Mod Enter']);
});

test('the keys known last are kept, and what was left there by something else is not taken', () => {
  let kept: string | null = null;
  const storage = { getItem: () => kept, setItem: (_key: string, text: string) => void (kept = text) };
  assert.equal(keptBindings(storage), undefined);
  keepBindings(storage, { bindings: { mail_list: { archive: ['y'] }, message_view: {}, thread_view: {} } } as never);
  assert.deepEqual(keptBindings(storage)?.mail_list.archive, ['y']);
  for (const text of ['', 'null', '{', '{"mail_list":7}', '{"mail_list":{"archive":[7]},"message_view":{}}']) {
    kept = text;
    assert.equal(keptBindings(storage), undefined, text);
  }
});
