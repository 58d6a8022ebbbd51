import { instantOf, type Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';
import type { Loop } from '../../base/loop.ts';
import { promisesAmong, queuedForModel, removeFromModelQueue } from '../../mail/commitments/ask-model.ts';
import type { CommitmentCandidates } from '../../mail/commitments/candidates.ts';
import { announceChangedTodos, type TodoAnnouncer } from '../../mail/todos/announce.ts';
import { saveTodos } from '../../mail/todos/store.ts';
import type { Models } from '../../models/models.ts';
import type { WriteDb } from '../../store/db.ts';

type CommitmentLoopDeps = Omit<TodoAnnouncer, 'db'> & {
  db: WriteDb;
  clock: Clock;
  log: Log;
  models: Models;
  /** The sentences of messages (internal ids), read on a worker. */
  readCandidates: (messages: readonly number[]) => Promise<CommitmentCandidates[]>;
};

/** The queue is filled by another loop, in its transactions. Milliseconds. */
const lookAgainMs = 60_000;
/** After a failure, the server is left alone for this long, in milliseconds. */
const pauseMs = 10 * 60_000;

/** Has a model look for promises in new mail after the rules. A crash repeats one message at the most, which changes nothing. */
export function commitmentLoop(deps: CommitmentLoopDeps): Loop {
  const { clock, log, models, db } = deps;
  return {
    name: 'commitments by a model',
    async run(signal) {
      while (!signal.aborted) {
        let isFailing = false;
        try {
          if (models.isUsable('commitments')) await readQueue(deps, signal);
        } catch (failed) {
          if (signal.aborted) return;
          if (!(failed instanceof Failure)) throw failed;
          // The answer may be bad because of the message, so it is not asked about again.
          const [message] = queuedForModel(db, 1);
          if (failed.code === 'llm_bad_answer' && message !== undefined) removeFromModelQueue(db, message);
          log.warn({ err: failed }, 'no model looks for promises for ten minutes, because it failed');
          isFailing = true;
        }
        await clock.wait(isFailing ? pauseMs : lookAgainMs, signal);
      }
    },
  };
}

async function readQueue(deps: CommitmentLoopDeps, signal: AbortSignal): Promise<void> {
  const { db, clock, models, readCandidates } = deps;
  for (let [message] = queuedForModel(db, 1); message !== undefined; [message] = queuedForModel(db, 1)) {
    const [read] = await readCandidates([message]);
    const found = await promisesAmong(models, read?.candidates ?? [], signal);
    if (signal.aborted) return;
    const of = message;
    const added = db.transaction(() => {
      removeFromModelQueue(db, of);
      return saveTodos(db, { message: of, isCatchup: false, now: instantOf(clock.now()), origin: 'model' }, found);
    });
    if (added > 0) announceChangedTodos(deps, [message]);
  }
}
