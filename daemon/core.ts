import { applyArrivalRules } from './mail/arrivals/apply-rules.ts';
import { dirname, join } from 'node:path';
import { accountLoops, type AccountLoopGroup } from './account-loops.ts';
import { createDeferredAuthorization, revalidateCaller } from './authorization.ts';
import { freeBytesOf } from './base/free-bytes.ts';
import type { Request } from './contract/define.ts';
import { openKeyBindings } from './config/key-bindings/live-key-bindings.ts';
import { lastGoodCopy } from './config/last-good-copy.ts';
import type { DaemonOptions, StopReason } from './daemon-options.ts';
import type { Call, Caller, Dispatch } from './handler-types.ts';
import { accountConfigOf, connectionSettingsOf, saveConfiguredAccounts } from './mail/accounts/configured-accounts.ts';
import { allAccounts, type Account } from './mail/accounts/accounts.ts';
import { hasServer, isSynced } from './mail/accounts/sync-status.ts';
import { createSyncProgress } from './mail/accounts/sync-progress.ts';
import { activityRecorder } from './mail/activity/recorder.ts';
import { forwardedFiles } from './mail/drafts/forwarded-files.ts';
import { mutationAnnouncer, storedChangesAnnouncer, type StoredChanges } from './mail/events/change-announcer.ts';
import { createCallerChanges } from './mail/callers/caller-changes.ts';
import { createTokenUses } from './mail/callers/token-uses.ts';
import { createLocalPages } from './mail/callers/local-pages.ts';
import { serverUids } from './mail/messages/server-uids.ts';
import type { MutationResult, UserAction } from './mail/mutations/apply.ts';
import type { FireDeps } from './mail/rules/fire-rules.ts';
import { createRuleFiring } from './mail/rules/rule-firing.ts';
import { createSendingService } from './mail/outbox/create-sending-service.ts';
import type { SearchPage, SearchRequest } from './mail/searches/search-request.ts';
import { createSavedCounts } from './mail/searches/saved-counts.ts';
import { createBlobRemover } from './mail/sources/blob-deletion-lock.ts';
import { createModels } from './models/models.ts';
import { endpointFetch } from './outgoing/endpoint-fetch.ts';
import { guardedFetch } from './outgoing/guarded-fetch.ts';
import { resolveTxt } from './outgoing/resolve-txt.ts';
import { ScriptsUnsupported, type ScriptSession } from './providers/script-server.ts';
import { openStorage, type Cleanup, type Storage } from './open-storage.ts';

export type { StoredChanges };

/** What every feature stands on: stores, events, clock, workers, accounts, sending, and the recorder of activity. */
export type Core = Awaited<ReturnType<typeof openCore>>;

/** What the daemon adds once features are open. */
type CoreHooks = {
  dispatch: Dispatch;
  /** The row with a name. */
  requestOf: (name: string) => Request | undefined;
  requestStop: (reason: StopReason) => void;
  accountLoops: (account: Account) => AccountLoopGroup;
  afterSync: (account: Account, stored: StoredChanges) => void;
  afterMutation: (result: MutationResult) => void;
  /** The user did something to mail. */
  onUserAction: (action: UserAction) => void;
  /** Notifications were paused or resumed. */
  onPauseChange: () => void;
  /** The user asked to try again what waits. */
  onRetry: () => void;
  /** The computer has slept. */
  onResume: () => void;
  cancelJob: (job_id: string) => boolean;
  /** Stops syncing, sending and all other background work. */
  stopBackground: () => void;
};

/**
 * Opens the core. Throws Failure `already_running`, `database_newer`, `disk_full`, `not_a_demo`, `store_damaged`,
 * `store_missing`, `store_unreadable`; then nothing is left running.
 */
export async function openCore(options: DaemonOptions, hooks: CoreHooks) {
  const cleanup: Cleanup = [];
  try {
    return await composeCore(options, hooks, cleanup);
  } catch (failed) {
    for (const undo of cleanup.toReversed()) await undo();
    throw failed;
  }
}

/** What is known about callers: pages that wait for a decision, uses of tokens, and rights that were taken. */
function openCallers({ mail, read, clock, announce, storeGuard }: Storage) {
  return {
    /** A caller of earlier, with what its token allows now. Throws Failure `token_removed`. */
    revalidateCaller: (caller: Caller) => revalidateCaller(read, caller),
    localPages: createLocalPages({ clock, announce }),
    tokenUses: createTokenUses({ db: mail, clock, onFailure: storeGuard.report }),
    callerChanges: createCallerChanges(),
  };
}

async function composeCore(options: DaemonOptions, hooks: CoreHooks, cleanup: Cleanup) {
  const storage = await openStorage(options, hooks, cleanup);
  const { config, read, mail, clock, zone, log, announce, files, workers } = storage;
  const accounts = openAccounts(storage, options, hooks);
  const { onDraft } = accounts;
  const announceStored = storedChangesAnnouncer({ read, announce });
  const announceMutation = mutationAnnouncer({ read, announce, announceStored });
  const activitySettings = () => config.current.activity;
  const isOff = (options.env ?? process.env)['SVC_ACTIVITY'] === 'off';
  const { activity } = storage;
  const recorder = activityRecorder({ activity, read, clock, log, settings: activitySettings, isOff });
  /** To be called inside the transaction of a mutation: clients, features and servers learn of it afterwards. */
  const onMutationResult = (result: MutationResult) =>
    queueMicrotask(() => {
      announceMutation(result);
      if (result.action) hooks.onUserAction(result.action);
      for (const { account_id } of result.queued) accounts.accountLoops.notify(account_id, 'push');
      hooks.afterMutation(result);
    });
  const authorizeDeferred = createDeferredAuthorization({ read, policy: storage.policy });
  const everyAccount = () => allAccounts(read);
  const changes = { onMutationResult, authorizeDeferred, allAccounts: everyAccount };
  const applyRules = () => applyArrivalRules({ db: mail, clock, log, ...changes });
  const ruleFiring = openRuleFiring(storage, changes);
  const notifySender = (account_id: string) => accounts.accountLoops.notify(account_id, 'send');
  return {
    ...hooks,
    ...storage,
    ...accounts,
    instance: storage.paths.instance,
    blobs: files.blobs,
    allAccounts: everyAccount,
    announceStored,
    activitySettings,
    recorder,
    onMutationResult,
    applyArrivalRules: applyRules,
    /** Finds mail on the reader worker, as the request `search.find` does. */
    async searchMail(request: SearchRequest, { caller, accounts: visible }: Pick<Call, 'caller' | 'accounts'>) {
      const page = await storage.runOnReader('search.find', request, { caller, accounts: visible });
      return JSON.parse(page) as SearchPage;
    },
    /** Mail may have been stored for an account: a folder without changes stores only its cursor. */
    onStored(account: Account, stored: StoredChanges) {
      if (stored.added.length + stored.updated.length + stored.removed.length === 0) return;
      // Before the mail is announced, so that mail of blocked senders causes no notification.
      applyRules();
      workers.notifyIndexer('wake');
      ruleFiring.before(() => {
        announceStored(account, stored);
        hooks.afterSync(account, stored);
      });
    },
    ruleFiring,
    sending: createSendingService({ read, clock, announce, config, zone, notifySender, onDraft }),
    draftFileFetcher: forwardedFiles({ ...storage, ...accounts, db: mail, blobs: files.blobs }),
    authorizeDeferred,
    removeBlobs: createBlobRemover({ db: mail, blobs: files.blobs, deletionLock: workers.hold }),
    savedCounts: createSavedCounts(clock),
    ...openCallers(storage),
    fetch: options.fetch ?? guardedFetch(),
    ...openModels(storage, options),
    resolveTxt: options.resolveTxt ?? resolveTxt,
    secrets: options.secrets,
    browserSignIn: options.browserSignIn,
    secretStorage: options.secretStorage,
    maySwitchDemo: options.maySwitchDemo ?? false,
    demoControls: options.demoControls,
    /** A demo starts anew each time, so there is nothing to back up. */
    automaticBackups: !storage.isDemo && (options.automaticBackups ?? true),
    ...doctorFacts(options),
    bridge: options.bridge ?? (() => ({ url: null, trouble: null })),
    tcpTrouble: options.tcpTrouble ?? (() => null),
    keyBindings: openKeyBindings(join(dirname(config.file), 'keys.toml'), {
      log,
      watch: options.watchKeyBindings,
      copy: lastGoodCopy(storage.paths.dataDir, 'keys.toml', log),
    }),
  };
}

/** What only the start of the daemon knows, for the doctor. */
function doctorFacts({ closedPaths = [], isWindowSandboxOff = false, freeBytes = freeBytesOf }: DaemonOptions) {
  return { closedPaths, isWindowSandboxOff, freeBytes };
}

/** The rules of the user, whose conditions are tested on a worker. */
function openRuleFiring(
  { mail, clock, log, announce, workers, disk }: Storage,
  changes: Pick<FireDeps, 'onMutationResult' | 'authorizeDeferred' | 'allAccounts'>,
) {
  return createRuleFiring({
    db: mail,
    clock,
    log,
    announce,
    ...changes,
    matchRules: (request) => workers.rules.ask('matchRules', request),
    onFailure: (failed) => void disk.onWriteFailure(failed),
  });
}

/** The way to language models. */
function openModels({ config }: Storage, { fetchEndpoint = endpointFetch(), env = process.env }: DaemonOptions) {
  return { fetchEndpoint, models: createModels({ config, fetch: fetchEndpoint, env }) };
}

/** The accounts' loops, and the way to their servers. */
function openAccounts(
  { read, mail, clock, log, config, disk, announce }: Storage,
  { openProvider, openSender, openScriptServer = noScriptServer }: DaemonOptions,
  hooks: CoreHooks,
) {
  /** How often an account received another password: loops that run with an earlier one are restarted. */
  const passwordVersions = new Map<string, number>();
  const loops = accountLoops(
    { clock, log, disk },
    {
      make: hooks.accountLoops,
      settingsOf: (account) =>
        `${connectionSettingsOf(read, config, account)} ${passwordVersions.get(account.account_id) ?? 0}`,
    },
  );
  // Each account's status says why its mail is not synced.
  disk.onChange(() => {
    if (disk.problem()) for (const { account_id } of allAccounts(read)) loops.ofAccount(account_id)?.wake();
  });
  const followAccounts = () => loops.setAccounts(allAccounts(read).filter(hasServer));
  followAccounts();
  /** Accounts of the configuration or at runtime have come, gone or changed. */
  const reloadAccounts = () => {
    mail.transaction(() => saveConfiguredAccounts(mail, config, log));
    followAccounts();
  };
  const progress = createSyncProgress({ clock, intervalMs: () => config.current.general.sync_interval * 1000 });
  for (const { id } of allAccounts(read).filter(isSynced))
    progress.set(id, { current: 0, total: 0, message: 'Syncing begins in a moment.' });
  return {
    accountLoops: loops,
    progress,
    reloadAccounts,
    /** A runtime account has come, gone or changed: clients are told. */
    runtimeAccountChanged(key: string) {
      reloadAccounts();
      announce({ event: 'ConfigChanged', keys: [`accounts.${key}`], trouble: config.trouble ?? null });
    },
    providerOf: ({ account_id }: { account_id: string }) => loops.ofAccount(account_id)?.provider(),
    /** Requests a sync pass of an account. */
    wake: (account_id: string) => loops.ofAccount(account_id)?.wake(),
    /** The account's drafts on its server may be out of date. */
    onDraft: (account_id: string) => loops.notify(account_id, 'drafts'),
    /** An account received another password. */
    restartAccount(account_id: string) {
      passwordVersions.set(account_id, (passwordVersions.get(account_id) ?? 0) + 1);
      followAccounts();
    },
    openProvider: (account: Account) =>
      openProvider(account.key ?? '', accountConfigOf(read, config, account), serverUids(mail, account.id)),
    openSender: (account: Account) => openSender(account.key ?? '', accountConfigOf(read, config, account)),
    openScriptServer: (account: Account, signal: AbortSignal) =>
      openScriptServer(accountConfigOf(read, config, account), signal),
    configOf: (account: Account) => accountConfigOf(read, config, account),
  };
}

async function noScriptServer(): Promise<ScriptSession> {
  throw new ScriptsUnsupported('Filters on the mail server aren’t available here.');
}
