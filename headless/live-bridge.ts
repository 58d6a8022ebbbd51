import { clearStalePort } from '../bridge/port-file.ts';
import { reasonOf } from '../daemon/base/failure.ts';
import type { Log } from '../daemon/base/log.ts';
import type { ConfigSource } from '../daemon/config/file.ts';
import type { Paths } from '../daemon/config/paths.ts';
import type { BridgeState } from '../daemon/daemon.ts';
import { createBridgeHolder, type BridgeHolder, type StartBridge } from './bridge-holder.ts';
import { badBindIn, isSamePlace, keptBindOf, refusalOf, wishOf } from './bridge-wish.ts';
import { tokenIn } from './token.ts';

export type LiveBridge = { state(): BridgeState; close(): Promise<void> };

export type LiveBridgeParts = {
  config: ConfigSource & { onChange(listener: () => void): () => void };
  paths: Paths;
  start: StartBridge;
  /** Stands in for `[bridge].port`. */
  port?: number | undefined;
  /** The port to try first where any free one will do. */
  lastPort?: number | undefined;
  /** Told when the bridge has moved, or what is wrong with it has changed. */
  onState?: ((state: BridgeState) => void) | undefined;
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
  const state = () => ({ url: holder.held()?.bridge.url ?? null, trouble });

  const follow = async () => {
    const before = state();
    trouble = await obey(parts, holder);
    const after = state();
    if (trouble !== null && trouble !== before.trouble) log.warn(trouble);
    if (after.url === null) dropStalePort(parts);
    return after.url !== before.url || after.trouble !== before.trouble;
  };

  await follow();
  let turn = Promise.resolve();
  const ignore = config.onChange(() => {
    turn = turn.then(follow).then((isChanged) => {
      if (isChanged) onState?.(state());
    });
  });
  return {
    state,
    async close() {
      ignore();
      await turn;
      await holder.close();
    },
  };
}

/** Brings the bridge to where it should be, and gives what keeps it from that. */
async function obey({ config, paths, port, log }: LiveBridgeParts, holder: BridgeHolder): Promise<string | null> {
  const wish = wishOf(config, { paths, port });
  const badBind = badBindIn(config);
  const held = holder.held();
  if (!wish) {
    holder.release();
    return switchedOff;
  }
  if (badBind && !held) return refusalOf(badBind);
  try {
    if (held && isSamePlace(held.wish, wish)) held.bridge.allow(wish.access);
    else await holder.move(wish);
    return badBind ? keptBindOf(badBind, wish.bind) : null;
  } catch (failed) {
    log.error({ err: failed }, 'the bridge could not be started as its settings say');
    const kept = holder.held()?.bridge;
    // Whom it lets in is no question of where it is.
    kept?.allow(wish.access);
    return kept ? `${reasonOf(failed)} Until then the bridge stays at ${kept.url}.` : reasonOf(failed);
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
