import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Failure } from '../../base/failure.ts';
import type { WriteDb } from '../../store/db.ts';
import { countQueued, operationsOf } from './operations.ts';
import { changesFor, deliver, kindOf, names, numbersOnServer, onServer, simple } from './test-asks.ts';
import { serverWords, shownMail, testEngine, type Answer, type Delays } from './test-engine.ts';
import { mailboxModel, type Ask, type Deed, type Mail } from './test-model.ts';

/** Somebody asks something of some messages, or takes back what was asked. */
export type Act = { event: 'ask'; ask: Ask; of: number[] } | { event: 'undo'; back: number };
/** What happens: an act, or the daemon gets on with its work, also with acts and passes in the middle of it. */
export type Event =
  | Act
  | { event: 'push'; answers: Answer[]; hearing: (Act | Pass)[]; answering: (Act | Pass)[] }
  /** A pass while the server is told: how many batches it has told when it is told, hears of it, and has its answer heard. */
  | { event: 'overlap'; answers: Answer[]; told: number; heard: number; answered: number; acts: Act[] }
  | Pass
  | { event: 'restart' };
export type Pass = { event: 'sync'; isTold: boolean };

/**
 * A mailbox on an engine, beside a model of what was asked for: what happens to the one is noted in the other, and they are
 * compared.
 */
export async function modelRun(db: WriteDb, { number, mails }: { number: number; mails: Map<string, Mail> }) {
  const engine = testEngine(db, { number });
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
    hearRefusals();
    const of = wish.of.map((index) => names[index]!);
    const targets = of.map((name) => engine.named(name)!);
    const deed = { of, not: new Set<string>(), ask: wish.ask };
    model.add(deed);
    deeds.set(engine.act(kindOf(wish.ask), { changes: changesFor(engine, wish.ask), targets }).id, deed);
  }

  /** Takes back the newest, or one that is so many older, if nothing was asked of its messages since. */
  function undoes(back: number): void {
    hearRefusals();
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

  async function push(given: readonly Answer[], { hearing, answering }: Delays): Promise<void> {
    engine.answers.push(...given.filter(isNoSecondRefusal));
    Object.assign(engine.delays, { hearing, answering });
    await engine.push();
    engine.answers.length = 0;
    Object.assign(engine.delays, { hearing: undefined, answering: undefined });
  }

  const inTurn = (events: readonly (Act | Pass)[], does: (each: Event) => Promise<void>) => {
    const left = [...events];
    return async () => {
      const next = left.shift();
      if (!next) return;
      await does(next);
      if (!isPassing) isShownAsAsked();
    };
  };

  let isPassing = false;
  /** A pass, and while it goes on the server is told, hears of it, and its answer is heard. */
  async function overlap(
    { answers: given, told, heard, answered, acts }: Extract<Event, { event: 'overlap' }>,
    does: (each: Event) => Promise<void>,
  ) {
    let batches = 0;
    let isOver = false;
    // In the middle of a pass a message can be in two places of which it has left one.
    isPassing = true;
    let pushing: Promise<void> | undefined;
    const reached = (count: number) => async () => {
      while (batches < count && !isOver) await nextTurn();
    };
    const left = inTurn(acts, does);
    await engine.sync(async () => {
      if (batches++ >= told) pushing ??= push(given, { hearing: reached(heard), answering: reached(answered) });
      await left();
      for (let turn = 0; turn < 5; turn++) await nextTurn();
    });
    isOver = true;
    isPassing = false;
    await pushing;
  }

  return {
    isShownAsAsked,
    async happens(each: Event): Promise<void> {
      switch (each.event) {
        case 'ask':
          return does(each);
        case 'undo':
          return undoes(each.back);
        case 'push':
          return push(each.answers, {
            hearing: inTurn(each.hearing, (one) => this.happens(one)),
            answering: inTurn(each.answering, (one) => this.happens(one)),
          });
        case 'overlap':
          return overlap(each, (one) => this.happens(one));
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
