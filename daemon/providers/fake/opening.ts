import type { Clock } from '../../base/clock.ts';
import type { Flavour } from './folders.ts';
import type { Person } from './letter.ts';
import type { Mailbox } from './mailbox.ts';
import type { Pause } from './pace.ts';
import { planOf } from './plan.ts';
import type { Plan } from './plan.ts';
import { scenePlan, scenesOf } from './scenes/scenery.ts';
import { writerOf } from './writer.ts';

type Parts = {
  mailbox: Mailbox;
  pause: Pause;
  clock: Clock;
  seed: number;
  count: number;
  flavour: Flavour;
  owner: Person;
  anchor?: Date;
};

/** Plans the mailbox when it is first used, in slices where the caller can wait and at once where it cannot. */
export function openingOf({ mailbox, pause, clock, seed, count, flavour, owner, anchor }: Parts) {
  const scenes = scenesOf(flavour);
  let seconds = 0;
  let planning: Generator<void, Plan> | undefined;
  let write: (message: number) => Buffer = () => Buffer.alloc(0);

  /** `hint` is an anchor an earlier process had: a cursor keeps it, and the folders' uidvalidity is made of it. */
  const begin = (hint = 0) => {
    if (planning) return planning;
    const known = !anchor && hint > 1_000_000_000;
    seconds = known ? hint : Math.floor((anchor ?? clock.now()).getTime() / 1000);
    return (planning = planOf({ seed, count, anchor: seconds, flavour, scenes: scenes.map(scenePlan) }));
  };
  const step = (steps: Generator<void, Plan>) => {
    const { done, value } = steps.next();
    if (!done) return;
    write = writerOf({ seed, flavour, owner, scenes }, value, seconds);
    mailbox.settle(value, seconds);
  };

  return {
    async settle(signal: AbortSignal, hint?: number): Promise<void> {
      const steps = begin(hint);
      while (!mailbox.plan) {
        step(steps);
        await pause(signal);
      }
    },
    settleNow(): void {
      const steps = begin();
      while (!mailbox.plan) step(steps);
    },
    write: (message: number) => write(message),
  };
}
