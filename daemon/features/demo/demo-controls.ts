import type { Clock } from '../../base/clock.ts';
import type { DemoFault } from './contract.ts';

/** What the user of a demo controls: its clock, and faults of its mail servers by the key of their account. */
export type DemoControls = {
  clock: Clock & { offsetMs(): number; advance(ms: number): void };
  faults: { current(): ReadonlyMap<string, DemoFault>; set(key: string, fault: DemoFault | null): void };
};
