import { Failure } from '../../base/failure.ts';
import type { Handlers } from '../../handler-types.ts';
import { isSynced, requireAccount, syncStatusOf } from '../../mail/accounts/sync-status.ts';
import type { SyncProgress } from '../../mail/accounts/sync-progress.ts';
import type { StoreProblem } from '../../store/damage.ts';
import type { syncRequests } from './contract.ts';

type SyncDeps = {
  progress: SyncProgress;
  /** Requests a pass of an account's loop; joins the running pass. */
  wake: (account_id: string) => void;
  /** What is wrong with the mail database. No pass runs then. */
  storeGuard: { problem: () => StoreProblem | undefined };
};

export function syncHandlers({ progress, wake, storeGuard }: SyncDeps): Handlers<typeof syncRequests> {
  return {
    start({ account_id }, { accounts }) {
      const wanted = account_id === undefined ? accounts : [requireAccount(accounts, account_id)];
      const problem = storeGuard.problem();
      if (problem) throw new Failure('unavailable', problem.code, problem.message);
      for (const account of wanted) if (account.enabled) wake(account.account_id);
      return { ok: true };
    },
    status({ account_id }, { db, accounts }) {
      if (account_id !== undefined) {
        return { kind: 'SyncStatus', sync: syncStatusOf(db, requireAccount(accounts, account_id), progress) };
      }
      const inOrder = accounts.filter(isSynced).toSorted((a, b) => Number(b.is_default) - Number(a.is_default));
      const sync_statuses = inOrder.map((account) => syncStatusOf(db, account, progress));
      return { kind: 'SyncStatuses', sync_statuses, sync: sync_statuses[0] ?? null };
    },
  };
}
