import { randomBytes } from 'node:crypto';
import type { Clock } from '../../daemon/base/clock.ts';

/** Keys that open the handshake once, for the browser that Posthorn itself opens. */
export type OneTimeKeys = {
  make(): string;
  /** Whether `key` was made here, has not been used, and is not too old. It is used up by this. */
  redeem(key: string): boolean;
};

/** A browser may need this long to start, in milliseconds. */
const lifetimeMs = 120_000;

/**
 * Other users of the computer can see the command line of the browser, and thereby the address that it opens. So the
 * address contains a key that is useless after the page has used it, and never the token.
 */
export function createOneTimeKeys(clock: Pick<Clock, 'now'>): OneTimeKeys {
  const madeAt = new Map<string, number>();
  const nowMs = () => clock.now().getTime();
  const isFresh = (made: number) => Math.abs(nowMs() - made) <= lifetimeMs;
  return {
    make() {
      for (const [key, made] of madeAt) if (!isFresh(made)) madeAt.delete(key);
      const key = randomBytes(32).toString('base64url');
      madeAt.set(key, nowMs());
      return key;
    },
    redeem(key) {
      const made = madeAt.get(key);
      madeAt.delete(key);
      return made !== undefined && isFresh(made);
    },
  };
}
