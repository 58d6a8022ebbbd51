import type { Clock } from '../base/clock.ts';
import { createThrottle, type Throttle } from './throttle.ts';

/**
 * Mail of one account from one sync pass, or within this many milliseconds of other mail, forms one burst with one
 * notification.
 */
const burstGapMs = 3_000;
/** The update interval of a burst's notification, in milliseconds. */
const updateIntervalMs = 2_000;
/** The largest number of messages counted in a burst or a silence. */
export const maxMessages = 500;

export type Burst = {
  message_ids: Set<string>;
  isTruncated: boolean;
  lastArrivalMs: number;
  isSyncFinished: boolean;
  shownIds: Set<string>;
  throttle: Throttle;
};

type Bursts = {
  /** Adds mail to the current burst of an account, or to a new one, and shows it. */
  add(account_id: string, message_ids: readonly string[], isTruncated: boolean): void;
  /** Reports that a sync pass of an account has ended. */
  finishSync(account_id: string): void;
  /** Discards all bursts. */
  clear(): void;
  close(): void;
};

/** The bursts of new mail, at most one for each account. `show` is called for a burst that has grown. */
export function createBursts(clock: Clock, show: (account_id: string, burst: Burst) => void): Bursts {
  const bursts = new Map<string, Burst>();

  function burstOf(account_id: string): Burst {
    const now = clock.now().getTime();
    const current = bursts.get(account_id);
    if (current && (!current.isSyncFinished || now - current.lastArrivalMs <= burstGapMs)) {
      current.lastArrivalMs = now;
      current.isSyncFinished = false;
      return current;
    }
    current?.throttle.close();
    const throttle = createThrottle(() => show(account_id, burst), updateIntervalMs, clock.wait);
    const burst: Burst = {
      message_ids: new Set(),
      isTruncated: false,
      lastArrivalMs: now,
      isSyncFinished: false,
      shownIds: new Set(),
      throttle,
    };
    bursts.set(account_id, burst);
    return burst;
  }

  function close(): void {
    for (const { throttle } of bursts.values()) throttle.close();
  }

  return {
    add(account_id, message_ids, isTruncated) {
      const burst = burstOf(account_id);
      addToBurst(burst, message_ids, isTruncated);
      burst.throttle.trigger();
    },
    finishSync(account_id) {
      const burst = bursts.get(account_id);
      if (burst) burst.isSyncFinished = true;
    },
    clear() {
      close();
      bursts.clear();
    },
    close,
  };
}

function addToBurst(
  burst: Pick<Burst, 'message_ids' | 'isTruncated'>,
  message_ids: readonly string[],
  isTruncated: boolean,
): void {
  for (const id of message_ids) if (burst.message_ids.size < maxMessages) burst.message_ids.add(id);
  burst.isTruncated ||= isTruncated || message_ids.some((id) => !burst.message_ids.has(id));
}
