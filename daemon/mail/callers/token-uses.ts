import { instantOf, type Clock } from '../../base/clock.ts';
import type { WriteDb } from '../../store/db.ts';
import { recordTokenUse } from './tokens.ts';

/** When tokens were used last, to the minute. Reading and refused requests write nothing, so uses are stored later. */
export type TokenUses = {
  note(token_id: string): void;
  /** The last use that is not stored yet. */
  pending(token_id: string): string | undefined;
  /** Stores what is pending. */
  flush(): void;
  /** Stores what is pending, and ends. */
  close(): void;
};

/** How long a use may wait to be stored, in milliseconds. A crash in between loses it. */
const storedAfterMs = 300_000;

/** `onFailure` gets the error where uses could not be stored. */
export function createTokenUses({
  db,
  clock,
  onFailure,
}: {
  db: WriteDb;
  clock: Clock;
  onFailure: (failed: unknown) => void;
}): TokenUses {
  const pending = new Map<string, string>();
  const closed = new AbortController();
  let isWaiting = false;

  function flush(): void {
    try {
      db.transaction(() => {
        for (const [token_id, minute] of pending) recordTokenUse(db, token_id, minute);
      });
      pending.clear();
    } catch (failed) {
      onFailure(failed);
    }
  }

  async function flushLater(): Promise<void> {
    isWaiting = true;
    await clock.wait(storedAfterMs, closed.signal);
    isWaiting = false;
    if (!closed.signal.aborted) flush();
  }

  return {
    note(token_id) {
      const now = clock.now().getTime();
      pending.set(token_id, instantOf(new Date(now - (now % 60_000))));
      if (!isWaiting) void flushLater();
    },
    pending: (token_id) => pending.get(token_id),
    flush,
    close() {
      closed.abort();
      if (pending.size > 0) flush();
    },
  };
}
