import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesOf, withToggledLabel, checkStateOf } from './label-ticks.ts';
import { collapseKeyOf, labelTree, nestedLabels, visibleLabels } from './label-tree.ts';
import type { LabelRecord } from '../queries/labels.ts';

const label = (full_name: string, account_id = 'home', more: Partial<LabelRecord> = {}): LabelRecord => ({
  id: `${account_id} ${full_name}`,
  account_id,
  name: full_name.split('/').at(-1) ?? '',
  full_name,
  provider_id: full_name,
  kind: 'Folder',
  role: null,
  color: null,
  total_count: 0,
  unread_count: 0,
  thread_count: 0,
  unread_thread_count: 0,
  pending: null,
  ...more,
});

/** A row with these labels of its account. */
const row = (account_id: string, ...names: string[]) =>
  ({ account_id, labels: names.map((name) => ({ id: `${account_id} ${name}` })) }) as Parameters<
    typeof checkStateOf
  >[1][0];

test('nested labels follow their parents, and a missing parent level stays in the name', () => {
  const tree = labelTree([label('Work/Offers/2026'), label('Travel'), label('Work'), label('Travel/Japan')]);
  assert.deepEqual(
    tree.map(({ shortName, depth }) => [shortName, depth]),
    [
      ['Travel', 0],
      ['Japan', 1],
      ['Work', 0],
      ['Offers/2026', 1],
    ],
  );
});

test('numbers in names sort by value', () => {
  const tree = labelTree([label('Box 10'), label('Box 9')]);
  assert.deepEqual(
    tree.map(({ shortName }) => shortName),
    ['Box 9', 'Box 10'],
  );
});

test('labels with the same name in two accounts are one choice; system folders and deleted labels are not offered', () => {
  const tree = labelTree([
    label('Travel'),
    label('travel', 'work'),
    label('INBOX', 'home', { kind: 'System' }),
    label('Old', 'home', { pending: 'delete' }),
  ]);
  assert.deepEqual(
    tree.map(({ fullName, records }) => [fullName, records.length]),
    [['Travel', 2]],
  );
});

test('a last level that two labels share is requested with its parent levels', () => {
  const tree = labelTree([label('Work/Travel'), label('Home/Travel'), label('Home/Garden')]);
  assert.deepEqual(
    tree.map(({ name }) => name),
    ['Garden', 'Home/Travel', 'Work/Travel'],
  );
});

test('a label is on all, some or none of the mail of the accounts that have it', () => {
  const [travel] = labelTree([label('Travel')]);
  assert.ok(travel);
  assert.equal(checkStateOf(travel, [row('home', 'Travel'), row('work')]), true);
  assert.equal(checkStateOf(travel, [row('home', 'Travel'), row('home')]), 'mixed');
  assert.equal(checkStateOf(travel, [row('home')]), false);
});

test('a ticked label is added to all, an unticked label is removed from all, and a restored tick changes nothing', () => {
  const labels = labelTree([label('Travel'), label('House'), label('Taxes')]);
  const rows = [row('home', 'Travel', 'House'), row('home', 'House')];
  const named = (name: string) => labels.find(({ fullName }) => fullName === name) ?? assert.fail(name);
  let ticks = withToggledLabel(new Map(), named('Travel'), rows);
  ticks = withToggledLabel(ticks, named('House'), rows);
  ticks = withToggledLabel(ticks, named('Taxes'), rows);
  assert.deepEqual(changesOf(ticks, labels), { add: ['Taxes', 'Travel'], remove: ['House'] });
  ticks = withToggledLabel(ticks, named('Taxes'), rows);
  assert.deepEqual(changesOf(ticks, labels), { add: ['Travel'], remove: ['House'] });
});

test('labels below a collapsed label are hidden, and the next label of its level is not', () => {
  const labels = ['Travel', 'Travel/Japan', 'Travel/Japan/Kyoto', 'Travel/Peru', 'Work'].map((name) => label(name));
  const items = labels.map(({ id, name }) => ({
    id,
    label: name,
    unread: 0,
    total: 0,
    active: false,
    lens: { kind: 'label' as const, labelId: id },
    role: null,
    color: null,
  }));
  const seen = (...folded: string[]) => {
    const folds = new Set(items.filter(({ label: name }) => folded.includes(name)).map(collapseKeyOf));
    return visibleLabels(nestedLabels(items, labels), folds).map(
      ({ shortName, hasChildren }) => `${shortName}${hasChildren ? ' >' : ''}`,
    );
  };
  assert.deepEqual(seen(), ['Travel >', 'Japan >', 'Kyoto', 'Peru', 'Work']);
  assert.deepEqual(seen('Japan'), ['Travel >', 'Japan >', 'Peru', 'Work']);
  assert.deepEqual(seen('Travel', 'Work'), ['Travel >', 'Work']);
});

test('a label that two accounts have is listed once for each, with the name of the account', () => {
  const labels = [label('Travel'), label('travel', 'work'), label('House')];
  const items = labels.map(({ id, name, account_id }) => ({
    id,
    label: name === 'House' ? name : `${name} (${account_id})`,
    unread: 0,
    total: 0,
    active: false,
    lens: { kind: 'label' as const, labelId: id },
    role: null,
    color: null,
  }));
  assert.deepEqual(
    nestedLabels(items, labels).map(({ shortName, owner }) => [shortName, owner]),
    [
      ['House', undefined],
      ['Travel', 'home'],
      ['travel', 'work'],
    ],
  );
});
