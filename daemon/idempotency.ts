import type { Clock } from './base/clock.ts';
import { diskProblemOf } from './base/disk-failure.ts';
import { Failure } from './base/failure.ts';
import { isFileContent } from './contract/define.ts';
import {
  claimKey,
  releaseKey,
  replyOfKey,
  saveReply,
  type IdempotentRequest,
} from './mail/callers/idempotency-keys.ts';
import type { WriteDb } from './store/db.ts';

type IdempotentRunner = {
  /** Carries out `handle` and keeps its reply, in one transaction; or gives the reply of the first time. */
  runSync(request: IdempotentRequest, handle: () => unknown): unknown;
  /** As `runSync`, for what takes its time: the key is claimed before, and the reply stored after. */
  runAsync(request: IdempotentRequest, handle: () => Promise<unknown>): Promise<unknown>;
  /**
   * As `runAsync`, where the change is the first transaction on the given connection: the key is claimed in it. Whatever
   * stops Posthorn before leaves the key free. Without a transaction nothing was changed, and the reply is not stored.
   */
  runToOutcome(request: IdempotentRequest, handle: (db: WriteDb) => Promise<unknown>): Promise<unknown>;
};

/** Has requests that bear an Idempotency-Key carried out once, however often they come. Throws what `takeKey` throws. */
export function createIdempotentRunner({ db, clock }: { db: WriteDb; clock: Clock }): IdempotentRunner {
  const running = new Set<string>();
  return {
    runSync: (request, handle) =>
      db.transaction(() => {
        const stored = claimKey(db, request, clock.now());
        if (stored) return stored.reply;
        const reply = handle();
        saveReply(db, request, reply);
        return reply;
      }),
    runAsync: async (request, handle) =>
      alone(request, async () => {
        const stored = db.transaction(() => claimKey(db, request, clock.now()));
        return stored ? stored.reply : settle(request, handle);
      }),
    runToOutcome: async (request, handle) =>
      alone(request, async () => {
        const stored = replyOfKey(db, request, clock.now());
        const claim = () => void claimKey(db, request, clock.now());
        return stored ? stored.reply : settle(request, () => handle(withFirstTransaction(db, claim)));
      }),
  };

  /** Refuses a request while an earlier one under its key is carried out. */
  async function alone(request: IdempotentRequest, work: () => Promise<unknown>): Promise<unknown> {
    const name = JSON.stringify([request.owner, request.key]);
    if (running.has(name)) throw stillRunning();
    running.add(name);
    try {
      return await work();
    } finally {
      running.delete(name);
    }
  }

  async function settle(request: IdempotentRequest, handle: () => Promise<unknown>): Promise<unknown> {
    try {
      const reply = await handle();
      // A stream is sent once, and made again for a repeated request.
      if (isFileContent(reply)) releaseKey(db, request);
      else saveReply(db, request, reply);
      return reply;
    } catch (failed) {
      // A Failure says that nothing was changed. After any other error, and where the disk failed between two writes, the
      // result is unknown.
      if (failed instanceof Failure && diskProblemOf(failed) === undefined) releaseKey(db, request);
      throw failed;
    }
  }
}

/** The connection, with `first` at the beginning of its first transaction that succeeds. */
function withFirstTransaction(db: WriteDb, first: () => void): WriteDb {
  let isDone = false;
  return {
    ...db,
    transaction(work) {
      if (isDone) return db.transaction(work);
      isDone = true;
      try {
        return db.transaction(() => {
          first();
          return work();
        });
      } catch (failed) {
        isDone = false;
        throw failed;
      }
    },
  };
}

function stillRunning(): Failure {
  const sentence = 'The first request with this Idempotency-Key is still in progress. Ask again in a moment.';
  return new Failure('conflict', 'idempotency_in_flight', sentence, { retryable: true });
}
