import type { ServerResponse } from 'node:http';
import type { Clock } from '../../daemon/base/clock.ts';
import type { Caller } from '../../daemon/handler-types.ts';
import { HttpRefusal } from '../http/problem.ts';

const windowMs = 60_000;
/** The requests that a token may send in a minute where it names no number of its own. */
const defaultRequestsPerMinute = 600;

export type RateLimiter = {
  /**
   * Counts a request of a token other than the owner's, and states in the answer what is left
   * (draft-ietf-httpapi-ratelimit-headers). Throws 429 for one too many.
   */
  count(caller: Caller, response: ServerResponse): void;
};

/** Counts requests of each token in windows of a minute, which begin with its first request. */
export function createRateLimiter(clock: Clock): RateLimiter {
  const windows = new Map<string, { startMs: number; used: number }>();
  return {
    count({ token_id, requests_per_minute: quota = defaultRequestsPerMinute }, response) {
      if (token_id === undefined) return;
      const nowMs = clock.now().getTime();
      const known = windows.get(token_id);
      const isCurrent = known !== undefined && nowMs - known.startMs < windowMs && nowMs >= known.startMs;
      const window = isCurrent ? known : { startMs: nowMs, used: 0 };
      windows.set(token_id, window);
      window.used++;
      const seconds = Math.ceil((window.startMs + windowMs - nowMs) / 1000);
      response.setHeader('ratelimit-policy', `"token";q=${quota};w=${windowMs / 1000}`);
      response.setHeader('ratelimit', `"token";r=${Math.max(0, quota - window.used)};t=${seconds}`);
      if (window.used > quota) throw tooMany(quota, seconds);
    },
  };
}

function tooMany(quota: number, seconds: number): HttpRefusal {
  return new HttpRefusal(
    429,
    'rate_limited',
    `This token may send ${quota} requests in a minute. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    { retryable: true, headers: { 'retry-after': String(seconds) } },
  );
}
