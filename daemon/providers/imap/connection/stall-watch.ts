import type { Clock } from '../../../base/clock.ts';
import { ProviderError } from '../../provider.ts';
import type { Connection } from './connection.ts';

/** How often a running command is checked within the time it may stand still. */
const checksPerStall = 6;

/** The supervision of a task: `stalled` is the error of the task once its connection was closed for a stall. */
type StallWatch = { readonly stalled: ProviderError | undefined; end(): void };

/**
 * Closes the connection of a task when its command has not advanced for `stallMs`. The time counts in checks: a computer that
 * slept through several of them has missed one.
 */
export function watchForStall(
  connection: Connection,
  { clock, stallMs }: { clock: Clock; stallMs: number },
): StallWatch {
  const { client, activity } = connection;
  const ending = new AbortController();
  let stalled: ProviderError | undefined;
  const check = async () => {
    let last = activity.progress();
    for (let idleChecks = 0; idleChecks < checksPerStall;) {
      await clock.wait(stallMs / checksPerStall, ending.signal);
      if (ending.signal.aborted || !client.usable) return;
      const progress = activity.progress();
      idleChecks = progress === undefined || progress !== last ? 0 : idleChecks + 1;
      last = progress;
    }
    stalled = stallError(connection);
    client.close();
  };
  void check();
  return {
    get stalled() {
      return stalled;
    },
    end: () => ending.abort(),
  };
}

/** The error of a command that the server does not answer. */
export function stallError({ activity }: Connection, cause?: unknown): ProviderError {
  return new ProviderError('protocol', `The server doesn’t answer ${activity.command}.`, { cause, kind: 'stalled' });
}

/** Whether a task failed because the server did not answer its command. */
export function isStall(error: unknown): error is ProviderError {
  return error instanceof ProviderError && error.kind === 'stalled';
}
