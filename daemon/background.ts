import { join } from 'node:path';
import { startLoops } from './base/loop.ts';
import { byteGate } from './base/queue.ts';
import { configOf, settingsOf } from './account-settings.ts';
import { actedAnnouncer, storedAnnouncer } from './announce.ts';
import { backupSettings } from './backup-work.ts';
import type { DaemonOptions } from './daemon.ts';
import { exportFetching, exportReading } from './export-work.ts';
import { freeBytesOf } from './features/diagnostics/machine-facts.ts';
import { openSpool } from './features/import/spool.ts';
import { removalLoop } from './features/accounts/removal-loop.ts';
import { forwardedFiles } from './forward-work.ts';
import type { Ground } from './ground.ts';
import { laterGate } from './later.ts';
import { loops } from './loops.ts';
import { allAccounts } from './mail/accounts.ts';
import { activityRecorder } from './mail/activity.ts';
import type { ApplyParts, Did } from './mail/apply.ts';
import { blobRemover } from './mail/blob-hold.ts';
import { contactsDue } from './mail/contacts.ts';
import { wholeCoverage } from './mail/index/coverage.ts';
import { isServed, isSynced, type SyncProgress } from './mail/sync-state.ts';
import { checkIntegrity } from './open-workers.ts';
import { isRemote } from './providers/open.ts';
import { sendingWork } from './sending-work.ts';

/** Bytes of mail on their way from the servers to the store, at the most. */
const bytesInFlight = 16_000_000;

type Settings = Pick<DaemonOptions, 'openProvider' | 'openSender' | 'env' | 'freeBytes'> & {
  /** Somebody did something to mail. */
  onDid: (did: Did) => void;
  /** Asks whoever started the daemon to start it anew. */
  restart: () => void;
};

export type Background = ReturnType<typeof openBackground>;

/** What goes on in the background once `begin` is called, and what rings it. */
export function openBackground(
  ground: Ground,
  { openProvider, openSender, env, onDid, restart, freeBytes = freeBytesOf }: Settings,
) {
  const { paths, config, log, version, clock, zone, files, folders, mail, activity, read, announce, cache } = ground;
  const { ingest, reader, nudgeIndexer, hold } = ground.workers;
  const progress: SyncProgress = new Map(
    allAccounts(read)
      .filter(isSynced)
      .map(({ id }) => [id, { current: 0, total: 0, message: 'Syncing begins in a moment.' }]),
  );
  const tellStored = storedAnnouncer({ read, announce });
  const backupParts = backupSettings({ paths, config: () => config.current, files, version, log, hold, restart });
  const tellActed = actedAnnouncer({ read, announce, tellStored });
  // Told once the transaction is through in which it was done.
  const onActed: ApplyParts['onActed'] = (acted) =>
    queueMicrotask(() => {
      tellActed(acted);
      if (acted.did) onDid(acted.did);
      for (const { account_id } of acted.queued) all.accounts.of(account_id)?.pushWaiting();
      if (acted.hasNew) all.journal.ring();
      all.counts.ring();
    });
  const activitySettings = () => config.current.activity;
  const isOff = (env ?? process.env)['SVC_ACTIVITY'] === 'off';
  const recorder = activityRecorder({ activity, read, clock, log, settings: activitySettings, isOff });
  const exporter = exportReading({ reader, clock, cacheFolder: folders.attachments });
  const importSpool = openSpool({ clock, folder: join(paths.dataDir, 'import-files'), freeBytes });
  /** What lies of an account's drafts on its server may be out of date. */
  const onDraft = (account_id: string) => all.accounts.of(account_id)?.draftsWaiting();
  const sending = sendingWork({
    read,
    clock,
    announce,
    config,
    zone,
    ringSender: (account_id) => all.accounts.of(account_id)?.sendWaiting(),
    onDraft,
  });
  /** What fetches from servers what was left there. */
  const fetching = {
    cache,
    clock,
    log,
    announce,
    providerOf: ({ account_id }: { account_id: string }) => all.accounts.of(account_id)?.provider(),
    wake: (account_id: string) => all.accounts.of(account_id)?.wake(),
  };
  const draftFileFetching = forwardedFiles({ ...fetching, db: mail, blobs: files.blobs, onDraft });
  /** How often an account was given another password: what runs with the one before ends, whatever it is at. */
  const passwordsGiven = new Map<string, number>();
  const all = loops(
    {
      read,
      write: mail,
      clock,
      log,
      progress,
      announce,
      onActed,
      mayStill: laterGate({ read, policy: ground.policy }),
      gate: byteGate(bytesInFlight),
      ingest: (batch, transfer) => ingest.ask('ingest', batch, transfer),
      recognise: (told) => ingest.ask('recognise', told),
      finishPass: (ended) => ingest.ask('finishPass', ended),
      saveFolders: (found) => ingest.ask('takeFolders', found),
      onStored: (account, stored) => {
        tellStored(account, stored);
        all.reminders.noteStored(account, stored.added);
        all.invites.ring();
        all.sentNews.ring();
        nudgeIndexer('wake');
        all.counts.ring();
      },
      intervalMs: () => config.current.general.sync_interval * 1000,
      readInvites: (messages) => reader.ask('readInvites', messages),
      open: (account) => openProvider(account.key ?? '', configOf(config, account)),
      openSender: (account) => openSender(account.key ?? '', configOf(config, account)),
      sending,
      draftFileFetching,
      isRemote: (account) => isRemote(configOf(config, account)),
      settingsOf: (account) => `${settingsOf(config, account)} ${passwordsGiven.get(account.account_id) ?? 0}`,
      machine: ground.machine,
      imports: {
        importPiece: async (piece) => {
          const outcome = await ingest.ask('importPiece', piece);
          all.invites.ring();
          return outcome;
        },
        unpackDir: join(paths.dataDir, 'import'),
        spool: importSpool,
      },
      backups: backupParts,
      blobs: files.blobs,
      cacheFolder: folders.attachments,
      exports: {
        ...exporter,
        fetchLeft: exportFetching({ ...fetching, db: read }),
        folder: folders.downloads,
        instance: paths.instance,
      },
      counting: {
        count: (counted) => reader.ask('countFinds', { counted, now: clock.now().getTime() }),
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
    onActed,
    removeBlobs: blobRemover({ db: mail, blobs: files.blobs, hold }),
    cacheFolder: folders.attachments,
    nudgeIndexer: () => nudgeIndexer('wake'),
  });
  const countContacts = (account: number) =>
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
    tellStored,
    backupParts,
    onActed,
    recorder,
    exporter,
    importSpool,
    onDraft,
    sending,
    draftFileFetching,
    /** An account was given another password. */
    beginAnew(account_id: string) {
      passwordsGiven.set(account_id, (passwordsGiven.get(account_id) ?? 0) + 1);
      all.accounts.follow(allAccounts(read).filter(isServed));
    },
    begin() {
      // Whose loop begins now says so itself; an account that was disabled meanwhile is not said to sync.
      progress.clear();
      const running = startLoops([...all.all, removals], { clock, log });
      nudgeIndexer('start');
      for (const account of contactsDue(read)) countContacts(account);
      if (ground.isUnclean) void checkIntegrity(files, log);
      return running;
    },
  };
}
