import type { ReaderDeps } from '../../feature.ts';
import type { ReaderHandlers } from '../../handler-types.ts';
import { byDueDate, commitmentRecord } from '../../mail/commitments/record.ts';
import { commitmentsIn } from '../../mail/commitments/store.ts';
import { findThread } from '../../mail/threads/threads.ts';
import type { commitmentsRequests } from './contract.ts';

export function commitmentsReaders({
  clock,
  zone,
}: Pick<ReaderDeps, 'clock' | 'zone'>): ReaderHandlers<typeof commitmentsRequests> {
  return {
    list({ account_id, email, status, direction, thread_id, limit }, { db, accounts }) {
      const among =
        account_id === undefined ? accounts : accounts.filter((each) => each.account_id === account_id.toLowerCase());
      const thread = thread_id === undefined ? undefined : (findThread(db, thread_id.toLowerCase()) ?? 0);
      const at = { now: clock.now(), zone };
      const openAt = status === 'open' ? at.now : undefined;
      const found = commitmentsIn(db, among, { email, direction, thread, openAt })
        .toSorted((one, other) => byDueDate(one, other, zone))
        .map((each) => commitmentRecord(each, at))
        .filter((each) => status === undefined || each.status === status);
      return { kind: 'CommitmentList', commitments: found.slice(0, limit), total: found.length };
    },
  };
}
