import type { Call, Send } from './client.ts';

/** An answer that no reader has asked for by then is dropped, because it may be outdated. */
const cacheTtlMs = 5_000;

type Prefetcher = {
  /** Sends a call; the first call equal to a prefetched one gets the prefetched answer. */
  send: Send;
  /** Sends a call that will be asked for; or says where its answer comes from instead. */
  prefetch: (call: Call, answer?: Promise<unknown>) => Promise<unknown>;
  /** Until this has ended, whatever else is read waits: the first mail comes first. */
  delayReadsUntil: (until: Promise<unknown>) => void;
};

/** Lets calls go out before the page that asks for them is there. */
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
      // Who comes for it hears of its failure.
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

/** What was asked ahead goes on when one who wants it gives up: another may come. */
function abortable<T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return answer;
  return new Promise((resolve, reject) => {
    const rejectAborted = () => reject(signal.reason as Error);
    if (signal.aborted) return rejectAborted();
    signal.addEventListener('abort', rejectAborted, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', rejectAborted));
  });
}
