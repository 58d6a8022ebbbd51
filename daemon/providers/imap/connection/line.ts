import type { ImapFlow, MailboxObject } from 'imapflow';
import { orAborted } from '../../../base/abort.ts';
import { ProviderError } from '../../provider.ts';
import type { Connection } from './connection.ts';
import type { Held } from './door.ts';
import { farewell, isAlive, restOf } from './line-rest.ts';
import type { Rest } from './line-rest.ts';
import type { LineTimes } from './line-times.ts';
import { troubleOf } from './trouble.ts';
import { turnQueue } from './turn-queue.ts';

/**
 * One connection that is made when first needed, used by one piece of work at a time, and made anew after a loss.
 * Aborting the signal leaves the queue, or cuts the connection under running work: IMAP cannot call off a command.
 * Work that fails throws a `ProviderError` or the signal's reason.
 */
export type Line = {
  /** For work that may be done twice: if a connection made earlier turns out to be lost, it is done on a new one. */
  use<T>(signal: AbortSignal, work: Work<T>): Promise<T>;
  /** For work that changes something: an earlier connection is tried out first, and a loss in between is thrown. */
  useOnce<T>(signal: AbortSignal, work: Work<T>): Promise<T>;
  /** Whether the connection stood after the last work. */
  readonly stands: boolean;
  /** Ends the connection and everything on it, within two seconds. */
  close(): Promise<void>;
};

type Work<T> = (connection: Connection) => Promise<T>;

type Parts = { host: string; open: (signal: AbortSignal) => Promise<Held>; times: LineTimes };

/** How long `close` waits for work to unwind after its connection was cut, in milliseconds. */
const unwindMs = 400;

/** A line, and the same line for work that comes next in turn, before all that waits. */
export type TwoWayLine = { line: Line; urgent: Line; isOpen(): boolean };

export function openLine({ host, open, times }: Parts): TwoWayLine {
  const closing = new AbortController();
  const queue = turnQueue();
  let held: Held | undefined;
  let rest: Rest | undefined;
  let stood = false;
  const standing = () => (held?.client.usable ? held : undefined);

  const opened = async (signal: AbortSignal): Promise<Held> => {
    try {
      return await open(signal);
    } catch (error) {
      const trouble = troubleOf(error, host);
      if (trouble instanceof ProviderError) trouble.isUntold = true;
      throw trouble;
    }
  };

  const run = async <T>(signal: AbortSignal, work: Work<T>): Promise<T> => {
    try {
      signal.throwIfAborted();
      held = standing() ?? (await opened(signal));
      return await doOver(held, signal, work);
    } catch (error) {
      signal.throwIfAborted();
      throw troubleOf(error, host);
    }
  };

  const runAgain = async <T>(signal: AbortSignal, work: Work<T>): Promise<T> => {
    const isReused = standing() !== undefined;
    try {
      return await run(signal, work);
    } catch (error) {
      // A server also hangs up when the folder that was open is deleted by someone else (RFC 2180, section 3.3).
      if (!isReused || standing() || signal.aborted || isSilence(error)) throw error;
      return run(signal, work);
    }
  };

  /** A connection that proves dead is closed, so that the work gets a new one. */
  const tryOut = async (signal: AbortSignal): Promise<void> => {
    const connection = standing();
    if (connection) await doOver(connection, signal, ({ client }) => isAlive(client, times.sign));
  };

  const atWork = async <T>(body: (restedMs: number) => Promise<T>): Promise<T> => {
    try {
      return await body(rest?.end() ?? 0);
    } finally {
      const connection = standing();
      stood = connection !== undefined;
      rest = connection && restOf(connection, times, giveUp);
    }
  };

  const giveUp = () => {
    const last = held;
    held = rest = undefined;
    if (last) void farewell(last.client);
  };

  const lineOf = (isUrgent: boolean): Line => {
    const inTurn = async <T>(signal: AbortSignal, body: (signal: AbortSignal, restedMs: number) => Promise<T>) => {
      const either = AbortSignal.any([signal, closing.signal]);
      const passOn = await queue.enter(either, isUrgent);
      return orAborted(atWork((restedMs) => body(either, restedMs)).finally(passOn), either);
    };
    return {
      get stands() {
        return stood;
      },
      use: (signal, work) =>
        inTurn(signal, async (either, restedMs) => {
          if (restedMs > times.doubt) await tryOut(either);
          return runAgain(either, work);
        }),
      useOnce: (signal, work) =>
        inTurn(signal, async (either) => {
          await tryOut(either);
          return run(either, work);
        }),
      async close() {
        closing.abort(new ProviderError('offline', `The account's connection to ${host} was closed.`));
        // Work that does not unwind in time is left to itself: its connection is cut, and it can make no other.
        await queue.enter(AbortSignal.timeout(unwindMs)).catch(() => undefined);
        rest?.end();
        const last = standing();
        if (last) await farewell(last.client);
      },
    };
  };
  return { line: lineOf(false), urgent: lineOf(true), isOpen: () => standing() !== undefined };
}

/** Cuts the connection when the signal aborts; a break of the connection is thrown as what broke it. */
async function doOver<T>(connection: Connection, signal: AbortSignal, work: Work<T>): Promise<T> {
  const cut = () => connection.client.close();
  signal.addEventListener('abort', cut, { once: true });
  try {
    signal.throwIfAborted();
    return await work(connection);
  } catch (error) {
    throw isBreak(error) ? (connection.fault() ?? error) : error;
  } finally {
    signal.removeEventListener('abort', cut);
  }
}

function isBreak(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'NoConnection';
}

/** A server that does not answer has been waited for long enough. */
function isSilence(error: unknown): boolean {
  return error instanceof ProviderError && (error.cause as { code?: string } | undefined)?.code === 'ETIMEOUT';
}

/** Opens a folder for reading; with `anew` even when it is open already, to see what happened in it since. */
export async function examine(client: ImapFlow, path: string, { anew = false } = {}): Promise<MailboxObject> {
  const isOpen = client.mailbox && client.mailbox.path === path;
  const mailbox =
    client.mailbox && isOpen && !anew ? client.mailbox : await client.mailboxOpen(path, { readOnly: true });
  // The object is live and moves with every answer of the server: what is compared later has to be a copy of now.
  return { ...mailbox };
}

/** Has no folder open afterwards. What other programs marked as deleted in it stays. */
export async function leaveFolder(client: ImapFlow): Promise<void> {
  if (!client.mailbox) return;
  // CLOSE expunges, unless the folder was opened for reading.
  if (!client.mailbox.readOnly) await client.mailboxOpen(client.mailbox.path, { readOnly: true });
  await client.mailboxClose();
}
