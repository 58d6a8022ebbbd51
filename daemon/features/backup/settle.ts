import { systemClock } from '../../base/clock.ts';
import { numberEventsAfter } from '../../mail/events.ts';
import { forgetAllKeys } from '../../mail/idempotency.ts';
import { queueEverything } from '../../mail/index/repair.ts';
import { endAllJobs } from '../../mail/jobs.ts';
import { abandonOpen } from '../../mail/mutations/abandon.ts';
import { removeAllTokens } from '../../mail/tokens.ts';
import type { WriteDb } from '../../store/db.ts';

/** Takes out of a copy of mail.db what opens doors: tokens, and replies in which one may have been told. */
export function forgetSecrets(db: WriteDb): void {
  // What is deleted is also written over, and does not lie on in a page that nobody uses.
  db.exec('PRAGMA secure_delete = ON');
  db.transaction(() => {
    removeAllTokens(db);
    forgetAllKeys(db);
  });
}

/** Makes a copy of mail.db from another day fit to be gone on with: nothing that was under way then is taken up. */
export function settleMail(db: WriteDb): void {
  forgetSecrets(db);
  // Its index is not there: search must not be said to cover anything until there is one.
  queueEverything(db);
  abandonOpen(db);
  endAllJobs({ db, clock: systemClock }, 'This was under way when the backup was made, and was not gone on with.');
}

/** More events than can come between a look at the log and the restart that follows it. */
const leap = 1_000_000;

/** Has the event log of a backup go on with higher numbers than were ever given, for clients go by them. */
export function settleActivity(db: WriteDb, lastSeq: number): void {
  numberEventsAfter(db, lastSeq + leap);
}
