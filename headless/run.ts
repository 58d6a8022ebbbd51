import type { StopWish } from '../daemon/daemon.ts';
import type { BridgeState } from '../daemon/daemon.ts';
import { startHeadless, type Headless, type HeadlessOptions } from './start.ts';

export type Watcher = {
  /** Told where the page is, or why there is none: at every start, and whenever that changes. */
  onBridge(state: BridgeState): void;
  /** Ends it, after it has started. */
  stopped: Promise<unknown>;
};

/**
 * Runs daemon and bridge until `stopped`, or until somebody asks them to stop; where they are asked to start anew they do,
 * on the same port if it is still free. Throws what `startHeadless` throws.
 */
export async function runHeadless(
  options: HeadlessOptions,
  { onBridge, stopped }: Watcher,
  start: (options: HeadlessOptions) => Promise<Headless> = startHeadless,
): Promise<void> {
  let lastPort: number | undefined;
  const stop = stopped.then((): StopWish => 'stop');
  for (let wish: StopWish = 'restart'; wish === 'restart';) {
    const headless = await start({ ...options, lastPort, onBridge });
    onBridge(headless.bridge());
    wish = await Promise.race([stop, headless.stopAsked]);
    lastPort = portOf(headless.bridge()) ?? lastPort;
    await headless.close();
  }
}

function portOf({ url }: BridgeState): number | undefined {
  return url === null ? undefined : Number(new URL(url).port);
}
