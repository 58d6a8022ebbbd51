import type { Bridge, BridgeDeps } from '../bridge/server.ts';
import { Failure } from '../daemon/base/failure.ts';
import type { BridgeTarget } from './bridge-target.ts';

/** Starts a bridge with the daemon's parts. */
export type StartBridge = (options: Pick<BridgeDeps, 'settings' | 'token'>) => Promise<Bridge>;

type RunningBridge = { bridge: Bridge; target: BridgeTarget; token: string };

/** At most one active bridge, and others that only finish their current requests. */
export type ActiveBridge = {
  current(): RunningBridge | undefined;
  /** Moves the bridge to its target. Throws what starting a bridge throws; the previous bridge then stays active. */
  moveTo(target: BridgeTarget): Promise<void>;
  release(): void;
  close(): Promise<void>;
};

/** Milliseconds that current requests get while the daemon goes on. */
const drainMs = 30_000;

type ActiveBridgeDeps = {
  start: StartBridge;
  readToken(file: string): string;
  /** The port to try first if any free port will do. */
  lastPort?: number | undefined;
};

export function createActiveBridge({ start, readToken, lastPort }: ActiveBridgeDeps): ActiveBridge {
  const tokenIn = memoizeToken(readToken);
  const draining = new Set<Bridge>();
  let current: RunningBridge | undefined;

  const release = () => {
    if (!current) return;
    const { bridge } = current;
    current = undefined;
    draining.add(bridge);
    void bridge.close(drainMs).finally(() => draining.delete(bridge));
  };
  const startOn = async (target: BridgeTarget, ports: readonly number[]) => {
    const { access, bind, tokenFile } = target;
    const token = tokenIn(tokenFile);
    const bridge = await startOnFreePort(ports, (port) => start({ settings: { ...access, bind, port }, token }));
    release();
    current = { bridge, target, token };
    lastPort = bridge.port;
  };

  return {
    current: () => current,
    release,
    async moveTo(target) {
      const ports = target.port === 0 && lastPort ? [lastPort, 0] : [target.port];
      const before = current;
      if (!before || before.bridge.port !== ports[0]) return startOn(target, ports);
      // Two bridges cannot have the same port. In all other cases the new one starts before the old one stops.
      tokenIn(target.tokenFile);
      release();
      try {
        await startOn(target, ports);
      } catch (failed) {
        await startOn(before.target, [before.bridge.port]);
        throw failed;
      }
    },
    async close() {
      await Promise.all([current?.bridge.close(), ...[...draining].map((bridge) => bridge.close())]);
    },
  };
}

/** The token of the clients is valid until the next start, whatever happens to its file. */
function memoizeToken(readToken: (file: string) => string): (file: string) => string {
  const tokens = new Map<string, string>();
  return (file) => {
    const token = tokens.get(file) ?? readToken(file);
    tokens.set(file, token);
    return token;
  };
}

async function startOnFreePort(ports: readonly number[], start: (port: number) => Promise<Bridge>): Promise<Bridge> {
  const [port = 0, ...others] = ports;
  try {
    return await start(port);
  } catch (failed) {
    const isTaken = failed instanceof Failure && failed.code === 'port_taken';
    if (!isTaken || others.length === 0) throw failed;
    return startOnFreePort(others, start);
  }
}
