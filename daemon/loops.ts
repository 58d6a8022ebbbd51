import { accountLoops, type AccountLoops } from './account-loops.ts';
import { staggered, type Loop } from './base/loop.ts';
import { hasNetwork, machineLoop, type Machine } from './base/machine.ts';
import { backupLoop, type BackupLoop } from './features/backup/loop.ts';
import type { BackupParts } from './features/backup/run.ts';
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
  backups: Omit<BackupParts, 'write' | 'clock' | 'announce'>;
  open: (account: Account) => Promise<Provider>;
  /** Whether the account needs a network. */
  isRemote: (account: Account) => boolean;
  /** What an account's connection depends on: a change of it begins the account anew. */
  settingsOf: (account: Account) => string;
};

export type Loops = {
  all: Loop[];
  accounts: AccountLoops;
  imports: ImportLoop;
  backups: BackupLoop;
  /** The computer has slept: every account begins anew, a few at a time. */
  resumed: () => void;
};

/** Every background loop: one for each of these accounts that is synced, the ones that import and back up, and the caretakers. */
export function loops(
  { sweep, imports, backups, open, isRemote, settingsOf, machine, ...parts }: LoopParts,
  accounts: readonly Account[],
): Loops {
  const make = (account: Account) =>
    accountLoop({
      ...parts,
      account,
      open: () => open(account),
      isReachable: () => !isRemote(account) || hasNetwork(machine),
    });
  const syncing = accountLoops(parts, { make, settingsOf });
  syncing.follow(accounts.filter(isSynced));
  const inTurn = (begin: (loop: AccountLoop, delayMs: number) => void) => () => {
    const loops = syncing.current();
    const delays = staggered(loops.length);
    for (const [index, loop] of loops.entries()) begin(loop, delays[index] ?? 0);
  };
  const resumed = inTurn((loop, delayMs) => loop.resume(delayMs));
  const onNetwork = inTurn((loop, delayMs) => loop.networkChanged(delayMs));
  const importing = importLoop({ ...parts, ...imports });
  const backingUp = backupLoop({ ...parts, ...backups });
  return {
    all: [syncing, importing, backingUp, eventSweep(sweep), machineLoop(machine, { onResumed: resumed, onNetwork })],
    accounts: syncing,
    imports: importing,
    backups: backingUp,
    resumed,
  };
}
