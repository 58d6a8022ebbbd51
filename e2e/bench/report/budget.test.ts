import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { failureMessage, hintMessage, limitOf, ratioOf, budgetVerdict, withRatios } from './budget.ts';

const budget = { name: 'start', compares: 'ours against a peer', ratio: 4 };

test('a ratio is the median of Posthorn over the median of the peer', () => {
  assert.equal(ratioOf({ ours: [400, 4_000, 420, 380, 410], peer: [100, 100, 90, 110, 1_000] }), 4.1);
});

describe('a measured ratio', () => {
  test('is within the budget up to one and a half times the stored ratio', () => {
    assert.equal(limitOf(budget), 6);
    assert.equal(budgetVerdict(budget, 4), 'within');
    assert.equal(budgetVerdict(budget, 6), 'within');
  });
  test('is above the budget for a higher ratio', () => assert.equal(budgetVerdict(budget, 6.01), 'above'));
  test('is above the budget if it is not a number', () => {
    assert.equal(budgetVerdict(budget, Number.NaN), 'above');
    assert.equal(budgetVerdict(budget, Number.POSITIVE_INFINITY), 'above');
  });
  test('is far below the budget under 0.6 times the stored ratio', () => {
    assert.equal(budgetVerdict(budget, 2.4), 'within');
    assert.equal(budgetVerdict(budget, 2.39), 'far below');
  });
});

test('a failure names the budget, the stored ratio, the limit and the measured ratio', () => {
  assert.equal(
    failureMessage(budget, 9.234),
    'The budget "start" failed: the measured ratio is 9.23, which is above the limit of 6.00, 1.5 times the stored ratio of 4.00.',
  );
});

test('a hint says how to lower the stored ratio', () => {
  assert.equal(
    hintMessage(budget, 1.2),
    'The stored ratio of the budget "start" can be lowered: it is 4.00, and the measured ratio is 1.20 (node e2e/budgets.ts start --write).',
  );
});

test('new ratios replace the stored ones, with two decimals, and other budgets stay', () => {
  const other = { name: 'page', compares: 'ours against a peer', ratio: 1.4 };
  assert.deepEqual(withRatios([budget, other], new Map([['start', 4.4567]])), [{ ...budget, ratio: 4.46 }, other]);
});
