import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Effect } from './contract/define.ts';
import { createDeferredAuthorization } from './authorization.ts';
import { allAccounts } from './mail/accounts/accounts.ts';
import type { Actor } from './mail/mutations/apply.ts';
import type { Policy, Profile } from './safety/policy.ts';
import { openReadOnly } from './store/db.ts';
import { storeFiles } from './store/open.ts';
import { ada, bob, testDaemon } from './test-daemon.ts';

const move: Effect = { safety: 'destroy', action: 'move' };
const fullProfile: Profile = {
  safety_policy: 'full',
  allowed_accounts: ['ada'],
  allow_send: true,
  allow_destructive: true,
  allowed_destructive_actions: [],
  approve: false,
};

test('what was asked for earlier is held to what its origin may do when it is due (checklist 88)', async (t) => {
  const daemon = await testDaemon(t, { accounts: [ada, bob] });
  const read = openReadOnly(storeFiles(daemon.dataDir).mail);
  t.after(() => read.close());
  const idOf = (key: string) => allAccounts(read).find((account) => account.key === key)?.id ?? 0;
  let general: Policy = 'full';
  let agent: Profile | undefined = fullProfile;
  const mayStill = createDeferredAuthorization({ read, policy: () => ({ general, profiles: agent ? { agent } : {} }) });
  const asked = (actor: Actor, key = 'ada') => mayStill(actor, move, idOf(key));

  assert.deepEqual([asked({ origin: 'agent' }), asked({ origin: 'web' }, 'bob')], [undefined, undefined]);
  assert.match(asked({ origin: 'agent' }, 'bob') ?? '', /no longer allowed to use this account/);
  agent = { ...fullProfile, allowed_destructive_actions: ['archive'] };
  assert.match(asked({ origin: 'agent' }) ?? '', /doesn’t list "move"/);
  agent = undefined;
  assert.match(asked({ origin: 'agent' }) ?? '', /refused until the owner/);
  assert.match(asked({ origin: 'mcp' }) ?? '', /refused until the owner/);
  assert.equal(asked({ origin: 'script' }), undefined);
  general = 'restricted';
  assert.match(asked({ origin: 'web' }) ?? '', /safety policy is "restricted"/);
});

test('who came with a token may do later what that token still allows, and nothing once it is removed', async (t) => {
  const daemon = await testDaemon(t, { accounts: [ada, bob] });
  const read = openReadOnly(storeFiles(daemon.dataDir).mail);
  t.after(() => read.close());
  const [first, second] = allAccounts(read);
  const limits = { name: 'Digest', origin: 'script', account_ids: [first?.account_id] };
  const { token_id } = await daemon.ask('tokens.create', limits);
  const mayStill = createDeferredAuthorization({ read, policy: () => ({ general: 'full', profiles: {} }) });
  const holder = { origin: 'script', token_id };
  assert.equal(mayStill(holder, move, first?.id ?? 0), undefined);
  assert.match(mayStill(holder, move, second?.id ?? 0) ?? '', /no longer allowed to use this account/);
  await daemon.ask('tokens.remove', { token_id });
  assert.match(mayStill(holder, move, first?.id ?? 0) ?? '', /was revoked/);
});
