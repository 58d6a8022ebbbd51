import { systemClock } from '../../base/clock.ts';
import { raiseEventSeq } from '../../mail/events/events.ts';
import { removeAllKeys } from '../../mail/callers/idempotency-keys.ts';
import { queueAllMessages } from '../../mail/index/index-repair.ts';
import { endAllJobs } from '../../mail/jobs/jobs.ts';
import { abandonOpenOperations } from '../../mail/mutations/abandon-open-operations.ts';
import { removeAllTokens } from '../../mail/callers/tokens.ts';
import type { WriteDb } from '../../store/db.ts';

/** Takes out of a copy of mail.db what opens doors: tokens, and replies in which one may have been told. */
export function removeSecrets(db: WriteDb): void {
  // What is deleted is also written over, and does not lie on in a page that nobody uses.
  db.exec('PRAGMA secure_delete = ON');
  db.transaction(() => {
    removeAllTokens(db);
    removeAllKeys(db);
  });
}

/** Makes a copy of mail.db from another day fit to be gone on with: nothing that was under way then is taken up. */
export function prepareMailCopy(db: WriteDb): void {
  removeSecrets(db);
  // Its index is not there: search must not be said to cover anything until there is one.
  queueAllMessages(db);
  abandonOpenOperations(db);
  endAllJobs({ db, clock: systemClock }, 'This was under way when the backup was made, and was not gone on with.');
}

/** More events than can come between a look at the log and the restart that follows it. */
const eventNumberGap = 1_000_000;

/** Has the event log of a backup go on with higher numbers than were ever given, for clients go by them. */
export function prepareActivityCopy(db: WriteDb, lastSeq: number): void {
  raiseEventSeq(db, lastSeq + eventNumberGap);
}
