import type { Bridge, BridgeParts } from '../bridge/server.ts';
import { Failure } from '../daemon/base/failure.ts';
import type { Wish } from './bridge-wish.ts';

/** Starts a bridge with what the daemon gives it. */
export type StartBridge = (place: Pick<BridgeParts, 'settings' | 'token'>) => Promise<Bridge>;

export type Held = { bridge: Bridge; wish: Wish; token: string };

/** At most one bridge that is in force, and others that only finish what they have under way. */
export type BridgeHolder = {
  held(): Held | undefined;
  /** Puts the bridge where it is wished. Throws what starting one throws; the one that was in force then still is. */
  move(wish: Wish): Promise<void>;
  release(): void;
  close(): Promise<void>;
};

/** Milliseconds that requests under way get where the daemon itself goes on. */
const movingGrace = 30_000;

export type HolderParts = {
  start: StartBridge;
  readToken(file: string): string;
  /** The port to try first where any free one will do. */
  lastPort?: number | undefined;
};

export function createBridgeHolder({ start, readToken, lastPort }: HolderParts): BridgeHolder {
  const tokenIn = onceEach(readToken);
  const leaving = new Set<Bridge>();
  let held: Held | undefined;

  const release = () => {
    if (!held) return;
    const { bridge } = held;
    held = undefined;
    leaving.add(bridge);
    void bridge.close(movingGrace).finally(() => leaving.delete(bridge));
  };
  const take = async (wish: Wish, ports: readonly number[]) => {
    const { access, bind, tokenFile } = wish;
    const token = tokenIn(tokenFile);
    const bridge = await firstFree(ports, (port) => start({ settings: { ...access, bind, port }, token }));
    release();
    held = { bridge, wish, token };
    lastPort = bridge.port;
  };

  return {
    held: () => held,
    release,
    async move(wish) {
      const ports = wish.port === 0 && lastPort ? [lastPort, 0] : [wish.port];
      const before = held;
      if (!before || before.bridge.port !== ports[0]) return take(wish, ports);
      // Two cannot have one port. Anywhere else the new one is there before the old one goes.
      tokenIn(wish.tokenFile);
      release();
      try {
        await take(wish, ports);
      } catch (failed) {
        await take(before.wish, [before.bridge.port]);
        throw failed;
      }
    },
    async close() {
      await Promise.all([held?.bridge.close(), ...[...leaving].map((bridge) => bridge.close())]);
    },
  };
}

/** What clients were given holds until the next start, whatever becomes of its file meanwhile. */
function onceEach(readToken: (file: string) => string): (file: string) => string {
  const tokens = new Map<string, string>();
  return (file) => {
    const token = tokens.get(file) ?? readToken(file);
    tokens.set(file, token);
    return token;
  };
}

async function firstFree(ports: readonly number[], start: (port: number) => Promise<Bridge>): Promise<Bridge> {
  const [port = 0, ...others] = ports;
  try {
    return await start(port);
  } catch (failed) {
    const isTaken = failed instanceof Failure && failed.code === 'port_taken';
    if (!isTaken || others.length === 0) throw failed;
    return firstFree(others, start);
  }
}
