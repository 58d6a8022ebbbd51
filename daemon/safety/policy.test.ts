import assert from 'node:assert/strict';
import { test } from 'node:test';
import { destructiveActions, type Effect, type Safety } from '../contract/define.ts';
import { accountsFor, policies, refusedByPolicy, refusedByProfile, type Policy, type Profile } from './policy.ts';

const effects: Record<Safety, Effect> = {
  read: { safety: 'read' },
  fetch: { safety: 'fetch' },
  egress: { safety: 'egress' },
  draft: { safety: 'draft' },
  send: { safety: 'send' },
  mutate: { safety: 'mutate' },
  destroy: { safety: 'destroy', action: 'trash' },
  operate: { safety: 'operate' },
};
const allowedUnder = (refused: (effect: Effect) => string | undefined) =>
  Object.entries(effects)
    .filter(([, effect]) => refused(effect) === undefined)
    .map(([name]) => name);

test('each policy allows its own effects and no others (checklist 67, 69)', () => {
  const table = Object.fromEntries(
    policies.map((policy) => [policy, allowedUnder((effect) => refusedByPolicy(policy, effect))]),
  );
  assert.deepEqual(table, {
    full: ['read', 'fetch', 'egress', 'draft', 'send', 'mutate', 'destroy', 'operate'],
    restricted: ['read', 'fetch', 'egress', 'draft', 'send', 'operate'],
    'draft-only': ['read', 'fetch', 'egress', 'draft'],
    'read-only': ['read'],
  });
});

const profile = (fields: Partial<Profile> = {}): Profile => ({
  safety_policy: 'full',
  allowed_accounts: [],
  allow_send: true,
  allow_destructive: true,
  allowed_destructive_actions: [],
  approve: false,
  ...fields,
});
const allowedBy = (fields: Partial<Profile>) =>
  allowedUnder((effect) => refusedByProfile('agent', profile(fields), effect));

test('a missing profile refuses everything', () => {
  assert.deepEqual(
    allowedUnder((effect) => refusedByProfile('agent', undefined, effect)),
    [],
  );
  assert.match(refusedByProfile('mcp', undefined, effects.read) ?? '', /tool server.*\[agents\.profiles\.mcp\]/);
});

test('a profile allows only what both its policy and its switches allow', () => {
  assert.deepEqual(allowedBy({ safety_policy: 'read-only' }), ['read']);
  assert.deepEqual(allowedBy({ allow_send: false }), [
    'read',
    'fetch',
    'egress',
    'draft',
    'mutate',
    'destroy',
    'operate',
  ]);
  assert.deepEqual(allowedBy({ allow_destructive: false }), ['read', 'fetch', 'egress', 'draft', 'send']);
  assert.deepEqual(allowedBy({ safety_policy: 'restricted' }), ['read', 'fetch', 'egress', 'draft', 'send', 'operate']);
});

test('a list of actions limits destruction only, and an empty list limits nothing', () => {
  const refusedActions = (list: Profile['allowed_destructive_actions']) =>
    destructiveActions.filter((action) =>
      refusedByProfile('agent', profile({ allowed_destructive_actions: list }), { safety: 'destroy', action }),
    );
  assert.deepEqual(refusedActions([]), []);
  assert.deepEqual(
    refusedActions(['archive']),
    destructiveActions.filter((action) => action !== 'archive'),
  );
  assert.equal(
    refusedByProfile('agent', profile({ allowed_destructive_actions: ['archive'] }), effects.mutate),
    undefined,
  );
  const closed = profile({ allow_destructive: false, allowed_destructive_actions: ['archive'] });
  assert.ok(refusedByProfile('agent', closed, { safety: 'destroy', action: 'archive' }));
});

test('accounts are named by key, id or address, in any case; other accounts are not accessible', () => {
  const ada = { account_id: 'A-1', key: 'ada', email: 'Ada@example.test' };
  const bob = { account_id: 'B-2', key: 'bob', email: 'bob@example.test' };
  const named = (...names: string[]) =>
    accountsFor(profile({ allowed_accounts: names }), [ada, bob]).map(({ key }) => key);
  assert.deepEqual(
    [named('ADA'), named('a-1'), named('ADA@EXAMPLE.TEST'), named('ada', 'bob'), named(), named('')],
    [['ada'], ['ada'], ['ada'], ['ada', 'bob'], [], []],
  );
});

test('every refusal is a sentence that names the setting', () => {
  for (const policy of policies.filter((each): each is Policy => each !== 'full')) {
    assert.match(refusedByPolicy(policy, effects.mutate) ?? '', new RegExp(`"${policy}".*safety_policy\\.$`));
  }
});
