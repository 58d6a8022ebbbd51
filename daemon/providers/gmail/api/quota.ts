import type { Clock } from '../../../base/clock.ts';

/** Who waits for units: `sync` leaves some for what the user does meanwhile. */
export type QuotaPriority = 'sync' | 'user';

/**
 * The quota units of one user (Gmail API, "Usage limits"): a token bucket whose tokens return one minute after they were
 * taken, so that no minute has more than the bucket holds. The service may also ask for a pause.
 */
export type Quota = {
  /** Waits until the units may be used, and takes them. Throws the reason of the signal. */
  take(units: number, priority: QuotaPriority, signal: AbortSignal): Promise<void>;
  /** Nothing is sent until this instant, in milliseconds. */
  pauseUntil(time: number): void;
  /** The end of the pause in milliseconds; undefined without one. */
  pausedUntil(): number | undefined;
  /** The units and requests since the start. */
  readonly used: { units: number; requests: number };
};

/** Units per minute of one user, since May 2026. */
export const unitsPerMinute = 6_000;

/** Units that `sync` does not take, so that a click is not delayed by a first sync. */
const unitsForUser = 300;

const minuteMs = 60_000;

export function createQuota(clock: Clock, limit = unitsPerMinute): Quota {
  const taken: { at: number; units: number }[] = [];
  let sum = 0;
  let pause = 0;
  const used = { units: 0, requests: 0 };
  const now = () => clock.now().getTime();

  /** The milliseconds until the units are free. */
  const delayFor = (units: number, priority: QuotaPriority): number => {
    const time = now();
    if (pause > time) return pause - time;
    const expired = taken.findIndex(({ at }) => at > time - minuteMs);
    for (const { units: returned } of taken.splice(0, expired < 0 ? taken.length : expired)) sum -= returned;
    const most = priority === 'sync' ? limit - unitsForUser : limit;
    let missing = sum + units - most;
    if (missing <= 0) return 0;
    for (const { at, units: returned } of taken) {
      missing -= returned;
      if (missing <= 0) return Math.max(1, at + minuteMs - time);
    }
    // A single request may cost more than the limit of a test.
    return 0;
  };

  return {
    used,
    async take(units, priority, signal) {
      for (;;) {
        signal.throwIfAborted();
        const delayMs = delayFor(units, priority);
        if (delayMs === 0) break;
        await clock.wait(delayMs, signal);
      }
      taken.push({ at: now(), units });
      sum += units;
      used.units += units;
      used.requests++;
    },
    pauseUntil(time) {
      pause = Math.max(pause, time);
    },
    pausedUntil: () => (pause > now() ? pause : undefined),
  };
}

/** The quotas of users by address: they do not begin anew when an account is opened again. */
export function createQuotas(clock: Clock): (email: string) => Quota {
  const quotas = new Map<string, Quota>();
  return (email) => {
    const key = email.toLowerCase();
    const quota = quotas.get(key) ?? createQuota(clock);
    quotas.set(key, quota);
    return quota;
  };
}
