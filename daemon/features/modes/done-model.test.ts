import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { Failure } from '../../base/failure.ts';
import { mail } from '../../test-daemon.ts';
import { until } from '../../test-until.ts';
import { runCount } from '../../test-run-count.ts';
import { ben, daemonWith } from './test-modes.ts';

/** Change it to try other runs; a failure prints its seed. */
const seed = 20_260_310;

/** The day before clocks are set forward in Berlin, and the day before they are set back. */
const clockSteps = [60_000, 23 * 3_600_000, 18 * 86_400_000, 210 * 86_400_000];

const daemon = await daemonWith({ after: () => undefined }, [
  mail({ from: 'Ada <ada@example.test>', headers: { To: ben }, subject: 'Hello', text: 'How?', id: 'q@example.test' }),
]);
after(() => daemon.close());

/** Conversations of each mode. A further message of one answers its first message. */
const subjects = ['Message', 'Order', 'Issue'] as const;
type Subject = (typeof subjects)[number];
const modes = { Message: 'messages', Order: 'updates', Issue: 'reading' } as const;
const senders = { Message: ben, Order: 'Shop <noreply@shop.example>', Issue: 'The News <news@news.example>' };
const texts = {
  Message: 'Hi Ada,\n\nlike this.\n\nThanks\nBen',
  Order: 'Your order has shipped.',
  Issue: 'In this issue. Unsubscribe',
};

let delivered = 0;

/** Delivers messages to conversations of a run, and waits until they are here. */
async function deliver(run: number, arriving: readonly Subject[]): Promise<void> {
  for (const subject of arriving) {
    const first = `${subject}-${run}@people.example`;
    const isFirst = !known.has(first);
    known.add(first);
    delivered += 1;
    const headers = {
      ...(subject === 'Issue' && { 'List-Unsubscribe': '<https://news.example/leave>' }),
      ...(!isFirst && { 'In-Reply-To': `<${first}>`, References: `<${first}>` }),
    };
    const id = isFirst ? first : `${delivered}-${first}`;
    daemon
      .server('ada')
      .control.deliver(
        mail({ from: senders[subject], subject: `${subject} ${run}`, text: texts[subject], id, headers }),
      );
  }
  // A pass that the clock has begun may end first.
  const isHere = async () => {
    await daemon.resync();
    return (
      (await daemon.ask('search.count', { q: `from:people.example OR from:shop.example OR from:news.example` }))
        .count === delivered
    );
  };
  await until('the mail is here', isHere);
}
const known = new Set<string>();

/** What the user sees of a conversation: the modes that hold it, whether it is in the inbox, and whether it is unread. */
async function seen(thread_ids: readonly string[]): Promise<string[]> {
  const { threads } = await daemon.ask('modes.memberships', { thread_ids });
  return Promise.all(
    threads.map(async ({ thread_id, modes: held, in_inbox }) => {
      const { messages } = await daemon.ask('threads.get', { thread_id });
      return JSON.stringify([held.map(({ mode }) => mode), in_inbox, messages.map(({ unread }) => unread)]);
    }),
  );
}

async function threadsOf(run: number): Promise<string[]> {
  return Promise.all(
    subjects.map(async (subject) => {
      const { groups } = await daemon.ask('search.find', {
        q: `subject:"${subject} ${run}"`,
        scope: 'threads',
        sort: 'date_asc',
      });
      const [row] = groups.flatMap(({ rows }) => rows);
      assert.ok(row, `${subject} ${run}`);
      return row.thread_id;
    }),
  );
}

type Step =
  | { do: 'done'; of: Subject[] }
  | { do: 'undo'; back: number }
  | { do: 'arrive'; of: Subject[] }
  | { do: 'clock'; ms: number };

const some = fc.subarray([...subjects], { minLength: 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('done' as const), of: some }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('undo' as const), back: fc.nat({ max: 2 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('arrive' as const), of: some }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('clock' as const), ms: fc.constantFrom(...clockSteps) }) },
);

let runs = 0;

/** A mutation of a run: what was seen before it, and how many steps had changed anything until it was made. */
type Made = { mutation_id: string; before: string[]; changes: number };

async function carryOut(steps: readonly Step[]): Promise<void> {
  const run = (runs += 1);
  await deliver(run, subjects);
  const thread_ids = await threadsOf(run);
  const made: Made[] = [];
  let changes = 0;
  for (const each of steps) {
    const before = await seen(thread_ids);
    switch (each.do) {
      case 'clock': {
        daemon.clock.advance(each.ms);
        assert.deepEqual(await seen(thread_ids), before, 'time alone hides nothing and moves nothing');
        break;
      }
      case 'arrive': {
        await deliver(run, each.of);
        changes += 1;
        const now = await seen(thread_ids);
        for (const [at, subject] of subjects.entries())
          if (each.of.includes(subject)) {
            const [held, isInInbox] = JSON.parse(now[at] ?? '') as [string[], boolean];
            assert.deepEqual([held, isInInbox], [[modes[subject]], true], 'what is done comes back with newer mail');
          } else assert.equal(now[at], before[at], 'mail of another conversation changes nothing');
        break;
      }
      case 'done': {
        const mutation = await markDone(thread_ids, each.of, before);
        if (mutation === undefined) break;
        changes += 1;
        made.push({ mutation_id: mutation, before, changes });
        break;
      }
      case 'undo': {
        const target = made.at(-1 - each.back);
        if (!target) break;
        const undone = await undo(target.mutation_id);
        const now = await seen(thread_ids);
        if (undone === undefined) {
          assert.deepEqual(now, before, 'an undo that is refused changes nothing');
          break;
        }
        if (target.changes === changes) assert.deepEqual(now, target.before, 'an undo is exact');
        changes += 1;
        made.push({ mutation_id: undone, before, changes });
      }
    }
  }
}

/** Marks conversations as done, each in its mode. Returns the last mutation that changed anything. */
async function markDone(thread_ids: readonly string[], of: readonly Subject[], before: readonly string[]) {
  const [subject = 'Message'] = of;
  const at = subjects.indexOf(subject);
  const { mutation_id, items } = await daemon.ask('modes.done', { mode: modes[subject], thread_ids: [thread_ids[at]] });
  const now = await seen(thread_ids);
  for (const [other, text] of before.entries())
    if (other !== at || items[0]?.error !== undefined) assert.equal(now[other], text, 'nothing else is done');
  if (items[0]?.error === undefined) {
    const [held, isInInbox] = JSON.parse(now[at] ?? '') as [string[], boolean];
    // The archive holds records, and asks for nothing.
    assert.deepEqual([held.filter((mode) => mode !== 'archive'), isInInbox], [[], false]);
  }
  return mutation_id ?? undefined;
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

test('whatever is done, undone and arrives: nothing is hidden for good, nothing leaves the inbox unasked, and an undo is exact', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), carryOut), {
    seed,
    numRuns: runCount(40),
  });
});
