import { clearStalePort } from '../bridge/port-file.ts';
import { Failure, reasonOf } from '../daemon/base/failure.ts';
import type { Log } from '../daemon/base/log.ts';
import type { ConfigSource } from '../daemon/config/file.ts';
import type { Paths } from '../daemon/config/paths.ts';
import type { BridgeState } from '../daemon/daemon.ts';
import { createBridgeHolder, type BridgeHolder, type StartBridge } from './bridge-holder.ts';
import { badBindIn, isSamePlace, keptBindOf, refusalOf, wishOf } from './bridge-wish.ts';
import { tokenIn } from './token.ts';

/** What the desktop needs to know of the bridge that is for no client of it. */
export type BridgeAccess = {
  /** The owner's token at the bridge that runs. Never to be logged or put into an address. */
  token: string | undefined;
  /** What would bring a bridge back that is not there: the setting `[bridge].enabled`, or another port. */
  remedy: 'enable_bridge' | 'other_port' | 'none';
};

export type LiveBridge = { state(): BridgeState; access(): BridgeAccess; close(): Promise<void> };

export type LiveBridgeParts = {
  config: ConfigSource & { onChange(listener: () => void): () => void };
  paths: Paths;
  start: StartBridge;
  /** Stands in for `[bridge].port`. */
  port?: number | undefined;
  /** The port to try first where any free one will do. */
  lastPort?: number | undefined;
  /** Told when the bridge has moved, or what is wrong with it has changed. */
  onState?: ((state: BridgeState, access: BridgeAccess) => void) | undefined;
  log: Log;
};

const switchedOff = 'The bridge is switched off ([bridge] enabled = false), so there is no web interface.';

/**
 * Keeps the bridge as `[bridge]` says, also when that changes. Where that cannot be had (its port is taken, its token file
 * is a folder) it stays as it was, or there is none, and `state` says why; nothing is thrown. A bind that others could
 * reach starts none: it never is where nobody asked for it.
 */
export async function openLiveBridge(parts: LiveBridgeParts): Promise<LiveBridge> {
  const { config, start, lastPort, onState, log } = parts;
  const holder = createBridgeHolder({ start, readToken: (file) => tokenIn(file, log), lastPort });
  let trouble: string | null = null;
  let remedy: BridgeAccess['remedy'] = 'none';
  const state = () => ({ url: holder.held()?.bridge.url ?? null, trouble });
  const access = () => ({ token: holder.held()?.token, remedy });

  const follow = async () => {
    const before = state();
    ({ trouble, remedy } = await obey(parts, holder));
    const after = state();
    if (trouble !== null && trouble !== before.trouble) log.warn(trouble);
    if (after.url === null) dropStalePort(parts);
    return after.url !== before.url || after.trouble !== before.trouble;
  };

  await follow();
  let turn = Promise.resolve();
  const ignore = config.onChange(() => {
    turn = turn.then(follow).then((isChanged) => {
      if (isChanged) onState?.(state(), access());
    });
  });
  return {
    state,
    access,
    async close() {
      ignore();
      await turn;
      await holder.close();
    },
  };
}

type Obstacle = { trouble: string | null; remedy: BridgeAccess['remedy'] };

/** Brings the bridge to where it should be, and gives what keeps it from that. */
async function obey({ config, paths, port, log }: LiveBridgeParts, holder: BridgeHolder): Promise<Obstacle> {
  const wish = wishOf(config, { paths, port });
  const badBind = badBindIn(config);
  const held = holder.held();
  if (!wish) {
    holder.release();
    return { trouble: switchedOff, remedy: 'enable_bridge' };
  }
  if (badBind && !held) return { trouble: refusalOf(badBind), remedy: 'none' };
  try {
    if (held && isSamePlace(held.wish, wish)) held.bridge.allow(wish.access);
    else await holder.move(wish);
    return { trouble: badBind ? keptBindOf(badBind, wish.bind) : null, remedy: 'none' };
  } catch (failed) {
    log.error({ err: failed }, 'the bridge could not be started as its settings say');
    const kept = holder.held()?.bridge;
    // Whom it lets in is no question of where it is.
    kept?.allow(wish.access);
    const isTaken = failed instanceof Failure && failed.code === 'port_taken';
    const trouble = kept ? `${reasonOf(failed)} Until then the bridge stays at ${kept.url}.` : reasonOf(failed);
    return { trouble, remedy: isTaken ? 'other_port' : 'none' };
  }
}

/** The port that a killed daemon left there may be a stranger's by now. */
function dropStalePort({ paths, log }: LiveBridgeParts): void {
  try {
    clearStalePort(paths.bridgePortFile);
  } catch (failed) {
    log.warn({ err: failed }, 'what lies in the place of the port file could not be removed');
  }
}
