import { networkInterfaces } from 'node:os';
import { systemClock, type Clock } from './clock.ts';
import type { Loop } from './loop.ts';

/** What the computer we run on tells. Its clock goes on while the computer sleeps, its waits do not. */
export type Machine = {
  clock: Clock;
  /** Its own addresses that others could reach; undefined where it does not tell. */
  addresses(): string[] | undefined;
};

export const thisMachine: Machine = { clock: systemClock, addresses: localAddresses };

const pollIntervalMs = 3_000;
/** A busy process is late with its timers too, but not by this much. */
const sleepThresholdMs = 15_000;

/** Whether there is a network at all; what cannot be known is tried. */
export function hasNetwork({ addresses }: Machine): boolean {
  return addresses()?.length !== 0;
}

/** Tells when the computer has slept, and when its network came, went or became another one. */
export function machineLoop(
  machine: Machine,
  { onResumed, onNetworkChange }: { onResumed: () => void; onNetworkChange: () => void },
): Loop {
  const { clock, addresses } = machine;
  return {
    name: 'machine',
    async run(signal) {
      for (let known = addresses()?.join(); !signal.aborted;) {
        const before = clock.now().getTime();
        await clock.wait(pollIntervalMs, signal);
        if (signal.aborted) return;
        if (clock.now().getTime() - before > pollIntervalMs + sleepThresholdMs) onResumed();
        const now = addresses()?.join();
        if (now !== known) onNetworkChange();
        known = now;
      }
    },
  };
}

function localAddresses(): string[] | undefined {
  try {
    return Object.values(networkInterfaces())
      .flatMap((all = []) => all)
      .filter(({ internal, address }) => !internal && !isLinkLocal(address))
      .map(({ address }) => address);
  } catch {
    // Some sandboxes forbid to ask.
    return undefined;
  }
}

/** An interface gives itself such an address where nobody gives it a real one (RFC 3927, RFC 4291). */
function isLinkLocal(address: string): boolean {
  return /^(169\.254\.|fe[89ab])/i.test(address);
}
