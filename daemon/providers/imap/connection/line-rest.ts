import type { ImapFlow } from 'imapflow';
import type { Held } from './door.ts';
import type { LineTimes } from './line-times.ts';

const farewellMs = 1500;

/** A time without work; `end` gives how long it was, in milliseconds. */
export type Rest = { end(): number };

/**
 * What a connection does between two pieces of work: it is tried out now and then, and `leave` is called when nobody
 * has used it for long or others need its place.
 */
export function restOf({ client, place }: Held, times: LineTimes, leave: () => void): Rest {
  const start = performance.now();
  const rested = () => performance.now() - start;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const end = () => {
    isOver = true;
    clearTimeout(timer);
  };
  const giveUp = () => {
    end();
    leave();
  };
  const look = async () => {
    if (rested() >= times.unused) giveUp();
    else if ((await isAlive(client, times.sign)) && !isOver) wait();
  };
  const wait = () => (timer = setTimeout(() => void look(), times.keepAlive).unref());
  wait();
  place.rest(giveUp);
  return {
    end() {
      end();
      place.work();
      return rested();
    },
  };
}

/** Asks the server for a sign of life. A connection that gives none in time is closed. */
export async function isAlive(client: ImapFlow, limitMs: number): Promise<boolean> {
  const late = setTimeout(() => client.close(), limitMs);
  // A refusal is a sign of life too, and what died is not usable any more.
  await client.noop().catch(() => undefined);
  clearTimeout(late);
  return client.usable;
}

/** Says goodbye, so that the server need not wait for us, but not to a server that is slow to answer. */
export async function farewell(client: ImapFlow): Promise<void> {
  const late = setTimeout(() => client.close(), farewellMs);
  // A server that hangs up instead of answering has heard us too.
  await client.logout().catch(() => undefined);
  clearTimeout(late);
  client.close();
}
