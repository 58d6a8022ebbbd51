import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { Failure } from '../../base/failure.ts';
import type { WriteDb } from '../../store/db.ts';
import { countQueued, operationsOf } from './journal.ts';
import {
  answer,
  ask,
  changesFor,
  deliver,
  kindOf,
  names,
  numbersOnServer,
  onServer,
  simple,
  start,
} from './test-asks.ts';
import { openTestStore, serverWords, shownMail, testEngine, type Answer } from './test-engine.ts';
import { mailboxModel, type Ask, type Deed, type Mail } from './test-model.ts';

/** What happens: somebody asks something of some messages or takes it back, or the daemon gets on with its work. */
type Event =
  | { event: 'ask'; ask: Ask; of: number[] }
  | { event: 'undo'; back: number }
  | { event: 'push'; answers: Answer[] }
  | { event: 'sync'; isTold: boolean }
  | { event: 'restart' };

/** Change it to try other runs; a failure names the one it came with. */
const seed = 20_260_310;

const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ event: fc.constant('ask' as const), ask, of: fc.subarray([0, 1, 2], { minLength: 1 }) }),
  },
  { weight: 2, arbitrary: fc.record({ event: fc.constant('undo' as const), back: fc.nat({ max: 3 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({ event: fc.constant('push' as const), answers: fc.array(answer, { maxLength: 3 }) }),
  },
  { weight: 2, arbitrary: fc.record({ event: fc.constant('sync' as const), isTold: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ event: 'restart' as const }) },
);
let db: WriteDb;
let runs = 0;
before(async () => (db = await openTestStore()));
after(() => db.close());

test('whatever servers answer and whenever the daemon is killed, mail is shown and ends up as it was asked for', async () => {
  await fc.assert(
    fc.asyncProperty(start, fc.array(event, { maxLength: 12 }), async (mails, events) => {
      const run = await begun(mails);
      for (const each of events) {
        await run.happens(each);
        run.isShownAsAsked();
      }
      await run.settles();
    }),
    { numRuns: 200, seed },
  );
});

async function begun(mails: Map<string, Mail>) {
  const engine = testEngine(db, { number: runs++ });
  const model = mailboxModel(mails);
  deliver(engine, mails);
  const numbers = numbersOnServer(engine, mails);
  await engine.sync();
  /** What was done, by the number of its mutation. */
  const deeds = new Map<number, Deed>();
  const undone = new Set<Deed>();
  /** Messages of which a server has refused something. */
  const refused = new Set<string>();

  function does(wish: Extract<Event, { event: 'ask' }>): void {
    const of = wish.of.map((index) => names[index]!);
    const targets = of.map((name) => engine.named(name)!);
    const deed = { of, not: new Set<string>(), ask: wish.ask };
    model.add(deed);
    deeds.set(engine.act(kindOf(wish.ask), { changes: changesFor(engine, wish.ask), targets }).id, deed);
  }

  /** Takes back the newest, or one that is so many older, if nothing was asked of its messages since. */
  function undoes(back: number): void {
    const [id, deed] =
      [...deeds].toReversed().filter(([, each]) => !undone.has(each) && model.isLast(each))[back] ?? [];
    if (id === undefined || !deed) return;
    const undo: Deed = { of: deed.of, not: new Set(), undoes: deed };
    model.add(undo);
    undone.add(deed);
    const unchanged = undoneBy(id, undo);
    // What a server has refused meanwhile has taken the ground away on which the rest stood.
    for (const name of unchanged) assert.ok(undo.not.has(name) || refused.has(name), `${name} was not put back`);
    for (const name of unchanged) undo.not.add(name);
  }

  /** Takes a mutation back; gives the messages that were left as they were. */
  function undoneBy(id: number, undo: Deed): string[] {
    try {
      const { id: number, left } = engine.undo(id);
      deeds.set(number, undo);
      return left.map(({ message_id }) => engine.subjectOf(message_id)!);
    } catch (thrown) {
      assert.ok(thrown instanceof Failure && ['nothing_to_undo', 'overtaken'].includes(thrown.code), String(thrown));
      return undo.of;
    }
  }

  /** Notes in the model what a server has refused. */
  function hearRefusals(): void {
    for (const [id, deed] of deeds)
      for (const { message_id, error } of operationsOf(db, id)) {
        if (error === null) continue;
        assert.equal(error, serverWords);
        const name = engine.subjectOf(message_id!)!;
        deed.not.add(name);
        refused.add(name);
      }
  }

  /** A server that also refuses to take back what it refused half done leaves mail where nobody asked for it. */
  let hasRefused = false;
  const isNoSecondRefusal = ({ how }: Answer): boolean => {
    if (how !== 'refused') return true;
    return !hasRefused && (hasRefused = true);
  };

  const isShownAsAsked = () => {
    hearRefusals();
    const wanted = new Map(names.map((name) => [name, simple(model.state(name))]));
    assert.deepEqual(shownMail(db, engine.account), wanted);
  };

  return {
    isShownAsAsked,
    async happens(each: Event): Promise<void> {
      switch (each.event) {
        case 'ask':
          return does(each);
        case 'undo':
          return undoes(each.back);
        case 'push':
          engine.answers.push(...each.answers.filter(isNoSecondRefusal));
          await engine.push();
          engine.answers.length = 0;
          return;
        case 'sync':
          // It may be told of changes while what it said before them is on its way here.
          return engine.sync(each.isTold ? () => engine.push() : undefined);
        case 'restart':
          return engine.restart();
      }
    },
    /** Everything is answered, and a pass has told what came of it. */
    async settles(): Promise<void> {
      for (let round = 0; round === 0 || countQueued(db, engine.account.id) > 0; round++) {
        assert.ok(round < 12, 'the queue does not come to its end');
        await engine.push();
        await engine.sync();
      }
      isShownAsAsked();
      assert.deepEqual(onServer(engine, numbers), new Map(names.map((name) => [name, model.state(name)])));
      const completed = engine.completed().map(({ id }) => id);
      assert.deepEqual(
        completed.toSorted((a, b) => a - b),
        [...deeds.keys()].toSorted((a, b) => a - b),
      );
    },
  };
}
