import { accountLoops, type AccountLoops, type SyncingLoop } from './account-loops.ts';
import { runTogether, staggered, type Loop } from './base/loop.ts';
import type { DueLoop } from './base/due-loop.ts';
import { hasNetwork, machineLoop, type Machine } from './base/machine.ts';
import { openedFilesLoop, type OpenedParts } from './features/attachments/opened.ts';
import { backupLoop, type BackupLoop } from './features/backup/loop.ts';
import type { BackupParts } from './features/backup/run.ts';
import type { FileFetching } from './features/compose/fetching.ts';
import { discardedLoop } from './features/drafts/discarded-loop.ts';
import { draftLoop } from './features/drafts/draft-loop.ts';
import { exportLoop, type ExportLoop } from './features/exports/loop.ts';
import type { ExportRunParts } from './features/exports/run.ts';
import { importLoop, type ImportLoop } from './features/import/loop.ts';
import type { RunParts as ImportLoopParts } from './features/import/run.ts';
import type { Spool } from './features/import/spool.ts';
import { spoolLoop } from './features/import/sweep-loop.ts';
import { inviteLoop, type InviteLoop, type InviteLoopParts } from './features/invites/loop.ts';
import { mergeLoop, type MergeLoop } from './features/merge/loop.ts';
import { journalLoop, type JournalLoop } from './features/mutations/journal-loop.ts';
import { pushLoop } from './features/mutations/push-loop.ts';
import { newsLoop, type NewsLoop } from './features/outbox/news-loop.ts';
import { sendLoop } from './features/outbox/send-loop.ts';
import { reminderLoop, type ReminderLoop } from './features/reminders/loop.ts';
import { countLoop, type CountLoop, type CountLoopParts } from './features/saved-searches/count-loop.ts';
import { snoozeLoop } from './features/snooze/loop.ts';
import { accountLoop, type AccountLoopParts } from './features/sync/loop.ts';
import { unsyncedLoop } from './features/sync/unsynced-loop.ts';
import { allAccounts, type Account } from './mail/accounts.ts';
import type { ApplyParts, MayStill } from './mail/apply.ts';
import type { ActivityRecorder } from './mail/activity.ts';
import { activitySweep, type ActivitySweepParts } from './mail/activity-removal.ts';
import { eventSweep, type EventSweepParts } from './mail/events.ts';
import { isServed } from './mail/sync-state.ts';
import type { Sending } from './mail/sending.ts';
import type { Provider } from './providers/provider.ts';
import type { Sender } from './providers/sender.ts';

export type LoopParts = Omit<AccountLoopParts, 'account' | 'open' | 'isReachable' | 'onLine'> & {
  onActed: ApplyParts['onActed'];
  mayStill: MayStill;
  machine: Machine;
  sweep: EventSweepParts;
  activity: ActivitySweepParts;
  recorder: ActivityRecorder;
  imports: Pick<ImportLoopParts, 'importPiece' | 'unpackDir'> & { spool: Spool };
  /** Where large parts of messages lie. */
  blobs: string;
  /** Where what can be fetched again is kept. */
  cacheFolder: OpenedParts['folder'];
  backups: Omit<BackupParts, 'write' | 'clock' | 'announce'>;
  exports: Omit<ExportRunParts, 'write' | 'clock' | 'announce' | 'log'>;
  counting: Pick<CountLoopParts, 'count' | 'isIndexed'>;
  readInvites: InviteLoopParts['readInvites'];
  open: (account: Account) => Promise<Provider>;
  openSender: (account: Account) => Promise<Sender>;
  sending: Sending;
  /** Copies the attachments of forwarded mail into their drafts. */
  draftFileFetching: Pick<FileFetching, 'loop' | 'ring'>;
  /** Whether the account needs a network. */
  isRemote: (account: Account) => boolean;
  /** What an account's connection depends on: a change of it begins the account anew. */
  settingsOf: (account: Account) => string;
};

export type Loops = {
  all: Loop[];
  accounts: AccountLoops;
  journal: JournalLoop;
  snoozes: DueLoop;
  reminders: ReminderLoop;
  invites: InviteLoop;
  sentNews: NewsLoop;
  imports: ImportLoop;
  merging: MergeLoop;
  backups: BackupLoop;
  exporting: ExportLoop;
  counts: CountLoop;
  /** The computer has slept: every account begins anew, a few at a time. */
  resumed: () => void;
};

/** Every background loop: one for each of these accounts that is synced, the ones that import and back up, and the caretakers. */
export function loops(
  {
    sweep,
    activity,
    recorder,
    imports,
    backups,
    exports,
    counting,
    open,
    openSender,
    isRemote,
    settingsOf,
    machine,
    ...parts
  }: LoopParts,
  accounts: readonly Account[],
): Loops {
  const acting = { db: parts.write, clock: parts.clock, log: parts.log, onActed: parts.onActed };
  /** Syncs the account, and beside it tells its server what is done here. */
  const make = (account: Account): SyncingLoop => {
    const synced = () =>
      accountLoop({
        ...parts,
        account,
        open: () => open(account),
        isReachable: () => !isRemote(account) || hasNetwork(machine),
        async finishPass(ended) {
          const outcome = await parts.finishPass(ended);
          drafts.passEnded(ended.number, ended.except);
          return outcome;
        },
        onLine() {
          pushes.reached();
          drafts.reached();
          sends.reached();
        },
      });
    const syncs = account.sync_kind === null ? unsyncedLoop(account) : synced();
    const pushes = pushLoop({ ...acting, account, provider: syncs.provider, wantsPass: syncs.wake });
    const drafts = draftLoop({ ...parts, ...acting, account, provider: syncs.provider });
    const sends = sendLoop({
      ...acting,
      account,
      sending: parts.sending,
      mayStill: parts.mayStill,
      announce: parts.announce,
      noteLater: recorder.noteLater,
      provider: syncs.provider,
      open: () => openSender(account),
      isReachable: () => !isRemote(account) || hasNetwork(machine),
      wantsPass: syncs.wake,
    });
    return {
      ...syncs,
      pushWaiting: pushes.ring,
      draftsWaiting: drafts.ring,
      sendWaiting: sends.ring,
      sendReached: sends.reached,
      run: (signal) =>
        runTogether(
          [syncs, pushes, drafts, sends].map((loop) => (either) => loop.run(either)),
          signal,
        ),
    };
  };
  const syncing = accountLoops(parts, { make, settingsOf });
  syncing.follow(accounts.filter(isServed));
  const inTurn = (begin: (loop: SyncingLoop, delayMs: number) => void) => () => {
    const loops = syncing.current();
    const delays = staggered(loops.length);
    for (const [index, loop] of loops.entries()) begin(loop, delays[index] ?? 0);
  };
  const resumeAccounts = inTurn((loop, delayMs) => loop.resume(delayMs));
  const onNetwork = inTurn((loop, delayMs) => {
    loop.networkChanged(delayMs);
    loop.sendReached();
  });
  const ofAccounts = {
    ...acting,
    mayStill: parts.mayStill,
    noteLater: recorder.noteLater,
    accounts: () => allAccounts(parts.read),
  };
  const journal = journalLoop(ofAccounts);
  const snoozes = snoozeLoop(ofAccounts);
  const reminders = reminderLoop(ofAccounts);
  const sentNews = newsLoop({ ...ofAccounts, sending: parts.sending, announce: parts.announce });
  const invites = inviteLoop({ ...ofAccounts, readInvites: parts.readInvites });
  const resumed = () => {
    resumeAccounts();
    snoozes.ring();
    reminders.ring();
    for (const loop of syncing.current()) loop.sendWaiting();
  };
  const importing = importLoop({ ...parts, ...imports, release: imports.spool.release });
  const merging = mergeLoop(parts);
  const backingUp = backupLoop({ ...parts, ...backups });
  const exporting = exportLoop({ ...parts, ...exports });
  const counts = countLoop({ ...parts, ...counting });
  return {
    all: [
      syncing,
      importing,
      spoolLoop({ ...parts, spool: imports.spool }),
      merging,
      backingUp,
      exporting,
      counts,
      journal,
      snoozes,
      reminders,
      invites,
      sentNews,
      parts.draftFileFetching.loop,
      discardedLoop(acting),
      openedFilesLoop({ clock: parts.clock, folder: parts.cacheFolder }),
      eventSweep(sweep),
      activitySweep(activity),
      recorder.loop,
      machineLoop(machine, { onResumed: resumed, onNetwork }),
    ],
    accounts: syncing,
    journal,
    snoozes,
    reminders,
    invites,
    sentNews,
    imports: importing,
    merging,
    backups: backingUp,
    exporting,
    counts,
    resumed,
  };
}
