import type { ImapFlow, MailboxObject } from 'imapflow';
import { orRejectOnAbort } from '../../../base/abort.ts';
import type { Clock } from '../../../base/clock.ts';
import { ProviderError } from '../../provider.ts';
import type { Connection } from './connection.ts';
import { logout, isAlive, keepAlive } from './keep-alive.ts';
import type { IdlePeriod } from './keep-alive.ts';
import type { ConnectionTimeouts } from './timeouts.ts';
import { imapErrorOf } from './errors.ts';
import { isStall, stallError, watchForStall } from './stall-watch.ts';
import { createTurnQueue } from './turn-queue.ts';
import type { PooledConnection } from './pooled-connection.ts';

/**
 * One connection that is opened on first use, runs one task at a time, and is reopened after a loss. Aborting the signal
 * leaves the queue, or cuts the connection of the running task: IMAP cannot cancel a command. A failed task throws a
 * `ProviderError` or the signal's reason.
 */
export type ConnectionQueue = {
  /** For repeatable tasks: if an existing connection proves to be lost, the task runs again on a new one. */
  use<T>(signal: AbortSignal, work: Work<T>): Promise<T>;
  /** For tasks that change data: an existing connection is tested first, and a loss during the task is thrown. */
  useOnce<T>(signal: AbortSignal, work: Work<T>): Promise<T>;
  /** Whether the connection was alive after the last task. */
  readonly isConnected: boolean;
  /** Closes the connection and all its tasks, within two seconds. */
  close(): Promise<void>;
};

type Work<T> = (connection: Connection) => Promise<T>;

type ConnectionQueueDeps = {
  host: string;
  open: (signal: AbortSignal) => Promise<PooledConnection>;
  timeouts: ConnectionTimeouts;
  clock: Clock;
};

/** How long `close` waits for tasks to end after their connection was cut, in milliseconds. */
const unwindTimeoutMs = 400;

/** A connection, and the same connection for a task that runs before all waiting ones. */
export type PrioritizedConnectionQueue = { normal: ConnectionQueue; urgent: ConnectionQueue; isOpen(): boolean };

export function createConnectionQueue(deps: ConnectionQueueDeps): PrioritizedConnectionQueue {
  const { host, timeouts } = deps;
  const closing = new AbortController();
  const turns = createTurnQueue();
  const connection = createReopenedConnection(deps);

  const queueOf = (isUrgent: boolean): ConnectionQueue => {
    const inTurn = async <T>(signal: AbortSignal, body: (signal: AbortSignal, idleMs: number) => Promise<T>) => {
      const combinedSignal = AbortSignal.any([signal, closing.signal]);
      const endTurn = await turns.enter(combinedSignal, isUrgent);
      const busy = connection.whileBusy((idleMs) => body(combinedSignal, idleMs));
      return orRejectOnAbort(busy.finally(endTurn), combinedSignal);
    };
    return {
      get isConnected() {
        return connection.wasConnected;
      },
      use: (signal, work) =>
        inTurn(signal, async (combinedSignal, idleMs) => {
          if (idleMs > timeouts.recheckAfterMs) await connection.check(combinedSignal);
          return connection.runWithRetry(combinedSignal, work);
        }),
      useOnce: (signal, work) =>
        inTurn(signal, async (combinedSignal) => {
          await connection.check(combinedSignal);
          return connection.run(combinedSignal, work);
        }),
      async close() {
        closing.abort(new ProviderError('offline', `The account's connection to ${host} was closed.`));
        // A task that does not end in time is abandoned: its connection is cut, and it cannot open another.
        await turns.enter(AbortSignal.timeout(unwindTimeoutMs)).catch(() => undefined);
        await connection.close();
      },
    };
  };
  return { normal: queueOf(false), urgent: queueOf(true), isOpen: connection.isOpen };
}

/** The connection of a queue: opened for a task that needs one, kept alive between tasks, and replaced after a loss. */
function createReopenedConnection({ host, open, timeouts, clock }: ConnectionQueueDeps) {
  let current: PooledConnection | undefined;
  let idlePeriod: IdlePeriod | undefined;
  let wasConnected = false;
  const usableConnection = () => (current?.client.usable ? current : undefined);

  const openConnection = async (signal: AbortSignal): Promise<PooledConnection> => {
    try {
      return await open(signal);
    } catch (error) {
      const providerError = imapErrorOf(error, host);
      if (providerError instanceof ProviderError) providerError.isUnsent = true;
      throw providerError;
    }
  };

  const run = async <T>(signal: AbortSignal, work: Work<T>): Promise<T> => {
    try {
      signal.throwIfAborted();
      current = usableConnection() ?? (await openConnection(signal));
      return await runSupervised(current, signal, work, { clock, stallMs: timeouts.stallMs });
    } catch (error) {
      signal.throwIfAborted();
      throw imapErrorOf(error, host);
    }
  };

  const runWithRetry = async <T>(signal: AbortSignal, work: Work<T>): Promise<T> => {
    const isReused = usableConnection() !== undefined;
    try {
      return await run(signal, work);
    } catch (error) {
      // A server also disconnects when another client deletes the open folder (RFC 2180, section 3.3).
      if (!isReused || usableConnection() || signal.aborted || isStall(error)) throw error;
      return run(signal, work);
    }
  };

  /** Closes a dead connection, so that the task gets a new one. */
  const check = async (signal: AbortSignal): Promise<void> => {
    const connection = usableConnection();
    if (connection) await runOn(connection, signal, ({ client }) => isAlive(client, timeouts.pingMs));
  };

  const whileBusy = async <T>(body: (idleMs: number) => Promise<T>): Promise<T> => {
    try {
      return await body(idlePeriod?.end() ?? 0);
    } finally {
      const connection = usableConnection();
      wasConnected = connection !== undefined;
      idlePeriod = connection && keepAlive(connection, timeouts, disconnect);
    }
  };

  const disconnect = () => {
    const last = current;
    current = idlePeriod = undefined;
    if (last) void logout(last.client);
  };

  return {
    run,
    runWithRetry,
    check,
    whileBusy,
    /** Whether the connection was alive after the last task. */
    get wasConnected() {
      return wasConnected;
    },
    isOpen: () => usableConnection() !== undefined,
    async close() {
      idlePeriod?.end();
      const last = usableConnection();
      if (last) await logout(last.client);
    },
  };
}

/** Like `runOn`; throws a `ProviderError` of the kind `stalled` if the server stops answering a command of the task. */
async function runSupervised<T>(
  connection: Connection,
  signal: AbortSignal,
  work: Work<T>,
  limits: { clock: Clock; stallMs: number },
): Promise<T> {
  const watch = watchForStall(connection, limits);
  try {
    return await runOn(connection, signal, work);
  } catch (error) {
    throw watch.stalled ?? (isResponseTimeout(error) ? stallError(connection, error) : error);
  } finally {
    watch.end();
  }
}

/** Cuts the connection when the signal aborts; a broken connection is thrown as its cause. */
async function runOn<T>(connection: Connection, signal: AbortSignal, work: Work<T>): Promise<T> {
  const close = () => connection.client.close();
  signal.addEventListener('abort', close, { once: true });
  try {
    signal.throwIfAborted();
    return await work(connection);
  } catch (error) {
    throw isConnectionBreak(error) ? (connection.connectionError() ?? error) : error;
  } finally {
    signal.removeEventListener('abort', close);
  }
}

function isConnectionBreak(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'NoConnection';
}

/** imapflow's error of a connection on which nothing arrived although a response was due. */
function isResponseTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ETIMEOUT';
}

/** Opens a folder for reading; with `anew` even if it is open already, to learn its changes. */
export async function examine(client: ImapFlow, path: string, { anew: reopen = false } = {}): Promise<MailboxObject> {
  const isOpen = client.mailbox && client.mailbox.path === path;
  const mailbox =
    client.mailbox && isOpen && !reopen ? client.mailbox : await client.mailboxOpen(path, { readOnly: true });
  // The object is live and changes with every server response: values for later comparison must be copied.
  return { ...mailbox };
}

/** Leaves no folder open. Messages that other programs marked as deleted stay. */
export async function closeFolder(client: ImapFlow): Promise<void> {
  if (!client.mailbox) return;
  // CLOSE expunges, unless the folder was opened for reading.
  if (!client.mailbox.readOnly) await client.mailboxOpen(client.mailbox.path, { readOnly: true });
  await client.mailboxClose();
}
