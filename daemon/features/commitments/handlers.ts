import { Failure } from '../../base/failure.ts';
import { actorOf } from '../../contract/ownership.ts';
import type { Caller, Handlers } from '../../handler-types.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { commitmentById, countOpenCommitments } from '../../mail/commitments/store.ts';
import type { ApplyDeps } from '../../mail/mutations/apply.ts';
import type { ReadingJobs } from '../../mail/relationships/reading-jobs.ts';
import { settleTodos } from '../../mail/todos/settle.ts';
import type { WriteDb } from '../../store/db.ts';
import type { commitmentsRequests } from './contract.ts';

const dayMs = 86_400_000;

type CommitmentsDeps = Omit<ApplyDeps, 'db'> & { zone: string | undefined; start: ReadingJobs['start'] };
type SettleCall = { db: WriteDb; caller: Caller; accounts: readonly Account[]; key?: string | undefined };

export function commitmentsHandlers(deps: CommitmentsDeps): Handlers<typeof commitmentsRequests> {
  const { clock, zone, start } = deps;
  return {
    resolve: ({ commitment_id }, call) => settle(deps, call, { commitment_id, state: 'done' }),
    dismiss: ({ commitment_id }, call) => settle(deps, call, { commitment_id, state: 'dismissed' }),
    async scan({ since_days, wait }, { db, accounts, caller }) {
      const since = clock.now().getTime() - since_days * dayMs;
      const countOpen = () => countOpenCommitments(db, accounts, { now: clock.now(), zone });
      const before = countOpen();
      const { job_id, whenDone } = start({
        accounts,
        actor: actorOf(caller),
        mail: { accounts: accounts.map(({ id }) => ({ id })), since },
      });
      if (!wait) return { job_id };
      await whenDone;
      return { job_id, found: Math.max(0, countOpen() - before) };
    },
  };
}

/** What was dismissed stays dismissed. Throws Failure `not_found`. */
function settle(
  deps: CommitmentsDeps,
  { db, accounts, caller, key }: SettleCall,
  { commitment_id, state }: { commitment_id: string; state: 'done' | 'dismissed' },
) {
  return db.transaction(() => {
    const commitment = commitmentById(db, accounts, commitment_id);
    if (!commitment)
      throw new Failure('missing', 'not_found', 'There is no such commitment. Its message may have been deleted.');
    if (commitment.state === 'dismissed') return { kind: 'Ack' as const, mutation_id: null };
    const mutation_id = settleTodos({ ...deps, db }, [commitment], {
      accounts,
      key,
      actor: actorOf(caller),
      todo: state === 'done' ? 'ticked' : 'dismissed',
      to: { state, postponed_until: null },
    });
    return { kind: 'Ack' as const, mutation_id };
  });
}
