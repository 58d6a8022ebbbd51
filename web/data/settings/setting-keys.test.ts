import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyOf, keysInForce, namesOf, valueAt } from './setting-keys.ts';
import type { Setting } from '../queries/settings.ts';

const setting = (key: string, only_with_type: string | null = null): Setting => ({
  key,
  only_with_type,
  type: 'text',
  meaning: '',
  is_required: false,
  default: null,
  otherwise: null,
  choices: null,
  range: null,
  expects: null,
  open_to_agents: false,
  in_effect: true,
});

test('a key is parsed and written with the quotes that its names need', () => {
  for (const names of [
    ['ui', 'density'],
    ['accounts', 'ada@example.org', 'name'],
    ['accounts', 'a "b" \\ c', 'name'],
  ])
    assert.deepEqual(namesOf(keyOf(names)), names);
  assert.equal(keyOf(['accounts', 'a.b']), 'accounts."a.b"');
});

test('the value of a key is found, and a table is no value', () => {
  const values = { ui: { density: 'compact' }, accounts: { 'a.b': { name: 'Ada' } } };
  assert.equal(valueAt(values, 'ui.density'), 'compact');
  assert.equal(valueAt(values, 'accounts."a.b".name'), 'Ada');
  assert.equal(valueAt(values, 'ui'), undefined);
  assert.equal(valueAt(values, 'ui.density.x'), undefined);
});

test('keys of a named table exist once for each table, according to its type, and only those with an effect', () => {
  const schema = [
    setting('ui.density'),
    { ...setting('llm.model'), in_effect: false },
    setting('accounts.<key>.name'),
    setting('accounts.<key>.sync.host', 'imap'),
    setting('accounts.<key>.sync.client_id', 'gmail'),
  ];
  const values = { accounts: { work: { sync: { type: 'imap' } }, 'a.b': { sync: { type: 'gmail' } } } };
  assert.deepEqual(
    keysInForce(schema, values).map(({ key }) => key),
    [
      'ui.density',
      'accounts.work.name',
      'accounts."a.b".name',
      'accounts.work.sync.host',
      'accounts."a.b".sync.client_id',
    ],
  );
});
