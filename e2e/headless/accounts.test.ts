import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestProcess } from './test-process.ts';

type Body = {
  kind?: string;
  code?: string;
  accounts?: { key: string; account_id: string }[];
  result?: { ok: boolean; summary: string };
};

/** Accounts whose keys are also segments of request addresses. */
const config = ['config', 'test', 'default']
  .map(
    (key) =>
      `[accounts.${key}]\nname = "${key}"\nemail = "${key}@example.test"\nenabled = false\nsync = { type = "fake" }\n`,
  )
  .join('\n');

test('checklist 149: an account is disabled and removed by its key, requests use its id, and fixed segments take precedence over keys', async (t) => {
  const daemon = await startTestProcess(t, { config });
  const ask = async (path: string, method = 'GET') => {
    const answer = await daemon.ask(`/platform/accounts${path}`, method);
    return { status: answer.status, body: (await answer.json()) as Body };
  };
  const { accounts } = (await ask('')).body;
  const account_id = accounts?.[0]?.account_id ?? '';

  assert.equal((await ask('/config')).body.kind, 'AccountsConfig');
  // These two need an account, and there is none.
  for (const word of ['test', 'default'])
    assert.deepEqual([(await ask(`/${word}`, 'POST')).body.code], ['invalid_input'], word);
  assert.equal((await ask('/default/disable', 'POST')).body.kind, 'AccountOperation');
  assert.equal((await ask('/nobody/disable', 'POST')).body.code, 'no_such_account');
  assert.equal((await ask(`/${account_id}/disable`, 'POST')).body.code, 'no_such_account');

  assert.equal((await ask(`/${account_id}/addresses`)).body.kind, 'AccountAddresses');
  assert.equal((await ask('/test/addresses')).status, 404);

  assert.match((await ask('/config?dry_run=true', 'DELETE')).body.result?.summary ?? '', /^config would be removed/);
  assert.equal((await ask('/config', 'DELETE')).body.result?.ok, true);
  assert.equal((await ask(`/${account_id}`, 'DELETE')).body.result?.ok, true);
  const left = (await ask('/config')).body.accounts;
  assert.deepEqual(
    left?.map(({ key }) => key),
    ['test', 'default'],
  );
  assert.equal((await daemon.stop()).code, 0);
});
