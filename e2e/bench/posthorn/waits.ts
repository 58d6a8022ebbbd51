import { setTimeout as wait } from 'node:timers/promises';
import type { DaemonProcess } from '../../process.ts';
import { connectionTo } from './http.ts';

/** How often somebody asks, in milliseconds. */
const every = 2;

/**
 * Somebody who asks for next to nothing all the time: as long as the thread that answers is held, they wait. `stop` gives
 * the longest wait in milliseconds.
 */
export function watchWaits(daemon: Pick<DaemonProcess, 'port' | 'token'>): { stop(): Promise<number> } {
  const connection = connectionTo(daemon);
  let isStopped = false;
  const watched = (async () => {
    let longest = 0;
    while (!isStopped) {
      const { milliseconds } = await connection.ask('/health', {});
      longest = Math.max(longest, milliseconds);
      await wait(every);
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
