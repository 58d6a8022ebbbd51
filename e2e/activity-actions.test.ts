import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { contract, requestsByName } from '../daemon/contract.ts';
import { actionOf } from '../daemon/mail/activity/actions.ts';

test('the activity page has words for every action that is recorded', () => {
  const file = new URL('../resources/locales/en/page.json', import.meta.url);
  const page = JSON.parse(readFileSync(file, 'utf8')) as { activity: { actions: Record<string, string> } };
  const recorded = [...requestsByName(contract)].map(([name, { effect, activity }]) =>
    actionOf(name, effect, activity),
  );
  const names = new Set(recorded.map(({ action }) => action));
  assert.ok(names.size > 200);
  assert.deepEqual([...names].filter((name) => !(name in page.activity.actions)).toSorted(), []);
});
