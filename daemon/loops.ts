import type { Loop } from './base/loop.ts';
import { importLoop, type ImportLoop } from './features/import/loop.ts';
import type { RunParts as ImportLoopParts } from './features/import/run.ts';
import { accountLoop, type AccountLoop, type AccountLoopParts } from './features/sync/loop.ts';
import type { Account } from './mail/accounts.ts';
import { eventSweep, type EventSweepParts } from './mail/events.ts';
import { isSynced } from './mail/sync-state.ts';
import type { Provider } from './providers/provider.ts';

export type LoopParts = Omit<AccountLoopParts, 'account' | 'open'> & {
  sweep: EventSweepParts;
  imports: Pick<ImportLoopParts, 'importPiece' | 'unpackDir'>;
  open: (account: Account) => Promise<Provider>;
};

/** Every background loop: one for each enabled account, the one that imports, and the caretakers. */
export function loops(
  { sweep, imports, open, ...parts }: LoopParts,
  accounts: readonly Account[],
): { all: Loop[]; byAccount: Map<string, AccountLoop>; imports: ImportLoop } {
  const accountLoops = accounts
    .filter(isSynced)
    .map((account) => accountLoop({ ...parts, account, open: () => open(account) }));
  const importing = importLoop({ ...parts, ...imports });
  return {
    all: [...accountLoops, importing, eventSweep(sweep)],
    imports: importing,
    byAccount: new Map(accountLoops.map((loop) => [loop.account.account_id, loop])),
  };
}
