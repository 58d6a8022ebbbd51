import type { LiveKeyBindings } from './config/key-bindings-live.ts';
import type { DaemonOptions, StopWish } from './daemon.ts';
import type { Background } from './background.ts';
import type { Dispatch } from './dispatch.ts';
import { doctorSources, secretsFacts } from './doctor-work.ts';
import { protocolVersion } from './features/client/handlers.ts';
import type { Ground } from './ground.ts';
import { handlers } from './handlers.ts';
import type { Handler } from './handling.ts';
import { allAccounts } from './mail/accounts.ts';
import type { FoundPage } from './mail/find-mail.ts';
import { guardedFetch } from './outgoing/guarded-fetch.ts';
import { repairers } from './repair-work.ts';

type Settings = Pick<
  DaemonOptions,
  'fetch' | 'bridge' | 'secrets' | 'secretKeeping' | 'maySwitchDemo' | 'freeBytes'
> & {
  keyBindings: LiveKeyBindings;
  askToStop: (wish: StopWish) => void;
  /** Notifications were paused, or go on. */
  onPaused: () => void;
  dispatch: Dispatch;
};

/** The handlers of all requests, with what they stand on: by feature and row. */
export function answers(ground: Ground, background: Background, settings: Settings) {
  const { paths, config, log, version, isDemo, clock, zone, started, files, folders, mail, read, announce } = ground;
  const { ingest, indexer, reader, checker } = ground.workers;
  const { accounts, journal, snoozes, reminders, imports, counts, backupParts, removals } = background;
  const { secrets, secretKeeping, fetch = guardedFetch() } = settings;
  return handlers({
    clock,
    read,
    cache: ground.cache,
    folders,
    blobs: files.blobs,
    announce,
    providerOf: background.providerOf,
    fetch,
    recorder: background.recorder,
    activityDb: ground.activity,
    activitySettings: () => config.current.activity,
    sending: background.sending,
    draftFileFetching: background.draftFileFetching,
    onDraft: background.onDraft,
    editor: () => config.current.general.editor ?? process.env['EDITOR'] ?? 'vi',
    imagesOf: (message_id) => reader.ask('images', message_id),
    onActed: background.onActed,
    started,
    zone,
    language: () => ({ configured: config.current.ui.language, environment: process.env }),
    instance: paths.instance,
    isDemo,
    version,
    protocolVersion,
    progress: background.progress,
    shutdown: () => setImmediate(settings.askToStop, 'stop'),
    bridge: settings.bridge ?? (() => ({ url: null, trouble: null })),
    log,
    secrets,
    secretKeeping,
    doctor: doctorSources({
      paths,
      files,
      config,
      checker,
      runOnReader: ground.runOnReader,
      backupFolder: backupParts.folder,
      secrets: secrets && (() => secretsFacts(secrets, secretKeeping)),
      workers: ground.workers.health,
      freeBytes: settings.freeBytes,
    }),
    repairers: repairers({
      db: mail,
      clock,
      log,
      announce,
      ingest,
      indexer,
      sync: ({ account_id }) => accounts.of(account_id)?.wake(),
      push: ({ account_id }) => accounts.of(account_id)?.pushWaiting(),
      ringJournal: () => journal.ring(),
      backup: async (caller) => ((await settings.dispatch('backup.create', {}, caller)) as { job_id: string }).job_id,
    }),
    config,
    keyBindings: settings.keyBindings,
    backups: background.backups,
    backupFolder: backupParts.folder,
    onSnoozed: () => snoozes.ring(),
    onReminder: () => reminders.ring(),
    wakeImports: () => imports.wake(),
    cancelImport: (job_id) => imports.cancel(job_id),
    importSpool: background.importSpool,
    ...background.exporter,
    merging: background.merging,
    exporting: background.exporting,
    savedCounts: counts.known,
    onSavedSearches: () => {
      announce({ event: 'SavedSearchesUpdated', changed: 'searches' });
      counts.ring();
    },
    findMail: async (wish, { caller, accounts: visible }) =>
      JSON.parse(await ground.runOnReader('search.find', wish, { caller, accounts: visible })) as FoundPage,
    wake: background.wake,
    onPaused: settings.onPaused,
    onRemoval: () => removals.ring(),
    beginAnew: background.beginAnew,
    onTurned(turned) {
      for (const account of allAccounts(read)) {
        const updated = turned.filter((each) => each.account === account.id).map(({ id }) => id);
        if (updated.length > 0) background.tellStored(account, { added: [], updated, removed: [], announceNew: false });
      }
    },
    switchDemo: settings.maySwitchDemo ? (on) => setImmediate(settings.askToStop, on ? 'demo' : 'own') : undefined,
    capabilitiesOf: (account) => background.providerOf(account)?.capabilities,
  }) as Record<string, Record<string, Handler<never>>>;
}
