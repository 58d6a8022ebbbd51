import { setTimeout as wait } from 'node:timers/promises';
import { aborted } from '../../../base/abort.ts';
import { reasonOf } from '../../../base/failure.ts';
import { ProviderError } from '../../provider.ts';
import type { Connection } from './connection.ts';
import type { Held } from './door.ts';
import { farewell } from './line-rest.ts';
import { troubleOf } from './trouble.ts';

/** A server that ends every IDLE at once is not asked again before this. */
const restMs = 1000;

type Parts = {
  host: string;
  /** Waits while there is no room for a connection to watch with. */
  connect: (signal: AbortSignal) => Promise<Held>;
};

/**
 * `Provider.watch` for IMAP: IDLE on INBOX over a connection of its own. It yields once when it stands, since nobody
 * watched before, and then at news of arrivals, flags and expunges. imapflow breaks and renews the IDLE before the
 * server's limit and whenever the server has been silent, so that a dead connection is noticed within two silences.
 * Where the server cannot announce anything, or has no place for a watch, it only waits.
 */
export async function* watchInbox({ host, connect }: Parts, signal: AbortSignal): AsyncGenerator<'changed'> {
  try {
    while (!signal.aborted) {
      const held = await connect(signal);
      if (!canAnnounce(held)) {
        await farewell(held.client);
        await aborted(signal);
      }
      yield* watchOver(held, host, signal);
    }
  } catch (error) {
    if (!signal.aborted) throw troubleOf(error, host);
  }
}

/** Ends when the place is needed by others; throws when the connection is lost. */
async function* watchOver({ client, place }: Held, host: string, signal: AbortSignal): AsyncGenerator<'changed'> {
  const bell = newBell();
  let lost: unknown;
  let isCalledBack = false;
  for (const event of ['exists', 'expunge', 'flags', 'highestModseq'] as const) client.on(event, bell.ring);
  client.on('error', (error) => (lost = error));
  client.on('close', bell.ring);
  const stop = () => client.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (signal.aborted) return;
    await client.mailboxOpen('INBOX', { readOnly: true });
    void keepIdle(client, signal).catch((error: unknown) => (lost ??= error));
    bell.ring();
    place.rest(() => {
      isCalledBack = true;
      void farewell(client);
    });
    for (;;) {
      await bell.rung();
      if (!client.usable) break;
      yield 'changed';
    }
    if (!isCalledBack && !signal.aborted) throw lostTrouble(lost, host);
  } finally {
    signal.removeEventListener('abort', stop);
    client.close();
  }
}

function canAnnounce({ client }: Connection): boolean {
  return client.capabilities.has('IDLE') || client.capabilities.has('IMAP4rev2');
}

async function keepIdle(client: Connection['client'], signal: AbortSignal): Promise<void> {
  while (client.usable) {
    const start = performance.now();
    await client.idle();
    // Paced by real time, not by the daemon's clock: it is the server that is spared.
    if (client.usable && performance.now() - start < restMs) await wait(restMs, undefined, { signal });
  }
}

function lostTrouble(lost: unknown, host: string): unknown {
  const trouble = troubleOf(lost, host);
  if (trouble instanceof ProviderError) return trouble;
  const why = lost === undefined ? '' : ` (${reasonOf(lost)})`;
  return new ProviderError('offline', `The connection to ${host} was lost${why}.`, { cause: lost });
}

/** Rings between two waits count as one. */
function newBell() {
  let isRung = false;
  let wake = () => {};
  return {
    ring() {
      isRung = true;
      wake();
    },
    async rung(): Promise<void> {
      if (!isRung) await new Promise<void>((resolve) => (wake = resolve));
      isRung = false;
    },
  };
}
