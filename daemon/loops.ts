import { accountLoops, type AccountLoops, type AccountSyncLoop } from './account-loops.ts';
import { runTogether, staggeredDelays, type Loop } from './base/loop.ts';
import type { DueLoop } from './base/due-loop.ts';
import { hasNetwork, machineLoop, type Machine } from './base/machine.ts';
import { openedFilesLoop, type OpenedFilesDeps } from './features/attachments/opened-files.ts';
import { backupLoop, type BackupLoop } from './features/backup/loop.ts';
import type { BackupDeps } from './features/backup/run-task.ts';
import type { ForwardedFileFetcher } from './mail/drafts/forwarded-file-fetcher.ts';
import { discardedLoop } from './features/drafts/discarded-loop.ts';
import { draftLoop } from './features/drafts/draft-loop.ts';
import { exportLoop, type ExportLoop } from './features/exports/loop.ts';
import type { ExportRunDeps } from './features/exports/run.ts';
import { importLoop, type ImportLoop } from './features/import/loop.ts';
import type { ImportRunDeps as ImportLoopParts } from './features/import/run.ts';
import type { Spool } from './features/import/spool.ts';
import { spoolSweepLoop } from './features/import/spool-sweep-loop.ts';
import { inviteLoop, type InviteLoop, type InviteLoopDeps } from './features/invites/loop.ts';
import { mergeLoop, type MergeLoop } from './features/merge/loop.ts';
import { journalLoop, type JournalLoop } from './features/mutations/journal-loop.ts';
import { pushLoop } from './features/mutations/push-loop.ts';
import { deliveryReportLoop, type DeliveryReportLoop } from './features/outbox/delivery-report-loop.ts';
import { sendLoop } from './features/outbox/send-loop.ts';
import { reminderLoop, type ReminderLoop } from './features/reminders/loop.ts';
import { countLoop, type CountLoop, type CountLoopDeps } from './features/saved-searches/count-loop.ts';
import { snoozeLoop } from './features/snooze/loop.ts';
import { accountLoop, type AccountLoopDeps } from './features/sync/loop.ts';
import { unsyncedLoop } from './features/sync/unsynced-loop.ts';
import { allAccounts, type Account } from './mail/accounts/accounts.ts';
import type { ApplyDeps, DeferredAuthorization } from './mail/mutations/apply.ts';
import type { ActivityRecorder } from './mail/activity/recorder.ts';
import { activitySweep, type ActivitySweepDeps } from './mail/activity/removal.ts';
import { eventSweep, type EventSweepDeps } from './mail/events/events.ts';
import { hasServer } from './mail/accounts/sync-status.ts';
import type { SendingService } from './mail/outbox/sending-service.ts';
import type { Provider } from './providers/provider.ts';
import type { Sender } from './providers/sender.ts';

export type LoopDeps = Omit<AccountLoopDeps, 'account' | 'open' | 'isReachable' | 'onConnected'> & {
  onMutationResult: ApplyDeps['onMutationResult'];
  authorizeDeferred: DeferredAuthorization;
  machine: Machine;
  sweep: EventSweepDeps;
  activity: ActivitySweepDeps;
  recorder: ActivityRecorder;
  imports: Pick<ImportLoopParts, 'storeImportBatch' | 'unpackDir'> & { spool: Spool };
  /** Where large parts of messages lie. */
  blobs: string;
  /** Where what can be fetched again is kept. */
  cacheFolder: OpenedFilesDeps['folder'];
  backups: Omit<BackupDeps, 'write' | 'clock' | 'announce'>;
  exports: Omit<ExportRunDeps, 'write' | 'clock' | 'announce' | 'log'>;
  counting: Pick<CountLoopDeps, 'count' | 'isIndexed'>;
  readInvites: InviteLoopDeps['readInvites'];
  open: (account: Account) => Promise<Provider>;
  openSender: (account: Account) => Promise<Sender>;
  sending: SendingService;
  /** Copies the attachments of forwarded mail into their drafts. */
  draftFileFetcher: Pick<ForwardedFileFetcher, 'loop' | 'notify'>;
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
  deliveryReports: DeliveryReportLoop;
  imports: ImportLoop;
  merging: MergeLoop;
  backups: BackupLoop;
  exporting: ExportLoop;
  counts: CountLoop;
  /** The computer has slept: every account begins anew, a few at a time. */
  handleResume: () => void;
};

/** Every background loop: one for each of these accounts that is synced, the ones that import and back up, and the caretakers. */
export function createLoops(
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
    ...deps
  }: LoopDeps,
  accounts: readonly Account[],
): Loops {
  const mutationDeps = { db: deps.write, clock: deps.clock, log: deps.log, onMutationResult: deps.onMutationResult };
  /** Syncs the account, and beside it tells its server what is done here. */
  const make = (account: Account): AccountSyncLoop => {
    const createSyncLoop = () =>
      accountLoop({
        ...deps,
        account,
        open: () => open(account),
        isReachable: () => !isRemote(account) || hasNetwork(machine),
        async finishPass(ended) {
          const outcome = await deps.finishPass(ended);
          drafts.passEnded(ended.number, ended.except);
          return outcome;
        },
        onConnected() {
          pushes.onReachable();
          drafts.serverReached();
          sends.onReachable();
        },
      });
    const syncLoop = account.sync_kind === null ? unsyncedLoop(account) : createSyncLoop();
    const pushes = pushLoop({ ...mutationDeps, account, provider: syncLoop.provider, requestSync: syncLoop.wake });
    const drafts = draftLoop({ ...deps, ...mutationDeps, account, provider: syncLoop.provider });
    const sends = sendLoop({
      ...mutationDeps,
      account,
      sending: deps.sending,
      authorizeDeferred: deps.authorizeDeferred,
      announce: deps.announce,
      recordDeferred: recorder.recordDeferred,
      provider: syncLoop.provider,
      open: () => openSender(account),
      isReachable: () => !isRemote(account) || hasNetwork(machine),
      requestSync: syncLoop.wake,
    });
    return {
      ...syncLoop,
      notifyPush: pushes.notify,
      notifyDrafts: drafts.notify,
      notifySend: sends.notify,
      notifySendReachable: sends.onReachable,
      run: (signal) =>
        runTogether(
          [syncLoop, pushes, drafts, sends].map((loop) => (anyAbort) => loop.run(anyAbort)),
          signal,
        ),
    };
  };
  const syncLoops = accountLoops(deps, { make, settingsOf });
  syncLoops.setAccounts(accounts.filter(hasServer));
  const staggeredForAccounts = (begin: (loop: AccountSyncLoop, delayMs: number) => void) => () => {
    const loops = syncLoops.current();
    const delays = staggeredDelays(loops.length);
    for (const [index, loop] of loops.entries()) begin(loop, delays[index] ?? 0);
  };
  const resumeAccounts = staggeredForAccounts((loop, delayMs) => loop.resume(delayMs));
  const onNetworkChange = staggeredForAccounts((loop, delayMs) => {
    loop.networkChanged(delayMs);
    loop.notifySendReachable();
  });
  const accountsDeps = {
    ...mutationDeps,
    authorizeDeferred: deps.authorizeDeferred,
    recordDeferred: recorder.recordDeferred,
    accounts: () => allAccounts(deps.read),
  };
  const journal = journalLoop(accountsDeps);
  const snoozes = snoozeLoop(accountsDeps);
  const reminders = reminderLoop(accountsDeps);
  const deliveryReports = deliveryReportLoop({ ...accountsDeps, sending: deps.sending, announce: deps.announce });
  const invites = inviteLoop({ ...accountsDeps, readInvites: deps.readInvites });
  const handleResume = () => {
    resumeAccounts();
    snoozes.notify();
    reminders.notify();
    for (const loop of syncLoops.current()) loop.notifySend();
  };
  const importing = importLoop({ ...deps, ...imports, release: imports.spool.release });
  const merging = mergeLoop(deps);
  const backingUp = backupLoop({ ...deps, ...backups });
  const exporting = exportLoop({ ...deps, ...exports });
  const counts = countLoop({ ...deps, ...counting });
  return {
    all: [
      syncLoops,
      importing,
      spoolSweepLoop({ ...deps, spool: imports.spool }),
      merging,
      backingUp,
      exporting,
      counts,
      journal,
      snoozes,
      reminders,
      invites,
      deliveryReports,
      deps.draftFileFetcher.loop,
      discardedLoop(mutationDeps),
      openedFilesLoop({ clock: deps.clock, folder: deps.cacheFolder }),
      eventSweep(sweep),
      activitySweep(activity),
      recorder.loop,
      machineLoop(machine, { onResumed: handleResume, onNetworkChange }),
    ],
    accounts: syncLoops,
    journal,
    snoozes,
    reminders,
    invites,
    deliveryReports,
    imports: importing,
    merging,
    backups: backingUp,
    exporting,
    counts,
    handleResume,
  };
}
