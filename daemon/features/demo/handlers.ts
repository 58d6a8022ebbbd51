import type { Handlers } from '../../handler-types.ts';
import { Failure } from '../../base/failure.ts';
import type { demoRequests } from './contract.ts';

type DemoDeps = {
  isDemo: boolean;
  /** Restarts the daemon with the demo, or with the user's accounts; absent if no host can restart it. */
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
