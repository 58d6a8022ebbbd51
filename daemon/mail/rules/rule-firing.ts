import { hasArrivals } from './queue.ts';
import { fireRules, type FireDeps } from './fire-rules.ts';

type RuleFiringDeps = Omit<FireDeps, 'onHooks' | 'isClosed'> & { onFailure: (failed: unknown) => void };

export type RuleFiring = ReturnType<typeof createRuleFiring>;

/** Applies the rules to new mail before others learn of it, one batch after the other. */
export function createRuleFiring(deps: RuleFiringDeps) {
  let onHooks = () => undefined as void;
  let running: Promise<void> | undefined;
  let isClosed = false;

  /** What failed is still in the queue, and the next call goes on. */
  const fire = async () => {
    try {
      if (!isClosed) await fireRules({ ...deps, onHooks: () => onHooks(), isClosed: () => isClosed });
    } catch (failed) {
      if (isClosed) return;
      deps.log.error({ err: failed }, 'rules could not be applied to new mail, which waits for them');
      deps.onFailure(failed);
    }
  };

  /** Runs after what is running, and at once if nothing is. */
  const enqueue = (work: () => Promise<void>) => {
    const mine = (running ?? Promise.resolve()).then(work).finally(() => {
      if (running === mine) running = undefined;
    });
    running = mine;
    return mine;
  };

  return {
    /** Runs `announce` after the rules were applied to what is stored by now: at once if there is nothing to apply. */
    before(announce: () => void): void {
      if (!running && !hasArrivals(deps.db)) return announce();
      void enqueue(async () => {
        await fire();
        if (!isClosed) announce();
      });
    },
    /** Applies the rules to mail that still waits. */
    fire: () => enqueue(fire),
    /** `listener` is called when commands wait to be run. */
    setOnHooks(listener: () => void): void {
      onHooks = listener;
    },
    /** Ends the work after the current batch. */
    async close(): Promise<void> {
      isClosed = true;
      await running;
    },
  };
}
