import type { Clock } from './base/clock.ts';
import { diskProblemOf } from './base/disk-failure.ts';
import { Failure } from './base/failure.ts';
import { isFileContent } from './contract/define.ts';
import { releaseKey, saveReply, claimKey, type IdempotentRequest } from './mail/callers/idempotency-keys.ts';
import type { WriteDb } from './store/db.ts';

type IdempotentRunner = {
  /** Carries out `handle` and keeps its reply, in one transaction; or gives the reply of the first time. */
  runSync(request: IdempotentRequest, handle: () => unknown): unknown;
  /** As `atOnce`, for what takes its time: the key is taken before, and the reply kept after. */
  runAsync(request: IdempotentRequest, handle: () => Promise<unknown>): Promise<unknown>;
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
    async runAsync(request, handle) {
      const name = JSON.stringify([request.owner, request.key]);
      if (running.has(name)) throw stillRunning();
      const stored = db.transaction(() => claimKey(db, request, clock.now()));
      if (stored) return stored.reply;
      running.add(name);
      try {
        const reply = await handle();
        // A stream is sent once, and made again for who asks again.
        if (isFileContent(reply)) releaseKey(db, request);
        else saveReply(db, request, reply);
        return reply;
      } catch (failed) {
        // A Failure says that nothing was changed. After any other error, and where the disk failed between two writes, the
        // result is unknown.
        if (failed instanceof Failure && diskProblemOf(failed) === undefined) releaseKey(db, request);
        throw failed;
      } finally {
        running.delete(name);
      }
    },
  };
}

function stillRunning(): Failure {
  const sentence = 'The first request with this Idempotency-Key is still being carried out. Ask again in a moment.';
  return new Failure('conflict', 'idempotency_in_flight', sentence, { retryable: true });
}
