import type { Bridge } from '../bridge/server.ts';
import { clearStalePort } from '../bridge/port-file.ts';
import { Failure, reasonOf } from '../daemon/base/failure.ts';
import type { Log } from '../daemon/base/log.ts';
import type { BridgeState } from '../daemon/daemon.ts';
import { createActiveBridge, type ActiveBridge, type StartBridge } from './active-bridge.ts';
import {
  invalidBindNote,
  isSameTarget,
  keptBindMessage,
  invalidBindMessage,
  bridgeTarget,
  type BridgeDefaults,
} from './bridge-target.ts';
import { ensureTokenIn } from './token.ts';
import type { ConfigSource } from '../daemon/config/config-source.ts';

/** What the desktop needs to know of the bridge, and clients do not. */
export type BridgeAccess = {
  /** The owner's token at the running bridge. Never to be logged or put into an address. */
  token: string | undefined;
  /**
   * The address of `path` in the page, with a key with which it gets the token once, also if the handshake is turned off;
   * undefined if there is no bridge. To be opened at once, and never to be logged.
   */
  pageAddress(path?: string): string | undefined;
  /** The remedy for a missing bridge: the setting `[bridge].enabled`, or another port. */
  remedy: 'enable_bridge' | 'other_port' | 'none';
};

type LiveBridge = { state(): BridgeState; access(): BridgeAccess; close(): Promise<void> };

export type LiveBridgeDeps = BridgeDefaults & {
  config: ConfigSource & { onChange(listener: () => void): () => void };
  start: StartBridge;
  /** The port to try first if any free port will do. */
  lastPort?: number | undefined;
  /** Called when the bridge has moved, or its problem has changed. */
  onState?: ((state: BridgeState, access: BridgeAccess) => void) | undefined;
  log: Log;
};

const disabledMessage = 'The bridge is turned off ([bridge] enabled = false in config.toml).';

/**
 * Keeps the bridge as `[bridge]` states, also after changes. If that fails (its port is taken, its token file is a folder)
 * the bridge stays as it was, or there is none, and `state` says why; nothing is thrown. With a bind that other machines
 * could reach no bridge starts.
 */
export async function openLiveBridge(deps: LiveBridgeDeps): Promise<LiveBridge> {
  const { config, start, lastPort, onState, log } = deps;
  const activeBridge = createActiveBridge({ start, readToken: (file) => ensureTokenIn(file, log), lastPort });
  let trouble: string | null = null;
  let remedy: BridgeAccess['remedy'] = 'none';
  const state = () => ({ url: activeBridge.current()?.bridge.url ?? null, trouble });
  const access = () => ({ token: activeBridge.current()?.token, remedy, pageAddress });
  const pageAddress = (path = '/') => {
    const bridge = activeBridge.current()?.bridge;
    return bridge && pageAddressOf(bridge, path);
  };

  const applySettings = async () => {
    const before = state();
    ({ trouble, remedy } = await applyBridgeSettings(deps, activeBridge));
    const after = state();
    if (trouble !== null && trouble !== before.trouble) log.warn(trouble);
    if (after.url === null) removeStalePortFile(deps);
    return after.url !== before.url || after.trouble !== before.trouble;
  };

  await applySettings();
  let queue = Promise.resolve();
  const unsubscribe = config.onChange(() => {
    queue = queue.then(applySettings).then((isChanged) => {
      if (isChanged) onState?.(state(), access());
    });
  });
  return {
    state,
    access,
    async close() {
      unsubscribe();
      await queue;
      await activeBridge.close();
    },
  };
}

function pageAddressOf({ url, oneTimeKey }: Bridge, path: string): string {
  const address = new URL(path, url);
  // Browsers send no fragment to the server, and write none into their Referer.
  address.hash = `key=${oneTimeKey()}`;
  return address.href;
}

type BridgeProblem = { trouble: string | null; remedy: BridgeAccess['remedy'] };

/** Moves the bridge to its target, and returns the problem that prevents it. */
async function applyBridgeSettings(
  { config, log, ...defaults }: LiveBridgeDeps,
  activeBridge: ActiveBridge,
): Promise<BridgeProblem> {
  const target = bridgeTarget(config, defaults);
  const invalidBind = invalidBindNote(config);
  const running = activeBridge.current();
  if (!target) {
    activeBridge.release();
    return { trouble: disabledMessage, remedy: 'enable_bridge' };
  }
  if (invalidBind && !running) return { trouble: invalidBindMessage(invalidBind), remedy: 'none' };
  try {
    if (running && isSameTarget(running.target, target)) running.bridge.allow(target.access);
    else await activeBridge.moveTo(target);
    return { trouble: invalidBind ? keptBindMessage(invalidBind, target.bind) : null, remedy: 'none' };
  } catch (failed) {
    log.error({ err: failed }, 'the bridge could not be started as its settings say');
    const kept = activeBridge.current()?.bridge;
    // Accepted hosts and origins do not depend on the target.
    kept?.allow(target.access);
    const isTaken = failed instanceof Failure && failed.code === 'port_taken';
    const trouble = kept ? `${reasonOf(failed)} Until then the bridge stays at ${kept.url}.` : reasonOf(failed);
    return { trouble, remedy: isTaken ? 'other_port' : 'none' };
  }
}

/** The port of a killed daemon in the file may belong to another program by now. */
function removeStalePortFile({ paths, log }: LiveBridgeDeps): void {
  try {
    clearStalePort(paths.bridgePortFile);
  } catch (failed) {
    log.warn({ err: failed }, 'could not remove what is in the place of the port file');
  }
}
