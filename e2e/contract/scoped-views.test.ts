import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc, { type Arbitrary } from 'fast-check';
import { runCount } from '../../daemon/test-run-count.ts';
import type { Caller } from '../../daemon/handler-types.ts';
import { ada, bob, type TestDaemon } from '../../daemon/test-daemon.ts';
import { until } from '../../daemon/test-until.ts';
import { deliverTo, eventReadInputs, makeOneOfEach, readsOf, type Ids } from './account-fixture.ts';
import { openEventClient } from './event-client.ts';
import { openTestBridge } from './test-bridge.ts';

/** Stands in texts of the other account, and in no other text. */
const secret = 'Bobsecret';
const config = `
[agents.profiles.agent]
allowed_accounts = ["ada"]
[accounts.ada.send]
type = "fake"
[accounts.bob.send]
type = "fake"
`;
const seed = 20_260_310;
const owner: Caller = { origin: 'script' };

test('an agent sees what the owner sees of its account, and nothing that happens in another account changes it: in all reads and events (checklist 79)', async (t) => {
  const { daemon, agent, events, mine, theirs, idOf } = await openScene(t);
  const view = () => viewOf(daemon, agent, mine);
  // The agent's own reads are entries of the activity log, once in ten minutes.
  await view();
  await flushActivity(daemon);
  const first = await view();
  assert.ok(JSON.stringify([...first]).includes(idOf('ada')));
  // A word that the agent searched for stands in replies alone; in mail and names of the other account, more follows.
  const ofOther = Object.values(theirs).filter((id) => id.length > 20);
  assert.doesNotMatch(JSON.stringify([...first]), new RegExp([`${secret}[@ .]`, ...ofOther].join('|'), 'i'));
  checkPartOfOwner(await viewOf(daemon, owner, mine), first, idOf('ada'));

  let deliveries = 0;
  const carryOut = async (actions: readonly Action[]) => {
    for (const { name, input } of actions)
      if (name !== 'deliver') await daemon.dispatch(name, input(theirs), owner).catch(ignoreConflict);
      else deliverTo(daemon.server('bob'), { email: bob.email, word: `${secret}${++deliveries}` });
    await settle(daemon);
  };
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 8 }), async (actions) => {
      await carryOut(actions);
      const now = await view();
      for (const [name, reply] of first)
        if (!ownViews.test(name)) assert.deepEqual(withoutScores(now.get(name)), withoutScores(reply), name);
    }),
    { numRuns: runCount(80), seed, endOnFailure: true },
  );

  await flushActivity(daemon);
  const { entries } = await daemon.ask('activity.list', {}, agent);
  assert.deepEqual(new Set(entries.map(({ token_id }) => token_id)), new Set([agent.token_id]));
  await daemon.ask('accounts.enable', { key: 'ada' });
  await daemon.resync();
  await daemon.ask('mutations.star', { message_ids: [mine['message']], starred: false });
  const { recordedEvents } = daemon.events;
  const last = recordedEvents.at(-1)?.seq ?? 0;
  await events.until(({ seq }) => seq >= last - 1 || events.received.length >= recordedEvents.length);
  checkEvents(events.received, recordedEvents, { mine: idOf('ada'), theirs: idOf('bob') });
});

type Action = { name: string; input: (theirs: Ids) => object };

/** Something that the owner does in the other account. */
const action: Arbitrary<Action> = fc.oneof(
  fc.constant({ name: 'deliver', input: () => ({}) }),
  fc.boolean().map((starred) => messageAction('mutations.star', { starred })),
  fc.boolean().map((read) => messageAction('mutations.read', { read })),
  fc.constantFrom('archive', 'trash', 'spam').map((name) => messageAction(`mutations.${name}`)),
  fc.boolean().map((flag) => ({
    name: 'replyLater.set',
    input: (theirs: Ids) => ({ message_id: theirs['filed'], flag }),
  })),
  fc.constantFrom('tomorrow', 'weekend').map((until) => ({
    name: 'snooze.create',
    input: (theirs: Ids) => ({ message_id: theirs['invited'], until }),
  })),
  fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme-ascii' }).map((name) => ({
    name: 'labels.create',
    input: ({ account }: Ids) => ({ account_id: account, name: `${secret} ${name}` }),
  })),
  fc.string({ maxLength: 20, unit: 'grapheme' }).map((body) => ({
    name: 'compose.open',
    input: ({ account }: Ids) => ({
      kind: 'new',
      account_id: account,
      to: `${secret}@people.example`,
      subject: secret,
      body,
    }),
  })),
  fc.nat().map((number) => ({
    name: 'savedSearches.create',
    input: ({ account }: Ids) => ({ name: `${secret} ${number}`, query: secret, account_id: account }),
  })),
  fc.constant({ name: 'exports.start', input: ({ thread }: Ids) => ({ thread_ids: [thread], format: 'Json' }) }),
  fc.constant({ name: 'mutations.undo', input: ({ mutation }: Ids) => ({ mutation_id: mutation }) }),
  fc.constant({ name: 'reminders.cancel', input: ({ sent }: Ids) => ({ message_id: sent }) }),
  fc.constant({ name: 'outbox.cancel', input: ({ scheduled }: Ids) => ({ draft_id: scheduled }) }),
  fc.constant({ name: 'tokens.create', input: () => ({ name: secret, origin: 'script' }) }),
);

function messageAction(name: string, more: object = {}): Action {
  return { name, input: ({ message, filed }) => ({ message_ids: [message, filed], ...more }) };
}

/** Some actions are possible once only. */
function ignoreConflict(failed: unknown): void {
  const { kind } = failed as { kind?: string };
  if (!['conflict', 'missing', 'stale', 'invalid'].includes(kind ?? '')) throw failed;
}

/** Two accounts with one of everything, and an agent that may see the first, whose account changes nothing by itself. */
async function openScene(t: { after(close: () => unknown): void }) {
  const { daemon, port } = await openTestBridge({ after: (close) => t.after(close) }, { messages: 9, config });
  const { accounts } = await daemon.ask('accounts.list');
  const idOf = (wanted: string) => accounts.find(({ key }) => key === wanted)?.account_id ?? '';
  const { token } = await daemon.ask('tokens.create', { name: 'Helper', origin: 'agent' });
  const agent = daemon.callerForToken(token);
  assert.ok(agent);
  const events = await openEventClient(port, token, 0);
  t.after(() => events.socket.terminate());
  deliverTo(daemon.server('ada'), { email: ada.email, word: 'Letter' });
  deliverTo(daemon.server('bob'), { email: bob.email, word: secret });
  await daemon.resync();
  await daemon.calendarsRead();
  const mine = await makeOneOfEach(daemon, idOf('ada'), 'Letter');
  const theirs = await makeOneOfEach(daemon, idOf('bob'), secret);
  await daemon.ask('accounts.disable', { key: 'ada' });
  await settle(daemon);
  return { daemon, agent, events, mine, theirs, idOf };
}

/** Waits for the servers, the jobs and the index. */
async function settle(daemon: TestDaemon): Promise<void> {
  const finished = daemon.events.all('SyncFinished').length;
  await daemon.ask('sync.start');
  await daemon.events.until('SyncFinished', finished + 1);
  await until('the servers have what was changed', async () => (await daemon.ask('mutations.history')).waiting === 0);
  const isDone = async () =>
    (await daemon.ask('jobs.list')).jobs.every(({ status }) => status !== 'running' && status !== 'queued');
  await until('the jobs are done', isDone);
  await daemon.whenIndexed();
}

async function flushActivity(daemon: TestDaemon): Promise<void> {
  const entries = async () => (await daemon.ask('activity.count')).count;
  const before = await entries();
  daemon.clock.advance(500);
  await until('the activity is recorded', async () => (daemon.clock.advance(1), (await entries()) >= before));
}

/** All that a caller can read: what needs no id, and what names something of the first account or a word of the other. */
function viewOf(daemon: TestDaemon, caller: Caller, mine: Ids): Promise<Map<string, unknown>> {
  const words = ['Letter', secret, secret.slice(0, 3), 'bob'];
  const { account, message, thread } = mine;
  return readsOf(daemon, caller, [
    ...eventReadInputs,
    ...words.flatMap((q): [string, object][] => [
      ['search.find', { q, scope: 'messages', limit: 200 }],
      ['search.find', { q, limit: 200 }],
      ['search.groups', { q }],
      ['search.count', { q }],
      ['people.autocomplete', { q }],
      ['exports.search', { query: q, format: 'Json' }],
    ]),
    ...['messages', 'threads'].map((view): [string, object] => [
      'mailbox.list',
      { view, lens_kind: 'all_mail', limit: 500 },
    ]),
    ['threads.get', { thread_id: thread }],
    ['exports.thread', { thread_id: thread, format: 'json' }],
    ['messages.body', { message_id: message }],
    ['labels.list', { account_id: account }],
    ['people.sender', { account_id: account, email: 'letter@people.example' }],
    ['accounts.addresses', { account_id: account }],
    ['modes.membership', { thread_id: thread }],
    ['savedSearches.run', { name: mine['searchName'] }],
    ['mutations.get', { mutation_id: mine['mutation'] }],
    ['drafts.get', { draft_id: mine['draft'] }],
  ]);
}

/**
 * A reply without the scores of search results, which depend on how frequent a word is in the index of all mail, and without
 * the random number of the fence around the text of a message.
 */
function withoutScores(reply: unknown): unknown {
  const text = JSON.stringify(reply, (key, value: unknown) => (key.endsWith('score') ? null : value));
  return JSON.parse(text.replaceAll(/DATA [0-9a-f]{24}/g, 'DATA'));
}

/** What a reply says about an account, wherever it stands: each object that names the account. */
function partsOf(reply: unknown, account: string): string[] {
  if (typeof reply !== 'object' || reply === null) return [];
  const inside = Object.values(reply).flatMap((each) => partsOf(each, account));
  return 'account_id' in reply && reply.account_id === account ? [...inside, JSON.stringify(reply)] : inside;
}

/** What each caller did itself; and people, whom the owner sees once for all accounts. */
const ownViews = /^activity\./;
const mergedViews = /^people\.autocomplete/;

/** The agent's view of its account is the owner's view without the other account. */
function checkPartOfOwner(owners: Map<string, unknown>, agents: Map<string, unknown>, account: string): void {
  let parts = 0;
  for (const [name, reply] of agents) {
    if (ownViews.test(name) || mergedViews.test(name) || typeof reply === 'string') continue;
    const [expected, actual] = [partsOf(owners.get(name), account), partsOf(reply, account)];
    assert.deepEqual(actual.toSorted(), expected.toSorted(), name);
    parts += actual.length;
  }
  assert.ok(parts > 100, `${parts} parts`);
}

type SomeEvent = { event: string; seq: number };

/** The agent's stream is the owner's without the events that name the other account or something of it. */
function checkEvents(
  received: readonly SomeEvent[],
  recorded: readonly SomeEvent[],
  { mine, theirs }: { mine: string; theirs: string },
): void {
  const foreign = new RegExp(`${secret}|${theirs}`, 'i');
  const bySeq = new Map(recorded.map((event) => [event.seq, event]));
  for (const event of received) {
    assert.doesNotMatch(JSON.stringify(event), foreign);
    const { actor: _actor, ...original } = (bySeq.get(event.seq) ?? {}) as SomeEvent & { actor?: unknown };
    if (bySeq.has(event.seq)) assert.deepEqual(event, JSON.parse(JSON.stringify(original)));
  }
  assert.ok(received.length > 10, `${received.length} events`);
  const seen = new Set(received.map(({ seq }) => seq));
  const first = recorded[0]?.seq ?? 0;
  const last = received.at(-1)?.seq ?? 0;
  const missing = recorded.filter((event) => {
    const text = JSON.stringify(event);
    return (
      event.seq >= first && event.seq <= last && text.includes(mine) && !foreign.test(text) && !seen.has(event.seq)
    );
  });
  assert.deepEqual(missing, []);
  assert.ok(recorded.some((event) => JSON.stringify(event).includes(theirs)));
}
