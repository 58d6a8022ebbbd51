import type { LiveKeyBindings } from './config/key-bindings/live-key-bindings.ts';
import type { DaemonOptions, StopReason } from './daemon.ts';
import type { Background } from './background.ts';
import { doctorSources, secretsFacts } from './features/diagnostics/doctor-sources.ts';
import type { Core } from './core.ts';
import { createFeatureHandlers } from './feature-handlers.ts';
import type { Handler, Dispatch } from './handler-types.ts';
import { allAccounts } from './mail/accounts/accounts.ts';
import type { SearchPage } from './mail/searches/search-request.ts';
import { guardedFetch } from './outgoing/guarded-fetch.ts';
import { createRepairers } from './features/diagnostics/repairers.ts';
import { protocolVersion } from './contract/protocol-version.ts';

type RequestHandlerOptions = Pick<
  DaemonOptions,
  'fetch' | 'bridge' | 'secrets' | 'secretStorage' | 'maySwitchDemo' | 'freeBytes'
> & {
  keyBindings: LiveKeyBindings;
  requestStop: (reason: StopReason) => void;
  /** Notifications were paused, or go on. */
  onPauseChange: () => void;
  dispatch: Dispatch;
};

/** The handlers of all requests, with what they stand on: by feature and row. */
export function createRequestHandlers(core: Core, background: Background, settings: RequestHandlerOptions) {
  const { paths, config, log, version, isDemo, clock, zone, started, files, folders, mail, read, announce } = core;
  const { ingest, indexer, reader, checker } = core.workers;
  const { accounts, journal, snoozes, reminders, imports, counts, backupOptions: backupParts, removals } = background;
  const { secrets, secretStorage, fetch = guardedFetch() } = settings;
  return createFeatureHandlers({
    clock,
    read,
    cache: core.cache,
    folders,
    blobs: files.blobs,
    announce,
    providerOf: background.providerOf,
    fetch,
    recorder: background.recorder,
    activityDb: core.activity,
    activitySettings: () => config.current.activity,
    sending: background.sending,
    draftFileFetcher: background.draftFileFetcher,
    onDraft: background.onDraft,
    editor: () => config.current.general.editor ?? process.env['EDITOR'] ?? 'vi',
    imagesOf: (message_id) => reader.ask('images', message_id),
    onMutationResult: background.onMutationResult,
    started,
    zone,
    language: () => ({ configured: config.current.ui.language, environment: process.env }),
    instance: paths.instance,
    isDemo,
    version,
    protocolVersion,
    progress: background.progress,
    shutdown: () => setImmediate(settings.requestStop, 'stop'),
    bridge: settings.bridge ?? (() => ({ url: null, trouble: null })),
    log,
    secrets,
    secretStorage,
    doctor: doctorSources({
      paths,
      files,
      config,
      checker,
      runOnReader: core.runOnReader,
      backupFolder: backupParts.folder,
      secrets: secrets && (() => secretsFacts(secrets, secretStorage)),
      workers: core.workers.health,
      freeBytes: settings.freeBytes,
    }),
    repairers: createRepairers({
      db: mail,
      clock,
      log,
      announce,
      ingest,
      indexer,
      sync: ({ account_id }) => accounts.ofAccount(account_id)?.wake(),
      push: ({ account_id }) => accounts.ofAccount(account_id)?.notifyPush(),
      notifyJournal: () => journal.notify(),
      backup: async (caller) => ((await settings.dispatch('backup.create', {}, caller)) as { job_id: string }).job_id,
    }),
    config,
    keyBindings: settings.keyBindings,
    backups: background.backups,
    backupFolder: backupParts.folder,
    onSnoozed: () => snoozes.notify(),
    onReminderSet: () => reminders.notify(),
    wakeImports: () => imports.wake(),
    cancelImport: (job_id) => imports.cancel(job_id),
    importSpool: background.importSpool,
    ...background.exporter,
    mergeLoop: background.merging,
    exportLoop: background.exporting,
    savedCounts: counts.knownCounts,
    onSavedSearchesChanged: () => {
      announce({ event: 'SavedSearchesUpdated', changed: 'searches' });
      counts.notify();
    },
    findMail: async (request, { caller, accounts: visible }) =>
      JSON.parse(await core.runOnReader('search.find', request, { caller, accounts: visible })) as SearchPage,
    wake: background.wake,
    onPauseChange: settings.onPauseChange,
    onRemoval: () => removals.notify(),
    restartAccount: background.restartAccount,
    onReclassified(reclassified) {
      for (const account of allAccounts(read)) {
        const updated = reclassified.filter((each) => each.account === account.id).map(({ id }) => id);
        if (updated.length > 0)
          background.announceStored(account, { added: [], updated, removed: [], announceNew: false });
      }
    },
    switchDemo: settings.maySwitchDemo ? (on) => setImmediate(settings.requestStop, on ? 'demo' : 'own') : undefined,
    capabilitiesOf: (account) => background.providerOf(account)?.capabilities,
  }) as Record<string, Record<string, Handler<never>>>;
}
