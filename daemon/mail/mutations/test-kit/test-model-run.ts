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
import {
  refusalMessage,
  displayedMail,
  testEngine,
  type TestEngine,
  type ServerResponse,
  type Delays,
} from './test-engine.ts';
import { mailboxModel, type TestRequest, type ModelMutation, type ModelMail } from './test-mailbox-model.ts';

/** A user requests a change of some messages, or undoes one. */
export type TestAction = { event: 'ask'; ask: TestRequest; of: number[] } | { event: 'undo'; back: number };
/** A user action, or a work step of the daemon, with further actions and sync passes during it. */
export type TestEvent =
  | TestAction
  | {
      event: 'push';
      responses: ServerResponse[];
      beforeReceipt: (TestAction | TestSyncPass)[];
      beforeReply: (TestAction | TestSyncPass)[];
    }
  /**
   * A push during a sync pass: the number of batches the pass has reported when the push starts, when the server receives
   * the operations, and when its reply arrives.
   */
  | {
      event: 'overlap';
      responses: ServerResponse[];
      pushAfter: number;
      receiptAfter: number;
      replyAfter: number;
      acts: TestAction[];
    }
  | TestSyncPass
  | { event: 'restart' };
type TestSyncPass = { event: 'sync'; hasPush: boolean };

/** An engine beside a model of its mailbox: every event is applied to both, and they are compared. */
export async function modelRun(db: WriteDb, { number, mails }: { number: number; mails: Map<string, ModelMail> }) {
  const engine = testEngine(db, { number });
  const model = mailboxModel(mails);
  deliver(engine, mails);
  const numbers = numbersOnServer(engine, mails);
  await engine.sync();
  const user = modelledUser(db, { engine, model });
  const push = scriptedPush(engine);
  let isOverlapping = false;

  const assertDisplayedAsRequested = () => {
    user.recordRefusals();
    const wanted = new Map(subjects.map((name) => [name, displayedForm(model.state(name))]));
    assert.deepEqual(displayedMail(db, engine.account), wanted);
  };

  /** Returns a function that performs the next of these events. */
  const oneAtATime = (events: readonly (TestAction | TestSyncPass)[]) => {
    const left = [...events];
    return async () => {
      const next = left.shift();
      if (!next) return;
      await perform(next);
      // During a sync pass a message may show two placements although it has left one.
      if (!isOverlapping) assertDisplayedAsRequested();
    };
  };

  async function perform(each: TestEvent): Promise<void> {
    switch (each.event) {
      case 'ask':
        return user.ask(each);
      case 'undo':
        return user.undo(each.back);
      case 'push':
        return push(each.responses, {
          beforeReceipt: oneAtATime(each.beforeReceipt),
          beforeReply: oneAtATime(each.beforeReply),
        });
      case 'overlap':
        isOverlapping = true;
        return pushDuringSync(engine, each, { push, betweenBatches: oneAtATime(each.acts) }).finally(
          () => (isOverlapping = false),
        );
      case 'sync':
        // The server may receive changes while its earlier reports are still being stored.
        return engine.sync(each.hasPush ? () => engine.push() : undefined);
      case 'restart':
        return engine.restart();
    }
  }

  return {
    assertDisplayedAsRequested,
    perform,
    /** Completes all operations, runs a sync pass and compares the result. */
    async finish(): Promise<void> {
      for (let round = 0; round === 0 || countQueued(db, engine.account.id) > 0; round++) {
        assert.ok(round < 12, 'the queue does not drain');
        await engine.push();
        await engine.sync();
      }
      assertDisplayedAsRequested();
      assert.deepEqual(mailOnServer(engine, numbers), new Map(subjects.map((name) => [name, model.state(name)])));
      const completed = engine.completed().map(({ id }) => id);
      assert.deepEqual(
        completed.toSorted((a, b) => a - b),
        user.mutationIds().toSorted((a, b) => a - b),
      );
    },
  };
}

/** The user's requests and undos, applied to the engine and to the model. */
function modelledUser(db: WriteDb, { engine, model }: { engine: TestEngine; model: ReturnType<typeof mailboxModel> }) {
  /** The requests by the id of their mutation. */
  const mutations = new Map<number, ModelMutation>();
  const undone = new Set<ModelMutation>();
  /** Messages with at least one refused operation. */
  const refused = new Set<string>();

  /** Records refused operations in the model. */
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

  /** Undoes a mutation; returns the messages that were left unchanged. */
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

  return {
    recordRefusals,
    mutationIds: () => [...mutations.keys()],
    ask(request: Extract<TestEvent, { event: 'ask' }>): void {
      recordRefusals();
      const of = request.of.map((index) => subjects[index]!);
      const targets = of.map((name) => engine.named(name)!);
      const mutation = { of, not: new Set<string>(), ask: request.ask };
      model.add(mutation);
      const kind = mutationKindOf(request.ask);
      mutations.set(engine.act(kind, { changes: changesFor(engine, request.ask), targets }).id, mutation);
    },
    /** Undoes the newest mutation, or one that is `back` older, if no later request concerns its messages. */
    undo(back: number): void {
      recordRefusals();
      const [id, mutation] =
        [...mutations].toReversed().filter(([, each]) => !undone.has(each) && model.isLast(each))[back] ?? [];
      if (id === undefined || !mutation) return;
      const undo: ModelMutation = { of: mutation.of, not: new Set(), undoes: mutation };
      model.add(undo);
      undone.add(mutation);
      const unchanged = performUndo(id, undo);
      // An operation that a server refused meanwhile may make the undo inapplicable.
      for (const name of unchanged) assert.ok(undo.not.has(name) || refused.has(name), `${name} was not put back`);
      for (const name of unchanged) undo.not.add(name);
    },
  };
}

type ScriptedPush = (responses: readonly ServerResponse[], delays: Delays) => Promise<void>;

/** Pushes while the server responds as given. */
function scriptedPush(engine: TestEngine): ScriptedPush {
  let hasRefused = false;
  /** A server that also refuses to revert a partly applied operation leaves mail at a place that was not requested. */
  const isNoSecondRefusal = ({ how }: ServerResponse): boolean => {
    if (how !== 'refused') return true;
    return !hasRefused && (hasRefused = true);
  };
  return async (responses, { beforeReceipt, beforeReply }) => {
    engine.responses.push(...responses.filter(isNoSecondRefusal));
    Object.assign(engine.delays, { beforeReceipt, beforeReply });
    await engine.push();
    engine.responses.length = 0;
    Object.assign(engine.delays, { beforeReceipt: undefined, beforeReply: undefined });
  };
}

/** Runs a push during a sync pass. */
async function pushDuringSync(
  engine: TestEngine,
  { responses, pushAfter, receiptAfter, replyAfter }: Extract<TestEvent, { event: 'overlap' }>,
  { push, betweenBatches }: { push: ScriptedPush; betweenBatches: () => Promise<void> },
): Promise<void> {
  let batches = 0;
  let isOver = false;
  let pushing: Promise<void> | undefined;
  const reached = (count: number) => async () => {
    while (batches < count && !isOver) await nextTurn();
  };
  await engine.sync(async () => {
    if (batches++ >= pushAfter)
      pushing ??= push(responses, { beforeReceipt: reached(receiptAfter), beforeReply: reached(replyAfter) });
    await betweenBatches();
    for (let turn = 0; turn < 5; turn++) await nextTurn();
  });
  isOver = true;
  await pushing;
}
