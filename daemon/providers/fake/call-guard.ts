import type { Clock } from '../../base/clock.ts';
import { ProviderError, type ProviderErrorReason } from '../provider.ts';
import type { ProviderMethod } from './control.ts';
import type { Faults } from './faults.ts';

/** Runs before every method: counts the call, and makes it fail or wait where a fault applies. */
export function createCallGuard({ name, faults, clock }: { name: string; faults: Faults; clock: Clock }) {
  const closing = new AbortController();
  const closed: AbortSignal = closing.signal;
  const calls: Record<ProviderMethod, number> = {
    folders: 0,
    changes: 0,
    sources: 0,
    part: 0,
    apply: 0,
    append: 0,
    editFolder: 0,
    search: 0,
    describe: 0,
    newArrivals: 0,
    findById: 0,
    watch: 0,
    close: 0,
  };

  /** Throws while the server is unreachable. */
  const check = () => {
    if (closed.aborted) throw unsentError('offline', `The account ${name} was closed.`);
    if (faults.consume('offline'))
      throw unsentError('offline', `Can’t reach the server of ${name}. Posthorn will try again.`);
    if (faults.consume('auth'))
      throw unsentError('auth', `The server of ${name} doesn’t accept the password. Enter it again.`);
    if (faults.consume('busy')) throw unsentError('busy', `The server of ${name} is busy. It is tried again.`);
  };

  return {
    calls,
    check,
    closed,
    close: () => closing.abort(),
    async beginCall(method: ProviderMethod, signal: AbortSignal): Promise<void> {
      calls[method]++;
      signal.throwIfAborted();
      check();
      const slow = faults.consume('slow');
      if (slow) await clock.wait(slow.ms ?? 2000, signal);
      signal.throwIfAborted();
    },
    /** Throws when the connection is lost during an operation. */
    checkConnection() {
      if (faults.consume('drop-mid-batch'))
        throw new ProviderError('offline', `The line to ${name} was lost. It is tried again.`);
    },
    /** Throws when the connection is lost after a folder was changed. */
    checkResponse() {
      if (faults.consume('lost-edit'))
        throw new ProviderError('offline', `The line to ${name} was lost. It is tried again.`);
    },
    checkWatch() {
      check();
      if (faults.consume('lost-watch'))
        throw new ProviderError('offline', `The watch on ${name} was lost. It is set up again.`);
    },
  };
}

function unsentError(reason: ProviderErrorReason, message: string): ProviderError {
  const error = new ProviderError(reason, message);
  error.isUnsent = true;
  return error;
}
