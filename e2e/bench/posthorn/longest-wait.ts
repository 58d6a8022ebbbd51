import { setTimeout as wait } from 'node:timers/promises';
import { connectionTo, type Endpoint } from './http.ts';

/** The interval between requests. */
const requestIntervalMs = 2;

/**
 * Somebody who asks for next to nothing all the time: as long as the thread that answers is held, they wait. `stop` gives
 * the longest wait in milliseconds.
 */
export function watchLongestWait(daemon: Endpoint): { stop(): Promise<number> } {
  const connection = connectionTo(daemon);
  let isStopped = false;
  const watched = (async () => {
    let longest = 0;
    while (!isStopped) {
      const { milliseconds } = await connection.ask('/health', {});
      longest = Math.max(longest, milliseconds);
      await wait(requestIntervalMs);
    }
    return longest;
  })();
  return {
    async stop() {
      isStopped = true;
      const longest = await watched;
      connection.close();
      return longest;
    },
  };
}
