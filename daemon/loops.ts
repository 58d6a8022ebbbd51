import type { Loop } from './base/loop.ts';
import { accountLoop, type AccountLoop, type AccountLoopParts } from './features/sync/loop.ts';
import type { Account } from './mail/accounts.ts';
import { eventSweep, type EventSweepParts } from './mail/events.ts';
import type { Provider } from './providers/provider.ts';

export type LoopParts = Omit<AccountLoopParts, 'account' | 'open'> & {
  sweep: EventSweepParts;
  open: (account: Account) => Promise<Provider>;
};

/** Every background loop: one for each enabled account, and the caretakers. */
export function loops(
  { sweep, open, ...parts }: LoopParts,
  accounts: readonly Account[],
): { all: Loop[]; byAccount: Map<string, AccountLoop> } {
  const accountLoops = accounts
    .filter(({ enabled, sync_kind }) => enabled && sync_kind !== null)
    .map((account) => accountLoop({ ...parts, account, open: () => open(account) }));
  return {
    all: [...accountLoops, eventSweep(sweep)],
    byAccount: new Map(accountLoops.map((loop) => [loop.account.account_id, loop])),
  };
}
