import type { ImapFlow, MailboxObject } from 'imapflow';
import { ProviderError } from '../provider.ts';
import type { Connection } from './connection.ts';
import { troubleOf } from './trouble.ts';

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

const farewellMs = 1500;

export function openLine(host: string, connect: (signal: AbortSignal) => Promise<Connection>): Line {
  const closing = new AbortController();
  let connection: Connection | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  const stands = () => connection?.client.usable === true;

  const run = async <T>(signal: AbortSignal, work: Work<T>): Promise<T> => {
    const cut = () => connection?.client.close();
    try {
      signal.throwIfAborted();
      if (!connection?.client.usable) connection = await connect(signal);
      signal.addEventListener('abort', cut, { once: true });
      return await work(connection);
    } catch (error) {
      signal.throwIfAborted();
      throw troubleOf(error, host);
    } finally {
      signal.removeEventListener('abort', cut);
    }
  };

  const runAgain = async <T>(signal: AbortSignal, work: Work<T>): Promise<T> => {
    const isReused = stands();
    try {
      return await run(signal, work);
    } catch (error) {
      // A server also hangs up when the folder that was open is deleted by someone else (RFC 2180, section 3.3).
      if (!isReused || stands() || signal.aborted || isSilence(error)) throw error;
      return run(signal, work);
    }
  };

  const inTurn = <T>(signal: AbortSignal, body: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const either = AbortSignal.any([signal, closing.signal]);
    const mine = turn.then(() => body(either));
    // The next in line waits for the end of this work, whatever it was; its own caller hears of a failure.
    turn = mine.catch(() => undefined);
    return orAborted(mine, either);
  };

  return {
    get stands() {
      return stands();
    },
    use: (signal, work) => inTurn(signal, (either) => runAgain(either, work)),
    useOnce: (signal, work) =>
      inTurn(signal, async (either) => {
        if (stands()) await runAgain(either, ({ client }) => proven(client));
        return run(either, work);
      }),
    async close() {
      const last = connection?.client;
      closing.abort(new ProviderError('offline', `The account's connection to ${host} was closed.`));
      await turn;
      if (last?.usable) await farewell(last);
    },
  };
}

/** Fails when the connection is dead; imapflow's NOOP does not. */
async function proven(client: ImapFlow): Promise<void> {
  await client.noop();
  if (!client.usable) throw new ProviderError('offline', 'The connection was lost.');
}

/** A server that does not answer has been waited for long enough. */
function isSilence(error: unknown): boolean {
  return error instanceof ProviderError && (error.cause as { code?: string } | undefined)?.code === 'ETIMEOUT';
}

/** Says goodbye, so that the server need not wait for us, but not to a server that is slow to answer. */
async function farewell(client: ImapFlow): Promise<void> {
  let late: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => (late = setTimeout(resolve, farewellMs)));
  // A server that hangs up instead of answering has heard us too.
  await Promise.race([client.logout().catch(() => undefined), limit]);
  clearTimeout(late);
  client.close();
}

function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason as Error);
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

/** Opens a folder for reading; with `anew` even when it is open already, to see what happened in it since. */
export async function examine(client: ImapFlow, path: string, { anew = false } = {}): Promise<MailboxObject> {
  const isOpen = client.mailbox && client.mailbox.path === path;
  const mailbox =
    client.mailbox && isOpen && !anew ? client.mailbox : await client.mailboxOpen(path, { readOnly: true });
  // The object is live and moves with every answer of the server: what is compared later has to be a copy of now.
  return { ...mailbox };
}
