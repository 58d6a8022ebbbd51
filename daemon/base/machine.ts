import { readdirSync, readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { systemClock, type Clock } from './clock.ts';
import type { Loop } from './loop.ts';

/** What the computer reports. Its clock continues while the computer sleeps; its timers do not. */
export type Machine = {
  clock: Clock;
  /** Whether it runs on its battery; false where this cannot be determined. */
  isOnBattery?: () => boolean;
  /** The machine's own externally reachable addresses; undefined where they cannot be determined. */
  addresses(): string[] | undefined;
};

export const thisMachine: Machine = { clock: systemClock, addresses: localAddresses, isOnBattery };

const pollIntervalMs = 3_000;
/** Timers of a busy process are late too, but not by this much. */
const sleepThresholdMs = 15_000;

/** Whether there is a network at all; true where this cannot be determined. */
export function hasNetwork({ addresses }: Machine): boolean {
  return addresses()?.length !== 0;
}

/** Reports when the computer has slept, and when its network appeared, disappeared or changed. */
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
    // Some sandboxes forbid this call.
    return undefined;
  }
}

/** An interface assigns itself such an address when no other source provides one (RFC 3927, RFC 4291). */
function isLinkLocal(address: string): boolean {
  return /^(169\.254\.|fe[89ab])/i.test(address);
}

const powerSupplies = '/sys/class/power_supply';

/** Linux says so in files; other systems are taken for plugged in. */
function isOnBattery(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return readdirSync(powerSupplies).some((name) => {
      const read = (file: string) => readFileSync(join(powerSupplies, name, file), 'utf8').trim();
      return read('type') === 'Battery' && read('status') === 'Discharging';
    });
  } catch {
    return false;
  }
}
