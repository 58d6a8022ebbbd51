import { setTimeout as wait } from 'node:timers/promises';
import { untilAborted } from '../../../base/abort.ts';
import { reasonOf } from '../../../base/failure.ts';
import { ProviderError } from '../../provider.ts';
import type { Connection } from './connection.ts';
import { logout } from './keep-alive.ts';
import { imapErrorOf } from './errors.ts';
import type { PooledConnection } from './pooled-connection.ts';

/** The minimum delay before the next IDLE for a server that ends every IDLE immediately. */
const minIdleIntervalMs = 1000;

type WatchDeps = {
  host: string;
  /** Waits while there is no slot for a watch connection. */
  connect: (signal: AbortSignal) => Promise<PooledConnection>;
};

/**
 * `Provider.watch` for IMAP: IDLE on INBOX over its own connection. It yields once at the start, since changes before that
 * were not watched, and then on arrivals, flags and expunges. imapflow renews the IDLE before the server's limit and
 * whenever the server has been silent, so that a dead connection is detected within two silences. Where the server cannot
 * announce changes, or has no slot for a watch, it only waits.
 */
export async function* watchInbox({ host, connect }: WatchDeps, signal: AbortSignal): AsyncGenerator<'changed'> {
  try {
    while (!signal.aborted) {
      const connection = await connect(signal);
      if (!supportsIdle(connection)) {
        await logout(connection.client);
        await untilAborted(signal);
      }
      yield* watchConnection(connection, host, signal);
    }
  } catch (error) {
    if (!signal.aborted) throw imapErrorOf(error, host);
  }
}

/** Ends when others need the slot; throws when the connection is lost. */
async function* watchConnection(
  { client, slot }: PooledConnection,
  host: string,
  signal: AbortSignal,
): AsyncGenerator<'changed'> {
  const wakeSignal = createWakeSignal();
  let socketError: unknown;
  let isReclaimed = false;
  for (const event of ['exists', 'expunge', 'flags', 'highestModseq'] as const) client.on(event, wakeSignal.notify);
  client.on('error', (error) => (socketError = error));
  client.on('close', wakeSignal.notify);
  const stop = () => client.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (signal.aborted) return;
    await client.mailboxOpen('INBOX', { readOnly: true });
    void keepIdle(client, signal).catch((error: unknown) => (socketError ??= error));
    wakeSignal.notify();
    slot.markIdle(() => {
      isReclaimed = true;
      void logout(client);
    });
    for (;;) {
      await wakeSignal.notified();
      if (!client.usable) break;
      yield 'changed';
    }
    if (!isReclaimed && !signal.aborted) throw connectionLostError(socketError, host);
  } finally {
    signal.removeEventListener('abort', stop);
    client.close();
  }
}

function supportsIdle({ client }: Connection): boolean {
  return client.capabilities.has('IDLE') || client.capabilities.has('IMAP4rev2');
}

async function keepIdle(client: Connection['client'], signal: AbortSignal): Promise<void> {
  while (client.usable) {
    const start = performance.now();
    await client.idle();
    // Paced by real time, not by the daemon's clock, because it protects the real server.
    if (client.usable && performance.now() - start < minIdleIntervalMs)
      await wait(minIdleIntervalMs, undefined, { signal });
  }
}

function connectionLostError(cause: unknown, host: string): unknown {
  const providerError = imapErrorOf(cause, host);
  if (providerError instanceof ProviderError) return providerError;
  const why = cause === undefined ? '' : ` (${reasonOf(cause)})`;
  return new ProviderError('offline', `The connection to ${host} was lost${why}.`, { cause });
}

/** Notifications between two waits count as one. */
function createWakeSignal() {
  let isNotified = false;
  let wake = () => {};
  return {
    notify() {
      isNotified = true;
      wake();
    },
    async notified(): Promise<void> {
      if (!isNotified) await new Promise<void>((resolve) => (wake = resolve));
      isNotified = false;
    },
  };
}
