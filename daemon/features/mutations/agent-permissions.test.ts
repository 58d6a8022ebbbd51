import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { isVisibleTo } from '../../contract/event-visibility.ts';
import type { RequestName } from '../../contract.ts';
import type { Caller } from '../../handler-types.ts';
import { ada, bob } from '../../test-daemon.ts';
import { daemonWithMessages, storedState, type MessagesDaemon } from './test-mutations.ts';

const agent = { origin: 'agent' } as const;
const profile = (rules: string) =>
  `[agents.profiles.agent]\nsafety_policy = "full"\nallowed_accounts = ["ada"]\n${rules}\n`;
const rows: Record<string, [RequestName, object]> = {
  archive: ['mutations.archive', {}],
  readAndArchive: ['mutations.readAndArchive', {}],
  trash: ['mutations.trash', {}],
  spam: ['mutations.spam', {}],
  star: ['mutations.star', { starred: true }],
  read: ['mutations.read', { read: true }],
  label: ['mutations.labels', { add: ['House'] }],
  unlabel: ['mutations.labels', { add: [], remove: ['House'] }],
  labelAsTrash: ['mutations.labels', { add: ['TRASH'] }],
  labelAsSpam: ['mutations.labels', { add: ['Junk'] }],
  takeFromInbox: ['mutations.labels', { remove: ['INBOX'] }],
  moveByLabels: ['mutations.labels', { add: ['House'], remove: ['INBOX'] }],
  move: ['mutations.move', { target_label: 'House' }],
  moveToTrash: ['mutations.move', { target_label: 'Trash' }],
  route: ['mutations.route', { to_label: 'House', from_queue_label: 'INBOX' }],
  routeAndArchive: ['mutations.route', { to_label: 'House', from_queue_label: 'INBOX', archive: true }],
  routeToTrash: ['mutations.route', { to_label: 'Trash', from_queue_label: 'INBOX', archive: true }],
  flags: ['mutations.flags', { flags: 1 }],
};

/** The rows that a caller may use, each with a message of its own. */
async function allowed(daemon: MessagesDaemon, caller: Caller): Promise<string[]> {
  const passed: string[] = [];
  for (const [index, [what, [name, input]]] of Object.entries(rows).entries()) {
    const id = daemon.ids()[index];
    const before = storedState(daemon);
    const answer = await daemon
      .ask(name, { message_id: id, message_ids: [id], ...input }, caller)
      .catch((failure: { code: string }) => failure);
    if ('code' in answer) assert.deepEqual([answer.code, storedState(daemon)], ['policy', before], what);
    else passed.push(what);
  }
  return passed;
}

const messageCount = Object.keys(rows).length;

const key = (name: string) => `agents.profiles.agent.${name}`;

test('without allow_destructive an agent changes nothing, not even a star, with any list of actions (checklist 83, 86)', async (t) => {
  const daemon = await daemonWithMessages(t, { messageCount, config: profile('allow_destructive = false') });
  assert.deepEqual(await allowed(daemon, agent), []);
  await daemon.ask('settings.change', { key: key('allowed_destructive_actions'), value: ['archive'] });
  assert.deepEqual(await allowed(daemon, agent), []);
  const [id] = daemon.ids();
  const preview = await daemon.ask('mutations.archive', { message_ids: [id], dry_run: true }, agent);
  assert.deepEqual([preview.ok, preview.result.dry_run], [true, true]);
});

test('an empty or missing list of actions is no limit (checklist 84)', async (t) => {
  const daemon = await daemonWithMessages(t, { messageCount, config: profile('allow_destructive = true') });
  assert.deepEqual(await allowed(daemon, agent), Object.keys(rows));
  await daemon.ask('settings.change', { key: key('allowed_destructive_actions'), value: [] });
  assert.deepEqual(await allowed(daemon, agent), Object.keys(rows));
});

const always = ['star', 'read', 'label', 'unlabel', 'flags'];
const mayWithArchive = ['archive', 'readAndArchive', 'takeFromInbox', 'routeAndArchive', ...always];

test('a list of actions applies to every request that archives, moves or trashes mail (checklist 85, 87)', async (t) => {
  const lists: [string[], string[]][] = [
    [['archive'], mayWithArchive],
    [['move'], ['moveByLabels', 'move', 'route', ...always]],
    [['trash'], ['trash', 'labelAsTrash', ...always]],
    [
      ['move', 'trash'],
      ['trash', 'labelAsTrash', 'moveByLabels', 'move', 'moveToTrash', 'route', ...always],
    ],
    [['spam'], ['spam', 'labelAsSpam', ...always]],
  ];
  const daemon = await daemonWithMessages(t, { messageCount, config: profile('allow_destructive = true') });
  for (const [value, may] of lists) {
    await daemon.ask('settings.change', { key: key('allowed_destructive_actions'), value });
    assert.deepEqual(new Set(await allowed(daemon, agent)), new Set(may), value.join());
  }
});

test('an undo, or the undo of an undo, does not bypass the list (checklist 88)', async (t) => {
  const rules = 'allow_destructive = true\nallowed_destructive_actions = ["archive"]';
  const daemon = await daemonWithMessages(t, { messageCount, config: profile(rules) });
  const undo = async (mutation_id: string, caller?: Caller) =>
    (await daemon.ask('mutations.undo', { mutation_id }, caller)).result.mutation_id ?? '';
  for (const [index, [what, [name, input]]] of Object.entries(rows).entries()) {
    const id = daemon.ids()[index];
    await daemon.ask(name, { message_id: id, message_ids: [id], ...input });
    const [made] = (await daemon.ask('mutations.history', { limit: 1 })).mutations;
    if (!made?.undoable) continue;
    if (mayWithArchive.includes(what)) await undo(await undo(made.mutation_id, agent), agent);
    else {
      await assert.rejects(undo(made.mutation_id, agent), { kind: 'refused', code: 'policy' }, what);
      const undone = await undo(made.mutation_id);
      await assert.rejects(undo(undone, agent), { kind: 'refused', code: 'policy' }, what);
    }
  }
});

test('a caller restricted to one account can neither see nor undo mutations of another (checklist 80)', async (t) => {
  const config = profile('allow_destructive = true');
  const daemon = await daemonWithMessages(t, { accounts: [ada, bob], config });
  const [mine = ''] = daemon.ids('ada');
  const [theirs = ''] = daemon.ids('bob');
  const { accounts } = await daemon.ask('accounts.list');
  const only = accounts.filter(({ key }) => key === 'ada').map(({ account_id }) => account_id);
  const own = await daemon.ask('mutations.archive', { message_ids: [mine] });
  const foreign = await daemon.ask('mutations.archive', { message_ids: [theirs] });
  const both = await daemon.ask('mutations.labels', { message_ids: [mine, theirs], add: ['House'] });
  const before = storedState(daemon);
  for (const caller of [agent, { origin: 'script', token_id: 'x', only } as const]) {
    const { mutations } = await daemon.ask('mutations.history', {}, caller);
    assert.deepEqual(
      mutations.map(({ mutation_id }) => mutation_id),
      [own.result.mutation_id],
    );
    for (const { result } of [foreign, both]) {
      const { mutation_id } = result;
      await assert.rejects(daemon.ask('mutations.get', { mutation_id }, caller), { code: 'not_found' });
      await assert.rejects(daemon.ask('mutations.undo', { mutation_id }, caller), { code: 'not_found' });
    }
    await assert.rejects(daemon.ask('mutations.trash', { message_ids: [theirs] }, caller), { code: 'not_found' });
    await assert.rejects(daemon.ask('mutations.flags', { message_id: theirs, flags: 1 }, caller), {
      code: 'not_found',
    });
    const mixed = await daemon.ask('mutations.trash', { message_ids: [mine, theirs], dry_run: true }, caller);
    assert.deepEqual(mixed.result.outcomes, [
      { message_id: theirs, outcome: 'skipped', reason: 'There is no such message.' },
    ]);
    const { result } = await daemon.ask('mutations.trash', { query: 'subject:Letter', dry_run: true }, caller);
    assert.deepEqual([result.requested, result.accounts.map(({ account_id }) => account_id)], [1, only]);
  }
  assert.deepEqual(storedState(daemon), before);
});

test('under restricted and read-only no caller changes mail, and every caller may still do a dry run (checklist 83)', async (t) => {
  const daemon = await daemonWithMessages(t, { messageCount, config: '[general]\nsafety_policy = "restricted"\n' });
  const asked = { message_ids: daemon.ids(), dry_run: true };
  assert.deepEqual(await allowed(daemon, { origin: 'web' }), []);
  assert.equal((await daemon.ask('mutations.trash', asked, { origin: 'web' })).result.requested, messageCount);
  writeFileSync(daemon.configFile, readFileSync(daemon.configFile, 'utf8').replace('restricted', 'read-only'));
  daemon.reloadConfig();
  assert.deepEqual(await allowed(daemon, { origin: 'web' }), []);
  assert.equal((await daemon.ask('mutations.trash', asked, { origin: 'web' })).result.requested, messageCount);
  assert.equal((await daemon.ask('mutations.history')).mutations.length, 0);
});

test('a caller restricted to one account receives no events about mail of several accounts', async (t) => {
  const daemon = await daemonWithMessages(t, { accounts: [ada, bob], messageCount: 51 });
  const { result } = await daemon.ask('mutations.archive', { query: 'subject:Letter' });
  assert.equal(result.succeeded, 102);
  await daemon.events.until('MutationCompleted');
  const { accounts } = await daemon.ask('accounts.list');
  const operationEvents = daemon.events.recordedEvents.filter(
    (event) => event.event === 'MutationCompleted' || ('operation' in event && event.operation === 'mutation.archive'),
  );
  assert.ok(operationEvents.some(({ event }) => event === 'OperationStarted'));
  assert.ok(operationEvents.some(({ event }) => event === 'OperationCompleted'));
  const all = accounts.map(({ account_id }) => account_id);
  const isSeenBy = (origin: string, account_ids: readonly string[]) =>
    operationEvents.map((event) => isVisibleTo(event, { origin, accounts: new Set(account_ids) }));
  for (const account_id of all) assert.ok(!isSeenBy('script', [account_id]).includes(true));
  assert.ok(!isSeenBy('agent', all).includes(true));
  assert.ok(!isSeenBy('script', all).includes(false));
  const only = [accounts[0]?.account_id ?? ''];
  const caller = { origin: 'script', token_id: 'x', only } as const;
  await assert.rejects(daemon.ask('jobs.get', { job_id: result.job_id }, caller), { code: 'not_found' });
});
