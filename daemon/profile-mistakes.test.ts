import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { requestsByName } from './contract.ts';
import type { Caller } from './handler-types.ts';
import { testDaemon } from './test-daemon.ts';

const agent: Caller = { origin: 'agent' };
const full = `[agents.profiles.agent]
safety_policy = "full"
allowed_accounts = ["ada"]
allow_send = true
allow_destructive = true
allowed_destructive_actions = ["archive"]
`;
/** A line of the profile, and what a typing mistake makes of it. */
const mistakes: [line: string, mistake: string][] = [
  ['allowed_destructive_actions = ["archive"]', 'allowed_destructive_actions = ["archiv"]'],
  ['allowed_destructive_actions = ["archive"]', 'allowed_destructive_actions = "archive"'],
  ['allowed_destructive_actions = ["archive"]', 'allowed_destructive_action = ["archive"]'],
  ['safety_policy = "full"', 'safety_policy = "readonly"'],
  ['allow_send = true', 'allow_send = "no"'],
  ['allowed_accounts = ["ada"]', 'allowed_accounts = "ada"'],
];

test('a profile with a mistake refuses everything, also when it is edited while the daemon runs, and says so', async (t) => {
  const daemon = await testDaemon(t, { config: full });
  await daemon.synced();
  const good = readFileSync(daemon.configFile, 'utf8');
  const edit = (text: string) => {
    writeFileSync(daemon.configFile, text);
    daemon.reloadConfig();
  };
  for (const [line, mistake] of mistakes) {
    assert.deepEqual(await daemon.ask('admin.ping', {}, agent), { pong: true }, mistake);
    edit(good.replace(line, mistake));
    assert.equal(daemon.config.current.agents.profiles.agent, undefined, mistake);
    const [note, ...others] = daemon.config.notes;
    assert.deepEqual(
      [others, note?.severity, note?.line],
      [[], 'error', good.slice(0, good.indexOf(line)).split('\n').length],
    );
    assert.match(note?.message ?? '', /until it is corrected, all requests of this origin are refused\.$/);
    const refusal = {
      kind: 'refused',
      code: 'policy',
      message: /^\[agents\.profiles\.agent\] has an error \(config\.toml, line \d: /,
    };
    for (const name of ['admin.ping', 'mutations.archive', 'sync.start'])
      await assert.rejects(
        daemon.ask(name as 'admin.ping', { message_ids: ['x'] }, agent),
        refusal,
        `${mistake} ${name}`,
      );
    assert.throws(() => daemon.visibleAccountIds(agent), refusal, mistake);
    const { findings } = (await daemon.ask('diagnostics.report', {}, { origin: 'web' })).report;
    assert.ok(
      findings.some(({ code, message }) => code === 'config_bad_value' && message.includes('refused')),
      mistake,
    );
    edit(good);
  }
});

test('a profile with a mistake refuses every request from the start; the other profile is not affected', async (t) => {
  const config = `${full.replace('["archive"]', '["archiv"]')}[agents.profiles.mcp]\nallowed_accounts = ["ada"]\n`;
  const daemon = await testDaemon(t, { config });
  for (const [name, { effect, onlyInDemo }] of requestsByName())
    if (typeof effect !== 'function' && !onlyInDemo)
      await assert.rejects(daemon.dispatch(name, {}, agent), { message: /has an error/ }, name);
  assert.deepEqual(await daemon.ask('admin.ping', {}, { origin: 'mcp' }), { pong: true });
});

test('an empty list and no list of destructive actions set no limit by action', async (t) => {
  for (const list of ['', 'allowed_destructive_actions = []\n']) {
    const daemon = await testDaemon(t, { config: full.replace(/allowed_destructive_actions.*\n/, list) });
    await daemon.synced();
    const { result } = await daemon.ask('accounts.remove', { key: 'ada', dry_run: true }, agent);
    assert.match(result.summary, /would be removed/);
  }
  const limited = await testDaemon(t, { config: full });
  await assert.rejects(limited.ask('accounts.remove', { key: 'ada', dry_run: true }, agent), {
    message: /doesn’t list "remove_account"/,
  });
});
