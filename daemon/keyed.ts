import type { Clock } from './base/clock.ts';
import { Failure } from './base/failure.ts';
import { isFileContent } from './contract/define.ts';
import { freeKey, keepReply, takeKey, type KeyedRequest } from './mail/idempotency.ts';
import type { WriteDb } from './store/db.ts';

export type Keyed = {
  /** Carries out `handle` and keeps its reply, in one transaction; or gives the reply of the first time. */
  atOnce(keyed: KeyedRequest, handle: () => unknown): unknown;
  /** As `atOnce`, for what takes its time: the key is taken before, and the reply kept after. */
  inTime(keyed: KeyedRequest, handle: () => Promise<unknown>): Promise<unknown>;
};

/** Has requests that bear an Idempotency-Key carried out once, however often they come. Throws what `takeKey` throws. */
export function keyedRequests({ db, clock }: { db: WriteDb; clock: Clock }): Keyed {
  const underWay = new Set<string>();
  return {
    atOnce: (keyed, handle) =>
      db.transaction(() => {
        const known = takeKey(db, keyed, clock.now());
        if (known) return known.reply;
        const reply = handle();
        keepReply(db, keyed, reply);
        return reply;
      }),
    async inTime(keyed, handle) {
      const name = JSON.stringify([keyed.owner, keyed.key]);
      if (underWay.has(name)) throw stillUnderWay();
      const known = db.transaction(() => takeKey(db, keyed, clock.now()));
      if (known) return known.reply;
      underWay.add(name);
      try {
        const reply = await handle();
        // A stream is sent once, and made again for who asks again.
        if (isFileContent(reply)) freeKey(db, keyed);
        else keepReply(db, keyed, reply);
        return reply;
      } catch (failed) {
        // A Failure says that nothing was changed; of anything else nobody knows.
        if (failed instanceof Failure) freeKey(db, keyed);
        throw failed;
      } finally {
        underWay.delete(name);
      }
    },
  };
}

function stillUnderWay(): Failure {
  const sentence = 'The first request with this Idempotency-Key is still being carried out. Ask again in a moment.';
  return new Failure('conflict', 'idempotency_in_flight', sentence, { retryable: true });
}
