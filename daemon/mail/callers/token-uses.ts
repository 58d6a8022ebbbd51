import type { Clock } from '../../base/clock.ts';
import type { WriteDb } from '../../store/db.ts';
import { recordTokenUse } from './tokens.ts';

/** Records when tokens are used, at most once in a minute for each. */
type TokenUses = { note(token_id: string): void };

/** `onFailure` gets the error where a use could not be stored; the request is answered all the same. */
export function createTokenUses({
  db,
  clock,
  onFailure,
}: {
  db: WriteDb;
  clock: Clock;
  onFailure: (failed: unknown) => void;
}): TokenUses {
  const lastMinutes = new Map<string, number>();
  return {
    note(token_id) {
      const now = clock.now();
      const minute = Math.floor(now.getTime() / 60_000);
      if (lastMinutes.get(token_id) === minute) return;
      lastMinutes.set(token_id, minute);
      try {
        recordTokenUse(db, token_id, now);
      } catch (failed) {
        onFailure(failed);
      }
    },
  };
}
