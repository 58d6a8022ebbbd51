import { z } from 'zod';
import { Failure } from '../base/failure.ts';

/** The requests of a connection that its client has cancelled, with `{ id, cancel: true }`. */
export type Cancellations = {
  /** Takes a line that cancels a request. False where it is a line of another kind. */
  take(line: string): boolean;
  /** Aborts when the request is cancelled. */
  signalOf(id: string | number): AbortSignal;
  /** The request was answered. */
  forget(id: string | number): void;
};

const cancelLine = z.strictObject({ id: z.union([z.string().max(200), z.int()]), cancel: z.literal(true) });

export function createCancellations(): Cancellations {
  const running = new Map<string | number, AbortController>();
  return {
    take(line) {
      if (!line.includes('"cancel"')) return false;
      const { data } = cancelLine.safeParse(parsed(line));
      // A request that was answered meanwhile has nothing to cancel.
      if (data) running.get(data.id)?.abort(cancelled());
      return data !== undefined;
    },
    signalOf(id) {
      const controller = running.get(id) ?? new AbortController();
      running.set(id, controller);
      return controller.signal;
    },
    forget: (id) => void running.delete(id),
  };
}

function cancelled(): Failure {
  return new Failure('unavailable', 'cancelled', 'The client cancelled the request, so no reply was created.');
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // The line is answered as a request that is not valid.
    return undefined;
  }
}
