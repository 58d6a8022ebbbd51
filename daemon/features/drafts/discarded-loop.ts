import { instantOf, type Clock } from '../../base/clock.ts';
import { dueLoop, type DueLoop } from '../../base/due-loop.ts';
import type { Log } from '../../base/log.ts';
import { removeDraft } from '../../mail/drafts/drafts.ts';
import type { WriteDb } from '../../store/db.ts';
import { discardedBefore, nextDiscarded } from './store.ts';

/** How long a discarded draft can be restored, in milliseconds. */
const retentionMs = 30 * 86_400_000;

/** Permanently deletes drafts that were discarded long ago. */
export function discardedLoop({ db, clock, log }: { db: WriteDb; clock: Clock; log: Log }): DueLoop {
  const before = (now: string) => instantOf(new Date(Date.parse(now) - retentionMs));
  return dueLoop({
    name: 'discarded drafts',
    clock,
    log,
    due: (now) => discardedBefore(db, before(now)),
    nextAfter: (now) => {
      const next = nextDiscarded(db, before(now));
      return next && instantOf(new Date(Date.parse(next) + retentionMs + 1));
    },
    act: (id) => removeDraft(db, id),
  });
}
