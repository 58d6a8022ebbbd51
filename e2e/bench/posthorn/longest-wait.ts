import { setTimeout as wait } from 'node:timers/promises';
import { connectionTo, type Endpoint } from './http.ts';

/** The interval between requests. */
const requestIntervalMs = 2;

/**
 * A client that sends cheap requests all the time: as long as the thread that answers is blocked, the client waits. `stop`
 * returns the longest wait in milliseconds.
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
