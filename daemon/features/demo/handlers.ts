import type { Handlers } from '../../handler-types.ts';
import { Failure } from '../../base/failure.ts';
import type { demoRequests } from './contract.ts';

export type DemoDeps = {
  isDemo: boolean;
  /** Starts the daemon anew on the demo, or on the owner's accounts; absent where nobody would start it. */
  switchDemo: ((on: boolean) => void) | undefined;
};

export function demoHandlers({ isDemo, switchDemo }: DemoDeps): Handlers<typeof demoRequests> {
  return {
    get: () => ({ on: isDemo, may_switch: switchDemo !== undefined }),
    setMode({ on }) {
      if (on === isDemo) return { scheduled: false };
      if (!switchDemo) throw new Failure('conflict', 'demo_fixed', 'This Posthorn was started as it is and stays so.');
      switchDemo(on);
      return { scheduled: true };
    },
  };
}
