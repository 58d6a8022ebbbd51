import { systemClock } from '../../base/clock.ts';
import { renewChangeHistory } from '../../mail/changes/changes.ts';
import { raiseEventSeq } from '../../mail/events/events.ts';
import { removeOpenApprovals } from '../../mail/approvals/store.ts';
import { removeAllKeys } from '../../mail/callers/idempotency-keys.ts';
import { queueAllMessages } from '../../mail/index/index-repair.ts';
import { endAllJobs } from '../../mail/jobs/jobs.ts';
import { abandonOpenOperations } from '../../mail/mutations/abandon-open-operations.ts';
import { removeAllTokens } from '../../mail/callers/tokens.ts';
import { removeAllWebhooks } from '../../mail/callers/webhooks.ts';
import type { WriteDb } from '../../store/db.ts';

/**
 * Removes from a copy of mail.db what gives rights: tokens, the secrets of webhooks, stored replies that may contain them, and
 * requests that the owner has let through or could let through.
 */
export function removeSecrets(db: WriteDb): void {
  // Overwrite deleted data, so that it does not remain in free pages.
  db.exec('PRAGMA secure_delete = ON');
  db.transaction(() => {
    removeAllTokens(db);
    removeAllWebhooks(db);
    removeAllKeys(db);
    removeOpenApprovals(db);
  });
}

/** Prepares an older copy of mail.db for use: work that was in progress is not continued. */
export function prepareMailCopy(db: WriteDb): void {
  removeSecrets(db);
  // The index is not part of the backup: search must report no coverage until it is rebuilt.
  queueAllMessages(db);
  renewChangeHistory(db);
  abandonOpenOperations(db);
  endAllJobs({ db, clock: systemClock }, 'This was in progress when the backup was made, and wasn’t continued.');
}

/** More events than can be recorded between reading the log and the restart that follows. */
const eventNumberGap = 1_000_000;

/** Continues the event log of a backup with higher numbers than any used before, because clients rely on them. */
export function prepareActivityCopy(db: WriteDb, lastSeq: number): void {
  raiseEventSeq(db, lastSeq + eventNumberGap);
}
