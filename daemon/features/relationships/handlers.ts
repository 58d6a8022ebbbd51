import { actorOf } from '../../contract/ownership.ts';
import type { RelationshipProfile } from '../../contract/relationship.ts';
import type { Caller, Handlers } from '../../handler-types.ts';
import { accountAmong } from '../../mail/accounts/accounts.ts';
import type { ReadingJobs } from '../../mail/relationships/reading-jobs.ts';
import { correspondentOf } from '../../mail/relationships/relationship.ts';
import type { RelationshipSummaries } from '../../mail/relationships/summary.ts';
import { isPermitted } from '../../safety/policy.ts';
import type { relationshipsRequests } from './contract.ts';

type RelationshipsDeps = {
  start: ReadingJobs['start'];
  summaries: RelationshipSummaries;
  /** What `relationships.get` says to a caller. */
  profileOf: (input: { account_id: string; email: string }, caller: Caller) => Promise<RelationshipProfile | null>;
};

export function relationshipsHandlers({
  start,
  summaries,
  profileOf,
}: RelationshipsDeps): Handlers<typeof relationshipsRequests> {
  return {
    async rebuild({ account_id, email }, { db, accounts, caller, permit }) {
      const account = accountAmong(accounts, account_id);
      const correspondent = correspondentOf(db, account, email);
      if (!correspondent) return { kind: 'RelationshipProfile', profile: null, job_id: null };
      const mayAskModel = isPermitted(permit, { safety: 'egress' });
      const { job_id, whenDone } = start({
        accounts: [account],
        actor: actorOf(caller),
        mail: { correspondent: { account: correspondent.account, email: correspondent.email } },
        finish: async (signal) => {
          if (mayAskModel) await summaries.rebuild(correspondent, signal);
        },
      });
      await whenDone;
      return { kind: 'RelationshipProfile', profile: await profileOf({ account_id, email }, caller), job_id };
    },
  };
}
