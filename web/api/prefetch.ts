import type { Call, Send } from './client.ts';

/** An unused answer is dropped after this time, because it may be outdated. */
const cacheTtlMs = 5_000;

type Prefetcher = {
  /** Sends a call; the first call equal to a prefetched one gets the prefetched answer. */
  send: Send;
  /** Sends a call in advance, or takes its answer from `answer`. */
  prefetch: (call: Call, answer?: Promise<unknown>) => Promise<unknown>;
  /** Other reads wait until this promise settles, so that the first mail loads first. */
  delayReadsUntil: (until: Promise<unknown>) => void;
};

/** Sends calls before the components that need them are mounted. */
export function createPrefetcher(send: Send, now: () => number = () => performance.now()): Prefetcher {
  const prefetched = new Map<string, { answer: Promise<unknown>; until: number }>();
  let barrier: Promise<unknown> | undefined;

  function consume(call: Call): Promise<unknown> | undefined {
    const found = prefetched.get(callKey(call));
    prefetched.delete(callKey(call));
    return found && now() < found.until ? found.answer : undefined;
  }

  return {
    async send(call, signal) {
      const answer = consume(call);
      if (answer) return abortable(answer, signal);
      if (barrier && call.method === 'GET') await abortable(barrier, signal);
      return send(call, signal);
    },
    prefetch(call, answer = send(call)) {
      // The caller of `send` gets the failure.
      answer.catch(() => undefined);
      prefetched.set(callKey(call), { answer, until: now() + cacheTtlMs });
      return answer;
    },
    delayReadsUntil(until) {
      const own = until.then(() => undefined);
      barrier = own;
      void own.finally(() => barrier === own && (barrier = undefined));
    },
  };
}

function callKey({ method, path }: Call): string {
  return `${method} ${path}`;
}

/** An aborted caller does not cancel the prefetch, because another caller may use it. */
function abortable<T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return answer;
  return new Promise((resolve, reject) => {
    const rejectAborted = () => reject(signal.reason as Error);
    if (signal.aborted) return rejectAborted();
    signal.addEventListener('abort', rejectAborted, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', rejectAborted));
  });
}
