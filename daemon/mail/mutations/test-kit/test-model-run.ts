import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Failure } from '../../../base/failure.ts';
import type { WriteDb } from '../../../store/db.ts';
import { countQueued, operationsOf } from '../operations.ts';
import {
  changesFor,
  deliver,
  mutationKindOf,
  subjects,
  numbersOnServer,
  mailOnServer,
  displayedForm,
} from './test-requests.ts';
import { refusalMessage, displayedMail, testEngine, type ServerResponse, type Delays } from './test-engine.ts';
import { mailboxModel, type TestRequest, type ModelMutation, type ModelMail } from './test-mailbox-model.ts';

/** Somebody asks something of some messages, or takes back what was asked. */
export type TestAction = { event: 'ask'; ask: TestRequest; of: number[] } | { event: 'undo'; back: number };
/** What happens: an act, or the daemon gets on with its work, also with acts and passes in the middle of it. */
export type TestEvent =
  | TestAction
  | {
      event: 'push';
      answers: ServerResponse[];
      hearing: (TestAction | TestSyncPass)[];
      answering: (TestAction | TestSyncPass)[];
    }
  /** A pass while the server is told: how many batches it has told when it is told, hears of it, and has its answer heard. */
  | { event: 'overlap'; answers: ServerResponse[]; told: number; heard: number; answered: number; acts: TestAction[] }
  | TestSyncPass
  | { event: 'restart' };
export type TestSyncPass = { event: 'sync'; isTold: boolean };

/**
 * A mailbox on an engine, beside a model of what was asked for: what happens to the one is noted in the other, and they are
 * compared.
 */
export async function modelRun(db: WriteDb, { number, mails }: { number: number; mails: Map<string, ModelMail> }) {
  const engine = testEngine(db, { number });
  const model = mailboxModel(mails);
  deliver(engine, mails);
  const numbers = numbersOnServer(engine, mails);
  await engine.sync();
  /** What was done, by the number of its mutation. */
  const mutations = new Map<number, ModelMutation>();
  const undone = new Set<ModelMutation>();
  /** Messages of which a server has refused something. */
  const refused = new Set<string>();

  function does(request: Extract<TestEvent, { event: 'ask' }>): void {
    recordRefusals();
    const of = request.of.map((index) => subjects[index]!);
    const targets = of.map((name) => engine.named(name)!);
    const mutation = { of, not: new Set<string>(), ask: request.ask };
    model.add(mutation);
    mutations.set(
      engine.act(mutationKindOf(request.ask), { changes: changesFor(engine, request.ask), targets }).id,
      mutation,
    );
  }

  /** Takes back the newest, or one that is so many older, if nothing was asked of its messages since. */
  function undoes(back: number): void {
    recordRefusals();
    const [id, mutation] =
      [...mutations].toReversed().filter(([, each]) => !undone.has(each) && model.isLast(each))[back] ?? [];
    if (id === undefined || !mutation) return;
    const undo: ModelMutation = { of: mutation.of, not: new Set(), undoes: mutation };
    model.add(undo);
    undone.add(mutation);
    const unchanged = performUndo(id, undo);
    // What a server has refused meanwhile has taken the ground away on which the rest stood.
    for (const name of unchanged) assert.ok(undo.not.has(name) || refused.has(name), `${name} was not put back`);
    for (const name of unchanged) undo.not.add(name);
  }

  /** Takes a mutation back; gives the messages that were left as they were. */
  function performUndo(id: number, undo: ModelMutation): string[] {
    try {
      const { id: number, skipped } = engine.undo(id);
      mutations.set(number, undo);
      return skipped.map(({ message_id }) => engine.subjectOf(message_id)!);
    } catch (thrown) {
      assert.ok(thrown instanceof Failure && ['nothing_to_undo', 'overtaken'].includes(thrown.code), String(thrown));
      return undo.of;
    }
  }

  /** Notes in the model what a server has refused. */
  function recordRefusals(): void {
    for (const [id, mutation] of mutations)
      for (const { message_id, error } of operationsOf(db, id)) {
        if (error === null) continue;
        assert.equal(error, refusalMessage);
        const name = engine.subjectOf(message_id!)!;
        mutation.not.add(name);
        refused.add(name);
      }
  }

  /** A server that also refuses to take back what it refused half done leaves mail where nobody asked for it. */
  let hasRefused = false;
  const isNoSecondRefusal = ({ how }: ServerResponse): boolean => {
    if (how !== 'refused') return true;
    return !hasRefused && (hasRefused = true);
  };

  const assertDisplayedAsRequested = () => {
    recordRefusals();
    const wanted = new Map(subjects.map((name) => [name, displayedForm(model.state(name))]));
    assert.deepEqual(displayedMail(db, engine.account), wanted);
  };

  async function push(responses: readonly ServerResponse[], { hearing, answering }: Delays): Promise<void> {
    engine.responses.push(...responses.filter(isNoSecondRefusal));
    Object.assign(engine.delays, { hearing, answering });
    await engine.push();
    engine.responses.length = 0;
    Object.assign(engine.delays, { hearing: undefined, answering: undefined });
  }

  const oneAtATime = (events: readonly (TestAction | TestSyncPass)[], does: (each: TestEvent) => Promise<void>) => {
    const left = [...events];
    return async () => {
      const next = left.shift();
      if (!next) return;
      await does(next);
      if (!isSyncing) assertDisplayedAsRequested();
    };
  };

  let isSyncing = false;
  /** A pass, and while it goes on the server is told, hears of it, and its answer is heard. */
  async function overlap(
    { answers: responses, told, heard, answered, acts }: Extract<TestEvent, { event: 'overlap' }>,
    does: (each: TestEvent) => Promise<void>,
  ) {
    let batches = 0;
    let isOver = false;
    // In the middle of a pass a message can be in two places of which it has left one.
    isSyncing = true;
    let pushing: Promise<void> | undefined;
    const reached = (count: number) => async () => {
      while (batches < count && !isOver) await nextTurn();
    };
    const left = oneAtATime(acts, does);
    await engine.sync(async () => {
      if (batches++ >= told) pushing ??= push(responses, { hearing: reached(heard), answering: reached(answered) });
      await left();
      for (let turn = 0; turn < 5; turn++) await nextTurn();
    });
    isOver = true;
    isSyncing = false;
    await pushing;
  }

  return {
    assertDisplayedAsRequested,
    async perform(each: TestEvent): Promise<void> {
      switch (each.event) {
        case 'ask':
          return does(each);
        case 'undo':
          return undoes(each.back);
        case 'push':
          return push(each.answers, {
            hearing: oneAtATime(each.hearing, (one) => this.perform(one)),
            answering: oneAtATime(each.answering, (one) => this.perform(one)),
          });
        case 'overlap':
          return overlap(each, (one) => this.perform(one));
        case 'sync':
          // It may be told of changes while what it said before them is on its way here.
          return engine.sync(each.isTold ? () => engine.push() : undefined);
        case 'restart':
          return engine.restart();
      }
    },
    /** Everything is answered, and a pass has told what came of it. */
    async finish(): Promise<void> {
      for (let round = 0; round === 0 || countQueued(db, engine.account.id) > 0; round++) {
        assert.ok(round < 12, 'the queue does not come to its end');
        await engine.push();
        await engine.sync();
      }
      assertDisplayedAsRequested();
      assert.deepEqual(mailOnServer(engine, numbers), new Map(subjects.map((name) => [name, model.state(name)])));
      const completed = engine.completed().map(({ id }) => id);
      assert.deepEqual(
        completed.toSorted((a, b) => a - b),
        [...mutations.keys()].toSorted((a, b) => a - b),
      );
    },
  };
}
