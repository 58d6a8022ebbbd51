import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test, type TestContext } from 'node:test';
import { Failure } from '../../base/failure.ts';
import type { DraftSafetyIssue } from '../../contract/draft.ts';
import type { Caller } from '../../handler-types.ts';
import { testDaemon } from '../../test-daemon.ts';

const agents = '[agents.profiles.agent]\nsafety_policy = "full"\nallowed_accounts = ["ada"]\nallow_send = true\n';
const ids = ['0195804f-3c2a-7d41-9b06-5e8d2f61c7a1', '0195804f-3c2a-7d41-9b06-5e8d2f61c7a2'] as const;
const person: Caller = { origin: 'web' };

/** A daemon with a sensitive domain, and drafts addressed to it. */
async function withBlockedDrafts(t: Pick<TestContext, 'after'>, recipients = '') {
  const daemon = await testDaemon(t, {
    config: `[safety.recipients]\nsensitive_domains = ["rival.example"]\n${recipients}\n${agents}`,
  });
  const { accounts } = await daemon.ask('accounts.list');
  const account_id = accounts[0]!.account_id;
  const save = (id: string, body_markdown = 'Hello.') =>
    daemon.ask('drafts.saveLocal', {
      id,
      account_id,
      to: [{ email: 'eve@rival.example' }],
      subject: 'Hello',
      body_markdown,
    });
  for (const id of ids) await save(id);
  const send = (override_safety_token?: string, caller = person, draft_id: string = ids[0]) =>
    daemon.ask('outbox.sendStored', { draft_id, override_safety_token, hold_seconds: 0 }, caller);
  const refusal = async (sent: Promise<unknown>) => {
    const failed = await sent.then(
      () => assert.fail('it was sent'),
      (error: unknown) => error,
    );
    assert.ok(failed instanceof Failure);
    return failed;
  };
  const codeOf = async (sent: Promise<unknown>) => (await refusal(sent)).code;
  /** The override token offered after a blocked attempt to send. */
  const offeredToken = async (draft_id: string = ids[0], caller = person) => {
    const { code, details } = await refusal(send(undefined, caller, draft_id));
    assert.equal(code, 'not_safe');
    const [issue] = details['issues'] as DraftSafetyIssue[];
    assert.equal(issue?.code, 'sensitive_domain');
    return issue.override_token ?? undefined;
  };
  return { daemon, save, send, codeOf, offeredToken, delivered: () => daemon.sender('ada').deliveries.length };
}

test('a person can override a blocker once with the offered token, and the message is sent (checklist 131)', async (t) => {
  const { daemon, send, offeredToken, codeOf, delivered } = await withBlockedDrafts(t);
  const token = await offeredToken();
  assert.ok(token);
  assert.equal((await send(token)).state, 'sent');
  assert.equal(delivered(), 1);
  assert.equal((await send(token)).state, 'sent', 'the same receipt, and no second message');
  assert.equal(delivered(), 1);
  const schedule = { draft_id: ids[1], send_at: '2026-03-10T09:00:00.000Z' };
  assert.equal(await codeOf(daemon.ask('outbox.schedule', schedule, person)), 'not_safe');
  const otherToken = await offeredToken(ids[1]);
  await daemon.ask('outbox.schedule', { ...schedule, override_safety_token: otherToken }, person);
  await daemon.ask('outbox.cancel', { draft_id: ids[1] }, person);
  assert.equal(await codeOf(send(otherToken, person, ids[1])), 'bad_override');
});

test('an override token is valid for one draft as written, for ten minutes, and for a person', async (t) => {
  const { daemon, save, send, codeOf, offeredToken, delivered } = await withBlockedDrafts(t);
  const token = (await offeredToken())!;
  assert.equal(await codeOf(send(token, person, ids[1])), 'bad_override');
  assert.equal(await codeOf(send(`${token}x`)), 'bad_override');
  assert.equal(await codeOf(send('nonsense')), 'bad_override');
  await save(ids[0], 'Hello, INTERNAL.');
  assert.equal(await codeOf(send(token)), 'bad_override');
  await save(ids[0]);
  daemon.clock.advance(600_000);
  assert.equal(await codeOf(send(token)), 'bad_override');
  const otherToken = (await offeredToken())!;
  for (const caller of [{ origin: 'agent' }, { origin: 'script', token_id: 'x' }] as const) {
    assert.equal(await offeredToken(ids[0], caller), undefined);
    assert.equal(await codeOf(send(otherToken, caller)), 'bad_override');
  }
  assert.equal(delivered(), 0);
  const { session } = await daemon.ask('compose.restore', { draft_id: ids[0] }, person);
  const check = async (caller: Caller) => {
    const { report } = await daemon.ask('compose.safetyCheck', { draft_path: session.draftPath }, caller);
    return [report.allowed, report.issues.map(({ code, override_token }) => [code, typeof override_token])];
  };
  assert.deepEqual(await check(person), [false, [['sensitive_domain', 'string']]]);
  assert.deepEqual(await check({ origin: 'agent' }), [false, [['sensitive_domain', 'undefined']]]);
});

test('a scheduled send obeys the override, and is blocked if new findings exist at its time', async (t) => {
  const { daemon, save, offeredToken, delivered } = await withBlockedDrafts(t, 'internal_domains = ["rival.example"]');
  await save(ids[1], 'CONFIDENTIAL');
  for (const draft_id of ids) {
    const override_safety_token = await offeredToken(draft_id);
    await daemon.ask(
      'outbox.schedule',
      { draft_id, send_at: '2026-03-10T09:00:00.000Z', override_safety_token },
      person,
    );
  }
  writeFileSync(daemon.configFile, readFileSync(daemon.configFile, 'utf8').replace(/internal_domains.*/, ''));
  daemon.reloadConfig();
  daemon.clock.advance(3_600_000);
  await daemon.events.until('ScheduledSendFlushed', 2);
  const flushed = daemon.events.all('ScheduledSendFlushed').map(({ draft_id, ok }) => [draft_id, ok] as const);
  assert.deepEqual(
    new Map(flushed),
    new Map([
      [ids[0], true],
      [ids[1], false],
    ]),
  );
  assert.equal(delivered(), 1);
});

test('the safety check of a session reports what blocks the send, and mail without recipients cannot be overridden (checklist 131)', async (t) => {
  const { daemon, codeOf, delivered } = await withBlockedDrafts(t);
  const written = { kind: 'new', to: 'eve@rival.example', subject: 'Hello', body: 'CONFIDENTIAL' };
  const { draftPath: draft_path } = (await daemon.ask('compose.open', written, person)).session;
  const { report } = await daemon.ask('compose.safetyCheck', { draft_path }, person);
  assert.deepEqual(
    report.issues.map(({ code, severity }) => [severity, code]),
    [
      ['blocker', 'sensitive_domain'],
      ['blocker', 'confidential_marker'],
    ],
  );
  assert.equal(await codeOf(daemon.ask('compose.send', { draft_path }, person)), 'not_safe');
  const override_safety_token = report.issues[0]?.override_token;
  assert.equal(report.issues[1]?.override_token, override_safety_token);
  await daemon.ask('compose.send', { draft_path, override_safety_token, hold_seconds: 0 }, person);
  assert.equal(delivered(), 1);

  const { session } = await daemon.ask('compose.open', { kind: 'new', to: 'eve@rival.example, nobody' }, person);
  const { report: other } = await daemon.ask('compose.safetyCheck', { draft_path: session.draftPath }, person);
  assert.deepEqual(
    other.issues
      .filter(({ severity }) => severity === 'blocker')
      .map(({ code, override_token }) => [code, override_token]),
    [
      ['invalid_recipient', undefined],
      ['sensitive_domain', undefined],
    ],
  );
  assert.equal(await codeOf(daemon.ask('compose.send', { draft_path: session.draftPath }, person)), 'not_safe');
});
