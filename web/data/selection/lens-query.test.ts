import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SidebarItem } from '../../../daemon/contract/shell.ts';
import { parseQuery } from '../../../daemon/mail/query/parse.ts';
import { lensQuery, lensSearch } from './lens-query.ts';
import type { Lens } from '../lens.ts';

const id = '0b0f3c9e-9f5e-5b6e-8a8f-2f6f3b1c7a10';
const item = (role: string | null): SidebarItem => ({
  id: 'x',
  label: 'X',
  unread: 0,
  total: 0,
  active: false,
  lens: { kind: 'label', labelId: id },
  role,
  color: null,
});
const label: Lens = { kind: 'label', labelId: id };

test('every mail list has a search that the daemon can parse', () => {
  const lenses: Lens[] = [{ kind: 'inbox' }, { kind: 'all' }];
  const roles = ['starred', 'sent', 'drafts', 'archive', 'spam', 'trash', null];
  const queries = [
    ...lenses.map((lens) => lensQuery(lens, [])),
    ...roles.map((role) => lensQuery(label, [item(role)])),
  ];
  for (const query of queries) assert.ok(parseQuery(query ?? ''), `${query} is a search`);
});

test('a user label is searched by its id, which is unique', () => {
  assert.equal(lensQuery(label, [item(null)]), `label:${id}`);
});

test('a label of every account is searched in all accounts', () => {
  assert.equal(lensQuery(label, [item('starred')]), 'is:starred');
  assert.equal(lensQuery(label, [item('trash')]), 'in:trash');
});

test('the inbox of one account is searched by its label', () => {
  const lens: Lens = { kind: 'inbox', account: 'ada' };
  const labels = [
    { id: 'other', account_id: 'bob', role: 'inbox' as const },
    { id, account_id: 'ada', role: 'inbox' as const },
  ];
  assert.equal(lensQuery(lens, [], labels), `label:${id}`);
  assert.equal(lensQuery(lens, []), undefined);
});

test('the query of a search is unchanged', () => {
  assert.equal(lensQuery({ kind: 'search', query: 'from:ada tea', sort: undefined }, []), 'from:ada tea');
});

test('a search that starts from a list names its label, and its account where others have such a label', () => {
  const labelOf = (label_id: string, account_id: string, name: string) => ({
    id: label_id,
    account_id,
    role: null,
    name,
    full_name: name,
  });
  const trips = labelOf(id, 'ada', 'School trips');
  assert.deepEqual(lensSearch(label, [item(null)], [trips]), { query: 'label:"School trips"', account: undefined });
  assert.deepEqual(lensSearch(label, [item(null)], [trips, labelOf('other', 'bob', 'School trips')]), {
    query: 'label:"School trips"',
    account: 'ada',
  });
  assert.deepEqual(lensSearch(label, [item('trash')], [trips]), { query: 'in:trash', account: undefined });
  assert.deepEqual(lensSearch({ kind: 'inbox', account: 'ada' }, [], []), { query: 'in:inbox', account: 'ada' });
});

test('the search of widened results is the one that finds them', () => {
  const lens: Lens = { kind: 'search', query: 'catal', sort: undefined, widened: 'catal*' };
  assert.equal(lensQuery(lens, []), 'catal*');
});
