import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyActions } from '../../daemon/config/key-bindings/actions.ts';
import { actionName, bindingsOf, defaultBindings, storeBindings, storedBindings, toTableChord } from './bindings.ts';
import { matchKey, matchersOf } from './key-matching.ts';
import { commandTable } from './command-table.ts';

const inList = matchersOf(defaultBindings).mail_list;

test('g then i goes to the inbox, and i alone does nothing', () => {
  assert.deepEqual(matchKey(inList, 'g', undefined), { leader: 'g' });
  assert.deepEqual(matchKey(inList, 'i', 'g'), { command: 'inbox' });
  assert.deepEqual(matchKey(inList, 'i', undefined), {});
});

test('after an incomplete chord the next key has its usual command', () => {
  assert.deepEqual(matchKey(inList, 'j', 'g'), { command: 'next' });
});

test('a key with Ctrl runs only the command bound with Ctrl', () => {
  assert.deepEqual(matchKey(inList, 'k', 'Mod'), { command: 'palette' });
  assert.deepEqual(matchKey(inList, 'e', 'Mod'), {});
  assert.deepEqual(matchKey(inList, 'g', 'Mod'), {});
});

test('no key is bound twice in a context', () => {
  const keys = commandTable.flatMap((row) => [...row.keys]);
  assert.equal(new Set(keys).size, keys.length);
});

test('the default bindings of the page are those of the daemon', () => {
  const own = commandTable.flatMap(({ command, keys, scope }) => {
    const name = actionName(command);
    return name === undefined ? [] : [{ name, keys: [...keys], place: scope }];
  });
  const daemons = keyActions.map(({ name, gmail, target: place }) => ({ name, keys: gmail.map(toTableChord), place }));
  const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name);
  assert.deepEqual(own.sort(byName), daemons.sort(byName));
});

test('bindings can differ by context, and keys of the composer stay', () => {
  const answer = {
    bindings: {
      mail_list: { archive: ['d d'], half_down: ['ctrl-d'] },
      message_view: {},
      thread_view: { trash: ['d'] },
    },
  };
  const bindings = bindingsOf(answer);
  const { mail_list, thread_view } = matchersOf(bindings);
  assert.deepEqual(matchKey(mail_list, 'd', undefined), { leader: 'd' });
  assert.deepEqual(matchKey(mail_list, 'd', 'd'), { command: 'archive' });
  assert.deepEqual(matchKey(mail_list, 'd', 'Mod'), { command: 'halfDown' });
  assert.deepEqual(matchKey(mail_list, 'e', undefined), {});
  assert.deepEqual(matchKey(thread_view, 'd', undefined), { command: 'trash' });
  assert.deepEqual(bindings.mail_list.send, ['Mod Enter']);
});

test('the last known bindings are stored, and invalid stored values are ignored', () => {
  let kept: string | null = null;
  const storage = { getItem: () => kept, setItem: (_key: string, text: string) => void (kept = text) };
  assert.equal(storedBindings(storage), undefined);
  storeBindings(storage, { bindings: { mail_list: { archive: ['y'] }, message_view: {}, thread_view: {} } } as never);
  assert.deepEqual(storedBindings(storage)?.mail_list.archive, ['y']);
  for (const text of ['', 'null', '{', '{"mail_list":7}', '{"mail_list":{"archive":[7]},"message_view":{}}']) {
    kept = text;
    assert.equal(storedBindings(storage), undefined, text);
  }
});
