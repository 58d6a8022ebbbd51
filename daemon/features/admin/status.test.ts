import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '../../handler-types.ts';
import { ada, testDaemon } from '../../test-daemon.ts';

test('errors in config.toml are reported to the user, and to no agent, script or token', async (t) => {
  const profile = `allowed_accounts = ["ada"]\n`;
  const config = `nonsense = 1\n[agents.profiles.agent]\n${profile}[agents.profiles.mcp]\n${profile}`;
  const { ask } = await testDaemon(t, { accounts: [ada], config });
  const [account] = (await ask('accounts.list')).accounts;
  const seenBy = async (caller: Caller) => (await ask('admin.status', {}, caller)).config;
  const { trouble, notes } = await seenBy({ origin: 'web' });
  assert.equal(trouble, null);
  assert.deepEqual(
    notes.map(({ key, severity, line }) => [key, severity, line]),
    [['nonsense', 'warning', 1]],
  );
  const others: Caller[] = [
    { origin: 'agent' },
    { origin: 'mcp' },
    { origin: 'script', token_id: 't', only: [account?.account_id ?? ''] },
  ];
  for (const caller of others) assert.deepEqual(await seenBy(caller), { trouble: null, notes: [] });
});
