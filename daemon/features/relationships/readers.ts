import type { ReaderDeps } from '../../feature.ts';
import type { ReaderHandlers } from '../../handler-types.ts';
import { accountAmong } from '../../mail/accounts/accounts.ts';
import { relationshipOf } from '../../mail/relationships/relationship.ts';
import type { RelationshipSummaries } from '../../mail/relationships/summary.ts';
import type { relationshipsRequests } from './contract.ts';

type RelationshipsReaderDeps = Pick<ReaderDeps, 'clock' | 'zone' | 'settings'> & {
  summaries: Pick<RelationshipSummaries, 'read'>;
};

export function relationshipsReaders({
  clock,
  zone,
  settings,
  summaries,
}: RelationshipsReaderDeps): ReaderHandlers<typeof relationshipsRequests> {
  return {
    get({ account_id, email }, { db, accounts }) {
      const account = accountAmong(accounts, account_id);
      const at = { now: clock.now(), zone, isAsking: settings().isScreening };
      return { kind: 'RelationshipProfile', profile: relationshipOf(db, { account, email, at, summaries }) ?? null };
    },
  };
}
