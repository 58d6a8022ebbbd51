import { instantOf } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { Handlers } from '../../handler-types.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { requireAccount } from '../../mail/accounts/sync-status.ts';
import type { demoRequests } from './contract.ts';
import type { DemoControls } from './demo-controls.ts';
import { moveClock, type MoveClockDeps } from './move-clock.ts';

type DemoDeps = Omit<MoveClockDeps, 'clock'> & {
  isDemo: boolean;
  /** Restarts the daemon with the demo, or with the user's accounts; absent if no host can restart it. */
  switchDemo: ((on: boolean) => void) | undefined;
  demoControls: DemoControls | undefined;
  allAccounts: () => Account[];
  /** Requests a sync pass of an account. */
  wake: (account_id: string) => void;
  /** Mail servers may be reachable again. */
  networkChanged: () => void;
  /** Changes that wait for a server are tried again. */
  onRetry: () => void;
  /** What depends on the time is checked again. */
  onResume: () => void;
};

/** The longest step of the clock, in milliseconds. */
const maxStepMs = 366 * 86_400_000;

export function demoHandlers(deps: DemoDeps): Handlers<typeof demoRequests> {
  const { isDemo, switchDemo, allAccounts, wake, networkChanged, onRetry, onResume } = deps;
  const controls = () => {
    if (!deps.demoControls) throw new Error('This isn’t a demo, so it has no demo controls.');
    return deps.demoControls;
  };
  const state = () => {
    const { clock, faults } = controls();
    const current = faults.current();
    return {
      now: instantOf(clock.now()),
      offset_ms: clock.offsetMs(),
      faults: allAccounts().flatMap(({ account_id, key }) => {
        const fault = current.get(key ?? '');
        return fault ? [{ account_id, fault }] : [];
      }),
    };
  };
  return {
    get: () => ({ on: isDemo, may_switch: switchDemo !== undefined }),
    setMode({ on }) {
      if (on === isDemo) return { scheduled: false };
      if (!switchDemo)
        throw new Failure(
          'conflict',
          'demo_fixed',
          'Posthorn was started so that it can’t switch between the demo and your own mail. Stop it and start it the other way.',
        );
      switchDemo(on);
      return { scheduled: true };
    },
    controls: state,
    async moveClock({ to }) {
      const { clock } = controls();
      const stepMs = Date.parse(to) - clock.now().getTime();
      if (stepMs < 0) throw new Failure('invalid', 'time_past', 'The clock of the demo can only be moved forward.');
      if (stepMs > maxStepMs)
        throw new Failure('invalid', 'time_far', 'The clock of the demo can be moved by at most a year at a time.');
      await moveClock({ ...deps, clock }, to);
      onResume();
      return state();
    },
    setFault({ fault, account_id }) {
      const accounts = allAccounts();
      const failing = account_id === undefined ? accounts : [requireAccount(accounts, account_id)];
      for (const { key } of failing) if (key !== null) controls().faults.set(key, fault);
      // The user sees at once what a fault, or the end of one, does.
      for (const account of failing) wake(account.account_id);
      if (fault === null) {
        networkChanged();
        onRetry();
      }
      return state();
    },
  };
}
