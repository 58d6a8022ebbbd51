import type { Call, Send } from './api.ts';

/** In milliseconds: an answer for which nobody has come by then may have grown old. */
const keptFor = 5_000;

export type Ahead = {
  /** As the `send` it was made of, but that it gives what was asked ahead to the first who asks the same. */
  send: Send;
  /** Sends a call that will be asked for; or says where its answer comes from instead. */
  ask: (call: Call, answer?: Promise<unknown>) => Promise<unknown>;
  /** Until this has ended, whatever else is read waits: the first mail comes first. */
  hold: (until: Promise<unknown>) => void;
};

/** Lets calls go out before the page that asks for them is there. */
export function sendAhead(send: Send, now: () => number = () => performance.now()): Ahead {
  const asked = new Map<string, { answer: Promise<unknown>; until: number }>();
  let held: Promise<unknown> | undefined;

  function take(call: Call): Promise<unknown> | undefined {
    const found = asked.get(nameOf(call));
    asked.delete(nameOf(call));
    return found && now() < found.until ? found.answer : undefined;
  }

  return {
    async send(call, signal) {
      const answer = take(call);
      if (answer) return orAborted(answer, signal);
      if (held && call.method === 'GET') await orAborted(held, signal);
      return send(call, signal);
    },
    ask(call, answer = send(call)) {
      // Who comes for it hears of its failure.
      answer.catch(() => undefined);
      asked.set(nameOf(call), { answer, until: now() + keptFor });
      return answer;
    },
    hold(until) {
      const own = until.then(() => undefined);
      held = own;
      void own.finally(() => held === own && (held = undefined));
    },
  };
}

function nameOf({ method, path }: Call): string {
  return `${method} ${path}`;
}

/** What was asked ahead goes on when one who wants it gives up: another may come. */
function orAborted<T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return answer;
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason as Error);
    if (signal.aborted) return giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}
