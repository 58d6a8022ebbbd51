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
import type { ReadDb, WriteDb } from './store/db.ts';

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

/** Where it is stored that a request was carried out, and its reply. As the functions of `mail/callers/idempotency-keys.ts`. */
export type KeyStore = {
  claim(db: WriteDb, request: IdempotentRequest, now: Date): { reply: unknown } | undefined;
  stored(db: ReadDb, request: IdempotentRequest, now: Date): { reply: unknown } | undefined;
  save(db: WriteDb, request: IdempotentRequest, reply: unknown): void;
  release(db: WriteDb, request: IdempotentRequest): void;
};

const idempotencyKeys: KeyStore = { claim: claimKey, stored: replyOfKey, save: saveReply, release: releaseKey };

/** Has requests that bear an Idempotency-Key carried out once, however often they come. Throws what `takeKey` throws. */
export function createIdempotentRunner({
  db,
  clock,
  keys = idempotencyKeys,
}: {
  db: WriteDb;
  clock: Clock;
  keys?: KeyStore;
}): IdempotentRunner {
  const running = new Set<string>();
  return {
    runSync: (request, handle) =>
      db.transaction(() => {
        const stored = keys.claim(db, request, clock.now());
        if (stored) return stored.reply;
        const reply = handle();
        keys.save(db, request, reply);
        return reply;
      }),
    runAsync: async (request, handle) =>
      alone(request, async () => {
        const stored = db.transaction(() => keys.claim(db, request, clock.now()));
        return stored ? stored.reply : settle(request, handle);
      }),
    runToOutcome: async (request, handle) =>
      alone(request, async () => {
        const stored = keys.stored(db, request, clock.now());
        const claim = () => void keys.claim(db, request, clock.now());
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
      if (isFileContent(reply)) keys.release(db, request);
      else keys.save(db, request, reply);
      return reply;
    } catch (failed) {
      // A Failure says that nothing was changed. After any other error, and where the disk failed between two writes, the
      // result is unknown.
      if (failed instanceof Failure && diskProblemOf(failed) === undefined) keys.release(db, request);
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
