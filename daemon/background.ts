import { join } from 'node:path';
import { startLoops } from './base/loop.ts';
import { createByteSemaphore } from './base/byte-semaphore.ts';
import { accountConfigOf, connectionSettingsOf } from './configured-accounts.ts';
import { mutationAnnouncer, storedChangesAnnouncer } from './announce.ts';
import { backupDeps } from './features/backup/backup-worker.ts';
import type { DaemonOptions } from './daemon.ts';
import { missingRangeFetcher, exportReader } from './features/exports/read-messages.ts';
import { freeBytesOf } from './features/diagnostics/machine-facts.ts';
import { openSpool } from './features/import/spool.ts';
import { removalLoop } from './features/accounts/removal-loop.ts';
import { forwardedFiles } from './forwarded-files.ts';
import type { Core } from './core.ts';
import { createDeferredAuthorization } from './deferred-authorization.ts';
import { createLoops } from './loops.ts';
import { allAccounts } from './mail/accounts/accounts.ts';
import { activityRecorder } from './mail/activity/recorder.ts';
import type { ApplyDeps, UserAction } from './mail/mutations/apply.ts';
import { createBlobRemover } from './mail/sources/blob-deletion-lock.ts';
import { accountsWithoutContactCounts } from './mail/contacts/contacts.ts';
import { wholeCoverage } from './mail/index/coverage.ts';
import { hasServer, isSynced, type SyncProgress } from './mail/accounts/sync-status.ts';
import { checkIntegrity } from './open-workers.ts';
import { isRemote } from './providers/open-provider.ts';
import { createSendingService } from './sending-service.ts';

/** Bytes of mail on their way from the servers to the store, at the most. */
const maxBytesInFlight = 16_000_000;

type BackgroundOptions = Pick<DaemonOptions, 'openProvider' | 'openSender' | 'env' | 'freeBytes'> & {
  /** Somebody did something to mail. */
  onUserAction: (userAction: UserAction) => void;
  /** Asks whoever started the daemon to start it anew. */
  restart: () => void;
};

export type Background = ReturnType<typeof openBackground>;

/** What goes on in the background once `begin` is called, and what rings it. */
export function openBackground(
  core: Core,
  { openProvider, openSender, env, onUserAction, restart, freeBytes = freeBytesOf }: BackgroundOptions,
) {
  const { paths, config, log, version, clock, zone, files, folders, mail, activity, read, announce, cache } = core;
  const { ingest, reader, notifyIndexer, hold: deletionLock } = core.workers;
  const progress: SyncProgress = new Map(
    allAccounts(read)
      .filter(isSynced)
      .map(({ id }) => [id, { current: 0, total: 0, message: 'Syncing begins in a moment.' }]),
  );
  const announceStored = storedChangesAnnouncer({ read, announce });
  const backupOptions = backupDeps({
    paths,
    config: () => config.current,
    files,
    version,
    log,
    hold: deletionLock,
    restart,
  });
  const announceMutation = mutationAnnouncer({ read, announce, announceStored });
  // Told once the transaction is through in which it was done.
  const onMutationResult: ApplyDeps['onMutationResult'] = (result) =>
    queueMicrotask(() => {
      announceMutation(result);
      if (result.action) onUserAction(result.action);
      for (const { account_id } of result.queued) all.accounts.ofAccount(account_id)?.notifyPush();
      if (result.hasUnsettled) all.journal.notify();
      all.counts.notify();
    });
  const activitySettings = () => config.current.activity;
  const isOff = (env ?? process.env)['SVC_ACTIVITY'] === 'off';
  const recorder = activityRecorder({ activity, read, clock, log, settings: activitySettings, isOff });
  const exporter = exportReader({ reader, clock, cacheFolder: folders.attachments });
  const importSpool = openSpool({ clock, folder: join(paths.dataDir, 'import-files'), freeBytes });
  /** What lies of an account's drafts on its server may be out of date. */
  const onDraft = (account_id: string) => all.accounts.ofAccount(account_id)?.notifyDrafts();
  const sending = createSendingService({
    read,
    clock,
    announce,
    config,
    zone,
    notifySender: (account_id) => all.accounts.ofAccount(account_id)?.notifySend(),
    onDraft,
  });
  /** What fetches from servers what was left there. */
  const fetching = {
    cache,
    clock,
    log,
    announce,
    providerOf: ({ account_id }: { account_id: string }) => all.accounts.ofAccount(account_id)?.provider(),
    wake: (account_id: string) => all.accounts.ofAccount(account_id)?.wake(),
  };
  const draftFileFetcher = forwardedFiles({ ...fetching, db: mail, blobs: files.blobs, onDraft });
  /** How often an account was given another password: what runs with the one before ends, whatever it is at. */
  const passwordVersions = new Map<string, number>();
  const all = createLoops(
    {
      read,
      write: mail,
      clock,
      log,
      progress,
      announce,
      onMutationResult,
      authorizeDeferred: createDeferredAuthorization({ read, policy: core.policy }),
      gate: createByteSemaphore(maxBytesInFlight),
      ingest: (batch, transfer) => ingest.ask('ingest', batch, transfer),
      placeKnownMessages: (recognition) => ingest.ask('placeKnownMessages', recognition),
      finishPass: (pass) => ingest.ask('finishPass', pass),
      saveFolders: (remoteFolders) => ingest.ask('syncFolders', remoteFolders),
      onStored: (account, stored) => {
        announceStored(account, stored);
        all.reminders.noteStored(account, stored.added);
        all.invites.notify();
        all.deliveryReports.notify();
        notifyIndexer('wake');
        all.counts.notify();
      },
      intervalMs: () => config.current.general.sync_interval * 1000,
      readInvites: (messages) => reader.ask('readInvites', messages),
      open: (account) => openProvider(account.key ?? '', accountConfigOf(config, account)),
      openSender: (account) => openSender(account.key ?? '', accountConfigOf(config, account)),
      sending,
      draftFileFetcher,
      isRemote: (account) => isRemote(accountConfigOf(config, account)),
      settingsOf: (account) =>
        `${connectionSettingsOf(config, account)} ${passwordVersions.get(account.account_id) ?? 0}`,
      machine: core.machine,
      imports: {
        storeImportBatch: async (piece) => {
          const outcome = await ingest.ask('storeImportBatch', piece);
          all.invites.notify();
          return outcome;
        },
        unpackDir: join(paths.dataDir, 'import'),
        spool: importSpool,
      },
      backups: backupOptions,
      blobs: files.blobs,
      cacheFolder: folders.attachments,
      exports: {
        ...exporter,
        fetchMissing: missingRangeFetcher({ ...fetching, db: read }),
        folder: folders.downloads,
        instance: paths.instance,
      },
      counting: {
        count: (counted) => reader.ask('countMatches', { counted, now: clock.now().getTime() }),
        isIndexed: () => {
          const { indexed, stored } = wholeCoverage(read);
          return indexed >= stored;
        },
      },
      activity: { activity, clock, settings: activitySettings },
      recorder,
      sweep: { db: activity, clock, retentionDays: () => config.current.logging.event_retention_days },
    },
    allAccounts(read),
  );
  const removals = removalLoop({
    clock,
    log,
    write: mail,
    activity,
    announce,
    onMutationResult,
    removeBlobs: createBlobRemover({ db: mail, blobs: files.blobs, deletionLock }),
    cacheFolder: folders.attachments,
    notifyIndexer: () => notifyIndexer('wake'),
  });
  const recountContacts = (account: number) =>
    void ingest
      .ask('recountContacts', account)
      .catch((failed: unknown) =>
        log.warn({ err: failed }, 'the contacts were not counted; the next start tries again'),
      );
  return {
    ...all,
    ...fetching,
    removals,
    progress,
    announceStored,
    backupOptions,
    onMutationResult,
    recorder,
    exporter,
    importSpool,
    onDraft,
    sending,
    draftFileFetcher,
    /** An account was given another password. */
    restartAccount(account_id: string) {
      passwordVersions.set(account_id, (passwordVersions.get(account_id) ?? 0) + 1);
      all.accounts.setAccounts(allAccounts(read).filter(hasServer));
    },
    begin() {
      // Whose loop begins now says so itself; an account that was disabled meanwhile is not said to sync.
      progress.clear();
      const running = startLoops([...all.all, removals], { clock, log });
      notifyIndexer('start');
      for (const account of accountsWithoutContactCounts(read)) recountContacts(account);
      if (core.isUnclean) void checkIntegrity(files, log);
      return running;
    },
  };
}
