import { staggered, type Loop } from './base/loop.ts';
import { hasNetwork, machineLoop, type Machine } from './base/machine.ts';
import { importLoop, type ImportLoop } from './features/import/loop.ts';
import type { RunParts as ImportLoopParts } from './features/import/run.ts';
import { accountLoop, type AccountLoop, type AccountLoopParts } from './features/sync/loop.ts';
import type { Account } from './mail/accounts.ts';
import { eventSweep, type EventSweepParts } from './mail/events.ts';
import { isSynced } from './mail/sync-state.ts';
import type { Provider } from './providers/provider.ts';

export type LoopParts = Omit<AccountLoopParts, 'account' | 'open' | 'isReachable'> & {
  machine: Machine;
  sweep: EventSweepParts;
  imports: Pick<ImportLoopParts, 'importPiece' | 'unpackDir'>;
  open: (account: Account) => Promise<Provider>;
  /** Whether the account needs a network. */
  isRemote: (account: Account) => boolean;
};

export type Loops = {
  all: Loop[];
  byAccount: Map<string, AccountLoop>;
  imports: ImportLoop;
  /** The computer has slept: every account begins anew, a few at a time. */
  resumed: () => void;
};

/** Every background loop: one for each enabled account, the one that imports, and the caretakers. */
export function loops(
  { sweep, imports, open, isRemote, machine, ...parts }: LoopParts,
  accounts: readonly Account[],
): Loops {
  const accountLoops = accounts.filter(isSynced).map((account) =>
    accountLoop({
      ...parts,
      account,
      open: () => open(account),
      isReachable: () => !isRemote(account) || hasNetwork(machine),
    }),
  );
  const inTurn = (begin: (loop: AccountLoop, delayMs: number) => void) => () => {
    const delays = staggered(accountLoops.length);
    for (const [index, loop] of accountLoops.entries()) begin(loop, delays[index] ?? 0);
  };
  const resumed = inTurn((loop, delayMs) => loop.resume(delayMs));
  const onNetwork = inTurn((loop, delayMs) => loop.networkChanged(delayMs));
  const importing = importLoop({ ...parts, ...imports });
  return {
    all: [...accountLoops, importing, eventSweep(sweep), machineLoop(machine, { onResumed: resumed, onNetwork })],
    imports: importing,
    byAccount: new Map(accountLoops.map((loop) => [loop.account.account_id, loop])),
    resumed,
  };
}
