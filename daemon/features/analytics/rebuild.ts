import type { Clock } from '../../base/clock.ts';
import { failureSentence } from '../../base/system-reason.ts';
import type { Announcement } from '../../contract/events.ts';
import { actorOf } from '../../contract/ownership.ts';
import type { Caller } from '../../handler-types.ts';
import { ownAddressesOf, type Account } from '../../mail/accounts/accounts.ts';
import {
  reclassifyAsReceived,
  reclassifyAsSent,
  type ReclassifiedMessage,
} from '../../mail/accounts/message-direction.ts';
import { accountFieldsOf, startJob } from '../../mail/jobs/jobs.ts';
import type { WriteDb } from '../../store/db.ts';
import type { ResponseTimes } from './contract.ts';
import { countContacts, foreignSenders } from './store.ts';

export type AnalyticsDeps = {
  db: WriteDb;
  clock: Clock;
  announce: (announcement: Announcement) => void;
  /** Counts the contacts of an account anew, on a worker. */
  recount: (account: number) => Promise<unknown>;
  /** The number of replies that the report of the caller counts. */
  countReplies: (direction: ResponseTimes['direction'], caller: Caller) => Promise<number>;
  /** The direction of messages changed. */
  onReclassified: (messages: readonly ReclassifiedMessage[]) => void;
};

type RebuildSummary = {
  directions_reclassified: number;
  business_hours_backfilled: number;
  list_ids_backfilled: number;
  contacts_rows: number;
  reply_pairs_resolved: number;
};

type RebuildRequest = { accounts: readonly Account[]; caller: Caller };

const stepCount = 6;

/**
 * Computes anew what the reports are made of, step by step, as a job that emits operation events: the direction of messages
 * by the user's addresses, and the contacts. Business hours, ids of lists and replies follow from the stored mail and are
 * only counted. Throws what a step threw, after the job was ended.
 */
export async function rebuildAnalytics(
  deps: AnalyticsDeps,
  { accounts, caller }: RebuildRequest,
): Promise<RebuildSummary> {
  const { db, clock, announce, recount, countReplies, onReclassified } = deps;
  const actor = actorOf(caller);
  const job = startJob({ db, clock }, { kind: 'analytics.rebuild', accounts, actor });
  const operation = {
    operation_id: job.job_id,
    operation: 'rebuild-analytics',
    actor,
    ...accountFieldsOf(accounts),
  };
  const step = (current: number, message: string) => {
    job.progress({ total: stepCount, succeeded: current });
    announce({ ...operation, event: 'OperationProgress', current, total: stepCount, message });
  };
  announce({ ...operation, event: 'OperationStarted', message: 'Recomputing statistics' });
  try {
    step(0, 'Checking what you sent');
    const sent = db.transaction(() => accounts.flatMap((account) => markOwnAsSent(db, account)));
    onReclassified(sent);
    step(1, 'Checking what you received');
    const received = db.transaction(() => accounts.flatMap((account) => markOthersAsReceived(db, account)));
    onReclassified(received);
    step(2, 'Counting your correspondents');
    for (const { id } of accounts) await recount(id);
    const contacts_rows = countContacts(
      db,
      accounts.map(({ id }) => id),
    );
    step(3, 'Finding your replies');
    const own = await countReplies('i_replied', caller);
    step(4, 'Finding replies to you');
    const pairs = own + (await countReplies('they_replied', caller));
    step(5, 'Finishing');
    job.progress({ succeeded: stepCount });
    job.finish();
    announce({ ...operation, event: 'OperationCompleted', message: 'The statistics were computed again' });
    return {
      directions_reclassified: sent.length + received.length,
      business_hours_backfilled: pairs,
      list_ids_backfilled: 0,
      contacts_rows,
      reply_pairs_resolved: pairs,
    };
  } catch (failed) {
    const error = failureSentence('Couldn’t compute all statistics again', failed);
    job.finish(error);
    announce({ ...operation, event: 'OperationFailed', error, retryable: true });
    throw failed;
  }
}

function markOwnAsSent(db: WriteDb, { id }: Account): ReclassifiedMessage[] {
  return [...ownAddressesOf(db, id)].flatMap((email) => reclassifyAsSent(db, { account: id, email }));
}

function markOthersAsReceived(db: WriteDb, { id }: Account): ReclassifiedMessage[] {
  const others = foreignSenders(db, id, [...ownAddressesOf(db, id)]);
  return others.flatMap((email) => reclassifyAsReceived(db, { account: id, email }));
}
