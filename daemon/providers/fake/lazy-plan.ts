import type { Clock } from '../../base/clock.ts';
import { flagNames } from '../../demo/flags.ts';
import { demoFolders, folderIndex, type MailboxProfile } from '../../demo/folders.ts';
import type { Person } from '../../demo/message.ts';
import type { FakeMailbox } from './mailbox.ts';
import type { Pause } from './pause.ts';
import { generatePlan } from '../../demo/plan.ts';
import type { Plan } from '../../demo/plan.ts';
import { plannedMessageOf, scriptedArrivalsOf, scriptedMessagesOf } from '../../demo/scripted/render.ts';
import { createWriter } from '../../demo/writer.ts';

type LazyPlanDeps = {
  mailbox: FakeMailbox;
  pause: Pause;
  clock: Clock;
  seed: number;
  count: number;
  profile: MailboxProfile;
  owner: Person;
  anchor?: Date;
};

/** Plans the mailbox on first use, in slices where the caller can wait and at once where it cannot. */
export function createLazyPlan({ mailbox, pause, clock, seed, count, profile, owner, anchor }: LazyPlanDeps) {
  const scripted = scriptedMessagesOf(profile);
  const arrivals = scriptedArrivalsOf(profile);
  let seconds = 0;
  let planning: Generator<void, Plan> | undefined;
  let writer: ReturnType<typeof createWriter> | undefined;

  /**
   * `anchorHint` is the anchor of an earlier process: cursors contain it, and the folders' uidvalidity is derived from it.
   */
  const begin = (anchorHint = 0) => {
    if (planning) return planning;
    const known = !anchor && anchorHint > 1_000_000_000;
    seconds = known ? anchorHint : Math.floor((anchor ?? clock.now()).getTime() / 1000);
    return (planning = generatePlan({
      seed,
      count,
      anchor: seconds,
      profile,
      scripted: scripted.map(plannedMessageOf),
    }));
  };
  const step = (steps: Generator<void, Plan>) => {
    const { done, value } = steps.next();
    if (!done) return;
    writer = createWriter({ seed, profile, owner, scripted, arrivals }, value, seconds);
    mailbox.applyPlan(value, seconds);
  };

  const ensurePlannedNow = (): void => {
    const steps = begin();
    while (!mailbox.plan) step(steps);
  };

  return {
    async ensurePlanned(signal: AbortSignal, anchorHint?: number): Promise<void> {
      const steps = begin(anchorHint);
      while (!mailbox.plan) {
        step(steps);
        await pause(signal);
      }
    },
    ensurePlannedNow,
    write: (message: number) => writer?.write(message) ?? Buffer.alloc(0),
    /** The mail that arrives after the first sync, in the order of its arrival. */
    writeArrivals() {
      ensurePlannedNow();
      const folders = demoFolders(profile);
      return arrivals.map((scene) => ({
        bytes: writer?.writeArrival(scene) ?? Buffer.alloc(0),
        folder: folders[folderIndex[scene.folder ?? 'inbox']]?.path ?? 'INBOX',
        flags: flagNames(plannedMessageOf(scene).flags),
      }));
    },
  };
}
