import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Condition, Rule } from '../../data/queries/rules.ts';
import { contentOf, draftOf, newDraft, prioritiesAfterMove, textCondition } from './rule-draft.ts';

const rule = (conditions: Condition, actions: Rule['actions'] = [{ type: 'archive' }]): Rule => ({
  id: '1',
  name: 'Invoices',
  enabled: true,
  priority: 10,
  conditions,
  actions,
  created_at: '',
  updated_at: '',
  account_ids: null,
  match_count: 0,
  last_matched_at: null,
  paused_at: null,
  last_error: null,
  unconfirmed_hooks: [],
});

const invoice = textCondition('subject', 'invoice');
const bank = textCondition('from', 'bank.example');

test('a rule becomes a sentence and the same rule again', () => {
  const all: Condition[] = [
    invoice,
    { type: 'not', condition: bank },
    { type: 'and', conditions: [invoice, { type: 'not', condition: bank }] },
    { type: 'or', conditions: [invoice, bank] },
    { type: 'and', conditions: [invoice, { type: 'or', conditions: [bank, invoice] }] },
    { type: 'not', condition: { type: 'and', conditions: [bank, invoice] } },
  ];
  for (const conditions of all) assert.deepEqual(contentOf(draftOf(rule(conditions)))?.conditions, conditions);
});

test('an opposite for which the sentence has no words stays as it is', () => {
  const small: Condition = { type: 'not', condition: { type: 'field', field: 'size_greater_than', bytes: 1 } };
  const draft = draftOf(rule({ type: 'and', conditions: [invoice, small] }));
  assert.deepEqual([draft.tests, contentOf(draft)?.conditions], [[], { type: 'and', conditions: [invoice, small] }]);
});

test('groups within groups stay as they are, because a sentence cannot show them', () => {
  const nested: Condition = { type: 'and', conditions: [invoice, { type: 'or', conditions: [bank, invoice] }] };
  assert.deepEqual([draftOf(rule(nested)).tests, draftOf(rule(nested)).fixed], [[], nested]);
});

test('a draft with something left to fill in has no content', () => {
  assert.equal(contentOf(newDraft()), undefined);
  const draft = { ...newDraft('bank.example'), actions: [{ type: 'archive' as const }] };
  assert.ok(contentOf(draft));
  assert.equal(contentOf({ ...draft, actions: [] }), undefined);
  assert.equal(contentOf({ ...draft, actions: [{ type: 'add_label', label: ' ' }] }), undefined);
  assert.equal(contentOf({ ...draft, actions: [{ type: 'shell_hook', command: '' }] }), undefined);
});

test('a moved rule changes as few priorities as it can', () => {
  const rules = [10, 20, 30, 31].map((priority) => ({ id: String(priority), priority }));
  assert.deepEqual(prioritiesAfterMove(rules, 0, 1), [{ id: '10', priority: 25 }]);
  assert.deepEqual(prioritiesAfterMove(rules, 3, 0), [{ id: '31', priority: 0 }]);
  assert.deepEqual(prioritiesAfterMove(rules, 0, 3), [{ id: '10', priority: 41 }]);
  assert.deepEqual(prioritiesAfterMove(rules, 2, 2), []);
  // There is no room between 30 and 31.
  assert.deepEqual(prioritiesAfterMove(rules, 0, 2), [
    { id: '20', priority: 10 },
    { id: '30', priority: 20 },
    { id: '10', priority: 30 },
    { id: '31', priority: 40 },
  ]);
  const equal = ['a', 'b', 'c'].map((id) => ({ id, priority: 100 }));
  assert.deepEqual(
    prioritiesAfterMove(equal, 2, 1).map(({ id }) => id),
    ['a', 'c', 'b'],
  );
});
