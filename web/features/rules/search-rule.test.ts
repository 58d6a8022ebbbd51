import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentOf, textCondition } from './rule-draft.ts';
import { ruleOfSearch } from './search-rule.ts';

const conditionsOf = (clauses: string[]) => {
  const { draft, leftOut } = ruleOfSearch(clauses);
  return { conditions: contentOf({ ...draft, actions: [{ type: 'archive' }] })?.conditions, leftOut };
};

test('a search becomes the conditions of a rule', () => {
  const clauses = ['from:"marta n"', '-subject:Draft', 'has:attachment', 'larger:5mb', 'label:Invoices', 'invoice'];
  assert.deepEqual(conditionsOf(clauses), {
    conditions: {
      type: 'and',
      conditions: [
        textCondition('from', 'marta n'),
        { type: 'not', condition: textCondition('subject', 'Draft') },
        { type: 'field', field: 'has_attachment' },
        { type: 'field', field: 'size_greater_than', bytes: 5_000_000 },
        { type: 'field', field: 'has_label', label: 'Invoices' },
        textCondition('body_contains', 'invoice'),
      ],
    },
    leftOut: [],
  });
});

test('words alone are looked for in the subject and in the text', () => {
  assert.deepEqual(conditionsOf(['invoic*']), {
    conditions: {
      type: 'or',
      conditions: [textCondition('subject', 'invoic'), textCondition('body_contains', 'invoic')],
    },
    leftOut: [],
  });
});

test('what a rule cannot express is named', () => {
  const unfit = ['newer:7d', 'in:inbox', '(a OR b)', '-is:unread', 'larger:big', 'from:""'];
  assert.deepEqual(conditionsOf(['from:bank.example', ...unfit]), {
    conditions: textCondition('from', 'bank.example'),
    leftOut: unfit,
  });
  assert.deepEqual(conditionsOf(['newer:7d']), { conditions: undefined, leftOut: ['newer:7d'] });
  assert.deepEqual(conditionsOf([]), { conditions: undefined, leftOut: [] });
});
