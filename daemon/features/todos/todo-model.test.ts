import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { Failure } from '../../base/failure.ts';
import { mail, testDaemon } from '../../test-daemon.ts';
import { until } from '../../test-until.ts';

/** Change it to try other runs; a failure prints its seed. */
const seed = 20_260_310;

const dayMs = 86_400_000;
/** A minute, nearly a day, and until after the clocks are set forward and back in Berlin. */
const clockSteps = [60_000, 23 * 3_600_000, 18 * dayMs, 210 * dayMs];
const postponements = [3_600_000, dayMs, 19 * dayMs];

const ben = 'Ben Okoro <ben.okoro@people.example>';
const daemon = await testDaemon(
  { after: () => undefined },
  {
    prepare: (providers) =>
      providers.get('ada')!.control.deliver(
        mail({
          from: 'Ada <ada@example.test>',
          headers: { To: ben },
          subject: 'Plans',
          text: 'How?',
          id: 'q@example.test',
        }),
        { folder: 'Sent' },
      ),
  },
);
after(() => daemon.close());
await daemon.synced();

const conversations = [0, 1, 2];
/** The messages of each conversation that were delivered, each with one to-do. */
const delivered = new Map<string, number>();
const idOf = (run: number, at: number, count: number) => `${run}-${at}-${count}@people.example`;

/** Delivers a message to conversations of a run, and waits until its to-do is found. Some have a date, which is in twenty days. */
async function deliver(run: number, arriving: readonly number[]): Promise<void> {
  for (const at of arriving) {
    const key = `${run} ${at}`;
    const count = delivered.get(key) ?? 0;
    delivered.set(key, count + 1);
    const due = new Date(daemon.clock.now().getTime() + 20 * dayMs).toISOString().slice(0, 10);
    const text = `Hi Ada,\n\ncan you send me report ${count}${at === 0 ? '' : ` by ${due}`}?\n\nBen`;
    const first = `<${idOf(run, at, 0)}>`;
    const headers: Record<string, string> = count === 0 ? {} : { 'In-Reply-To': first, References: first };
    const message = mail({ from: ben, subject: `Report ${run} ${at}`, text, id: idOf(run, at, count), headers });
    daemon.server('ada').control.deliver(message);
  }
  await until('the to-dos are found', async () => {
    await daemon.resync();
    const { todos } = await daemon.ask('todos.list', { state: 'all', limit: 500 });
    const own = todos.filter(({ title }) => /report/.test(title));
    return own.length === [...delivered.values()].reduce((sum, count) => sum + count, 0);
  });
}

async function threadsOf(run: number): Promise<string[]> {
  return Promise.all(
    conversations.map(async (at) => {
      const q = `subject:"Report ${run} ${at}"`;
      const { groups } = await daemon.ask('search.find', { q, scope: 'threads' });
      const [row] = groups.flatMap(({ rows }) => rows);
      assert.ok(row, q);
      return row.thread_id;
    }),
  );
}

type SeenTodo = { id: string; state: string; until: string | undefined };
type Seen = { modes: string[]; isInInbox: boolean; todos: SeenTodo[] };

/** What the user sees of the conversations. The To do mode has what is open and not postponed, no more and no less. */
async function seen(thread_ids: readonly string[]): Promise<Seen[]> {
  const { threads } = await daemon.ask('modes.memberships', { thread_ids });
  return Promise.all(
    threads.map(async ({ thread_id, modes, in_inbox }) => {
      const { todos } = await daemon.ask('todos.list', { state: 'all', thread_id, limit: 100 });
      const now = daemon.clock.now().getTime();
      const isOver = (moment: string | undefined) => moment === undefined || Date.parse(moment) <= now;
      const open = todos.filter(({ state, scheduled_for }) => state === 'open' && isOver(scheduled_for));
      const listed = modes.find(({ mode }) => mode === 'todo')?.todo_ids ?? [];
      assert.deepEqual(listed.toSorted(), open.map(({ id }) => id).toSorted(), 'what is open is shown');
      for (const { state, relevant_until } of todos)
        if (state === 'expired') assert.ok(isOver(relevant_until), 'nothing expires before its time');
      return {
        modes: modes.map(({ mode }) => mode),
        isInInbox: in_inbox,
        todos: todos
          .map(({ id, state, scheduled_for }) => ({ id, state, until: scheduled_for }))
          .toSorted((one, other) => one.id.localeCompare(other.id)),
      };
    }),
  );
}

type Change = { on: number; kind: 'tick' | 'dismiss' | 'postpone'; isBack: boolean; ms: number };
type Step =
  | ({ do: 'change' } & Change)
  | { do: 'done'; on: number; mode: 'todo' | 'messages' }
  | { do: 'undo'; back: number }
  | { do: 'arrive'; on: number }
  | { do: 'clock'; ms: number };

const on = fc.nat({ max: conversations.length - 1 });
const change = fc.record({
  do: fc.constant('change' as const),
  on,
  kind: fc.constantFrom('tick' as const, 'dismiss' as const, 'postpone' as const),
  isBack: fc.nat({ max: 3 }).map((value) => value === 0),
  ms: fc.constantFrom(...postponements),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: change },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('done' as const),
      on,
      mode: fc.constantFrom('todo' as const, 'messages' as const),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('undo' as const), back: fc.nat({ max: 2 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('arrive' as const), on }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('clock' as const), ms: fc.constantFrom(...clockSteps) }) },
);

/** A mutation of a run: what was seen before it, and how many steps had changed anything until it was made. */
type Made = { mutation_id: string; before: Seen[]; changes: number };

let runs = 0;

async function carryOut(steps: readonly Step[]): Promise<void> {
  const run = (runs += 1);
  await deliver(run, conversations);
  const thread_ids = await threadsOf(run);
  const made: Made[] = [];
  let changes = 0;
  const remember = (mutation_id: string | null, before: Seen[]) => {
    if (mutation_id === null) return;
    changes += 1;
    made.push({ mutation_id, before, changes });
  };
  for (const each of steps) {
    const before = await seen(thread_ids);
    switch (each.do) {
      case 'change':
        remember(await changeTodo(each, before), before);
        assertOthersAsBefore(await seen(thread_ids), before, each.on);
        assertInInboxAsBefore(await seen(thread_ids), before);
        break;
      case 'done': {
        const ids = [thread_ids[each.on]];
        remember((await daemon.ask('modes.done', { mode: each.mode, thread_ids: ids })).mutation_id, before);
        assertOthersAsBefore(await seen(thread_ids), before, each.on);
        break;
      }
      case 'arrive':
        await deliver(run, [each.on]);
        changes += 1;
        assertArrived(await seen(thread_ids), before, each.on);
        break;
      case 'clock':
        daemon.clock.advance(each.ms);
        // Time can end what has a date.
        changes += 1;
        assertOnlyExpired(await seen(thread_ids), before);
        break;
      case 'undo': {
        const target = made.at(-1 - each.back);
        if (!target) break;
        const undone = await undo(target.mutation_id);
        const now = await seen(thread_ids);
        if (undone === undefined) assert.deepEqual(now, before, 'an undo that is refused changes nothing');
        else if (target.changes === changes) assert.deepEqual(now, target.before, 'an undo is exact');
        if (undone !== undefined) remember(undone, before);
      }
    }
  }
  const last = await seen(thread_ids);
  daemon.clock.advance(20 * dayMs);
  for (const { todos, modes } of await seen(thread_ids))
    assert.equal(
      modes.includes('todo'),
      todos.some(({ state }) => state === 'open'),
      'nothing stays hidden',
    );
  assertOnlyExpired(await seen(thread_ids), last);
}

/** Changes the newest to-do of a conversation. Returns the mutation; null where it was so already. */
async function changeTodo({ on: at, kind, isBack, ms }: Change, before: readonly Seen[]): Promise<string | null> {
  const id = before[at]?.todos.at(-1)?.id ?? '';
  const todo_ids = [id];
  const moment = new Date(daemon.clock.now().getTime() + ms).toISOString();
  const { mutation_id } = await (kind === 'tick'
    ? daemon.ask('todos.tick', { todo_ids, done: !isBack })
    : kind === 'dismiss'
      ? daemon.ask('todos.dismiss', { todo_ids, dismissed: !isBack })
      : daemon.ask('todos.postpone', { todo_ids, until: isBack ? null : moment }));
  return mutation_id;
}

function assertOthersAsBefore(now: readonly Seen[], before: readonly Seen[], changed: number): void {
  for (const [at, was] of before.entries()) if (at !== changed) assert.deepEqual(now[at], was, 'nothing else changes');
}

function assertInInboxAsBefore(now: readonly Seen[], before: readonly Seen[]): void {
  assert.deepEqual(
    now.map(({ isInInbox }) => isInInbox),
    before.map(({ isInInbox }) => isInInbox),
    'nothing leaves the inbox',
  );
}

function assertArrived(now: readonly Seen[], before: readonly Seen[], at: number): void {
  assertOthersAsBefore(now, before, at);
  assert.ok(now[at]?.isInInbox && now[at].modes.includes('todo'), 'a new message brings its to-do');
  const known = new Set(before[at]?.todos.map(({ id }) => id));
  assert.deepEqual(
    now[at].todos.filter(({ id }) => known.has(id)),
    before[at]?.todos,
    'what was done or dismissed is not found again',
  );
}

function assertOnlyExpired(now: readonly Seen[], before: readonly Seen[]): void {
  assertInInboxAsBefore(now, before);
  for (const [at, { todos }] of before.entries())
    for (const [index, was] of todos.entries()) {
      const is = now[at]?.todos[index];
      assert.ok(is?.state === was.state || (was.state === 'open' && is?.state === 'expired'), 'time only ends');
    }
}

/** Undefined where the undo is refused for a reason that there may be. */
async function undo(mutation_id: string): Promise<string | undefined> {
  try {
    return (await daemon.ask('mutations.undo', { mutation_id })).result.mutation_id ?? undefined;
  } catch (failed) {
    const reasons = ['overtaken', 'already_undone', 'undo_expired', 'not_found', 'nothing_to_undo'];
    assert.ok(failed instanceof Failure && reasons.includes(failed.code), String(failed));
    return undefined;
  }
}

test('whatever is ticked, dismissed, postponed, undone and arrives: no to-do is hidden for good, none leaves the inbox, an undo is exact', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 12 }), carryOut), { seed, numRuns: 12 });
});
