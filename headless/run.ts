import { join } from 'node:path';
import type { Environment } from '../daemon/config/paths.ts';
import type { BridgeState } from '../daemon/daemon.ts';
import type { BridgeAccess } from './live-bridge.ts';
import { startHeadless, type Headless, type HeadlessOptions } from './start.ts';
import type { StopReason } from '../daemon/daemon-options.ts';

type RunObserver = {
  /** Receives the address of the page, or why there is none: at every start, and at every change. */
  onBridge(state: BridgeState, access: BridgeAccess): void;
  /** Receives the running instance, at every start. */
  onStart?(headless: Headless): void;
  /** Ends it, after it has started. */
  stopped: Promise<unknown>;
};

/** Messages of the demo mailbox to which the page can switch. */
const demoMessageCount = 5000;

/**
 * Runs daemon and bridge until `stopped`, or until a client asks them to stop, and returns which of the two it was. On a
 * restart request they restart, on the same port if it is still free: unchanged, on a demo, or back from one. Throws what
 * `startHeadless` throws.
 */
export async function runHeadless(
  options: HeadlessOptions,
  { onBridge, onStart, stopped }: RunObserver,
  start: (options: HeadlessOptions) => Promise<Headless> = startHeadless,
): Promise<'stopped' | 'asked'> {
  // An instance started as a demo has nothing to return to.
  const maySwitchDemo = options.demo === undefined;
  let current: HeadlessOptions = { ...options, maySwitchDemo };
  const stop = stopped.then((): 'stopped' => 'stopped');
  for (;;) {
    const headless = await start({ ...current, onBridge });
    onStart?.(headless);
    onBridge(headless.bridge(), headless.access());
    const stopReason = await Promise.race([stop, headless.stopRequested]);
    const lastPort = portOf(headless.bridge()) ?? current.lastPort;
    await headless.close();
    if (stopReason === 'stopped') return 'stopped';
    if (stopReason === 'stop') return 'asked';
    current = { ...optionsAfterStop(stopReason, current, { ...options, maySwitchDemo }), lastPort };
  }
}

/** The options of the next start. */
function optionsAfterStop(
  stopReason: Exclude<StopReason, 'stop'>,
  current: HeadlessOptions,
  own: HeadlessOptions,
): HeadlessOptions {
  if (stopReason === 'restart') return current;
  if (stopReason === 'own') return own;
  return { ...own, demo: demoMessageCount, demoArrivals: true, env: demoEnvironment(own.env ?? process.env) };
}

/** If the paths of the owner's instance were given, a demo has a separate folder there. */
function demoEnvironment({ SVC_INSTANCE: _name, ...env }: Environment): Environment {
  const folders = ['SVC_CONFIG_DIR', 'SVC_DATA_DIR', 'SVC_TOKEN_DIR'];
  const files = [
    'SVC_SECRETS_PATH',
    'SVC_SOCKET_PATH',
    'SVC_BRIDGE_TOKEN_PATH',
    'SVC_BRIDGE_PORT_PATH',
    'SVC_DAEMON_TOKEN_PATH',
  ];
  const entries = Object.entries(env).map(([name, value]) => {
    if (value && folders.includes(name)) return [name, join(value, 'demo')];
    if (value && files.includes(name)) return [name, undefined];
    return [name, value];
  });
  return Object.fromEntries(entries) as Environment;
}

function portOf({ url }: BridgeState): number | undefined {
  return url === null ? undefined : Number(new URL(url).port);
}
