/**
 * Posthorn's daemon. It knows mail, and neither HTTP nor Electron. This file composes it. Decisions: docs/decisions/.
 *
 *   base/           clock, failures, ids, log, loops, worker threads; imports nothing of ours
 *   contract/       define.ts (what a request is), shared fields, events, JSON Schema; imports zod only
 *   config/         config.toml (schema, watching, editing), keys.toml, paths, secrets
 *   safety/         what a caller may do; pure functions
 *   store/          db.ts (ReadDb, WriteDb, sql``), migrations, instance lock, write lock, restore
 *   outgoing/       the only HTTP client, with its guards
 *   oauth/          sign-ins with Google and Microsoft: sessions, tokens; the only importer of openid-client
 *   providers/      provider.ts is the port to mail servers, sender.ts the port for sending; imap/, gmail/, smtp/, fake/
 *   mail/           what features share: messages, threads, labels, ingest, mime/, query/, index/, mutations/, outbox/
 *   features/       one folder for each feature: contract.ts (requests), feature.ts (how it is opened), handlers.ts
 *   notifications/  which notifications and sounds a desktop gets
 *   workers/        entries of the worker threads: ingest, indexer, reader, checker, rules, backup
 *   fronts/         the local socket, the command line, and mcp/ with the tool server; HTTP is in bridge/
 *
 *   features.ts  every feature     core.ts          stores, events, clock, workers, accounts, sending
 *   contract.ts  every request     feature-host.ts  opens features and tells them what happens
 *   dispatch.ts  the only entry    account-loops.ts the loops of each account
 *
 * Mail in:    provider -> features/sync -> ingest worker (parse, thread, store, index queue) -> indexer -> events
 * A request:  front or bridge -> dispatch -> handler -> mail/ or the feature's store.ts -> reply
 * A send:     compose or drafts -> mail/outbox/queue.ts (a row) -> features/outbox/send-loop.ts -> sender -> copy in Sent
 * A change:   handler -> mail/mutations/apply.ts (rows, undo, one operation a message) -> push loop -> server -> next sync
 */
import { requestNamed } from './contract.ts';
import { callerForToken, revalidateListener, visibleAccountIds } from './authorization.ts';
import { instantOf, systemClock } from './base/clock.ts';
import { diskProblemOf, toStartFailure } from './base/disk-failure.ts';
import { freeMemory } from './base/free-memory.ts';
import { startLoops, type RunningLoop } from './base/loop.ts';
import { reloadOnConfigChange } from './config-reload.ts';
import { openCore, type Core } from './core.ts';
import type { DaemonOptions, StopReason } from './daemon-options.ts';
import { createDispatch } from './dispatch.ts';
import { createFeatureHost, type FeatureHost } from './feature-host.ts';
import type { BridgeState } from './features/admin/status.ts';
import { features } from './features.ts';
import type { Caller, Dispatch } from './handler-types.ts';
import { allAccounts } from './mail/accounts/accounts.ts';
import { accountsWithoutContactCounts } from './mail/contacts/contacts.ts';
import type { Events } from './mail/events/events.ts';
import { isSending } from './mail/outbox/outbox.ts';
import { noDesktop, type NotificationAction } from './notifications/desktop.ts';
import { openDesktopService } from './notifications/desktop-service.ts';
import { saveDamageRecord, storeProblemOf, type StoreProblem } from './store/damage.ts';

export type { BridgeState };

export type Daemon = {
  dispatch: Dispatch;
  /** Who holds a token that was made beside the owner's own. */
  callerForToken(token: string): Caller | undefined;
  events: Pick<Events, 'subscribe' | 'after' | 'range'> & {
    /**
     * The accounts whose events a caller may see now, by public id; undefined where that is all of them. Throws Failure
     * `policy` where it may see nothing.
     */
    visibleAccountIds(caller: Caller): ReadonlySet<string> | undefined;
    /** The listener is called when callers may have lost rights: a token was removed, or a profile has changed. */
    onCallersChange(listener: () => void): () => void;
  };
  /** Resolves when the daemon was asked to stop or to restart. The caller of `openDaemon` then closes it. */
  stopRequested: Promise<StopReason>;
  /** Begins to sync, to index and to look after what is stored. Who shows mail first lets it be asked for first. */
  begin(): void;
  /** Waits until search covers all that is stored. */
  whenIndexed(): Promise<void>;
  /** The computer has slept. A desktop says so sooner than it is noticed. */
  handleResume(): void;
  /** The person did something from a notification. They are told where it cannot be done. */
  handleNotificationAction(notificationId: string, action: NotificationAction): Promise<void>;
  /** The user wrote a reply in a notification. It is sent, or kept as a draft and the user told why. */
  handleNotificationReply(notificationId: string, text: string): Promise<void>;
  /** A page of another program on this computer wants the token: the user is to be asked. */
  handleLocalPage(origin: string): void;
  /** Whether a message is being handed over to a server at this moment. */
  isSending(): boolean;
  /**
   * Whether the daemon goes on after an error that nothing handled. It does after a failure of the disk, wherever that
   * occurred: a transaction was rolled back, and background work waits until the disk can store something.
   */
  survives(thrown: unknown): boolean;
  /** Returns the memory that this thread and idle workers do not need to the system. They do nothing else meanwhile, for some 50 ms. */
  freeMemory(): void;
  /** Stops in good order, within two seconds. */
  close(): Promise<void>;
};

/**
 * Opens the store and answers requests; `begin` starts the background work. If the mail database is damaged but can be
 * read, requests that change something are refused; if it cannot be opened, only the requests for repairing it are
 * answered. Throws Failure `already_running`, `lock_unusable`, `not_a_demo`; then nothing is left running.
 */
export async function openDaemon(options: DaemonOptions): Promise<Daemon> {
  const { promise: stopRequested, resolve: requestStop } = Promise.withResolvers<StopReason>();
  const stop = { stopRequested, requestStop };
  const problemOf = (failed: unknown) =>
    options.isDemo ? undefined : storeProblemOf(failed, instantOf((options.clock ?? systemClock).now()));
  if (options.startProblem) return openDegraded(options, options.startProblem, stop);
  try {
    return await openWithStore(options, stop);
  } catch (thrown) {
    const failed = toStartFailure(thrown);
    const problem = problemOf(failed);
    if (problem?.code !== 'store_damaged') return openDegraded(options, problem, stop, failed);
    saveDamageRecord(options.paths.dataDir, problem);
    // Nothing is written now, so what is intact may still be readable.
    return openWithStore(options, stop).catch((again: unknown) => openDegraded(options, problemOf(again), stop, again));
  }
}

type StopRequest = { stopRequested: Promise<StopReason>; requestStop: (reason: StopReason) => void };

async function openDegraded(
  options: DaemonOptions,
  problem: StoreProblem | undefined,
  { stopRequested, requestStop }: StopRequest,
  cause?: unknown,
): Promise<Daemon> {
  if (!problem) throw cause;
  const { openDegradedDaemon } = await import('./degraded-daemon.ts');
  return { ...openDegradedDaemon(options, { problem, requestStop }), stopRequested };
}

async function openWithStore(options: DaemonOptions, { stopRequested, requestStop }: StopRequest): Promise<Daemon> {
  const host = createFeatureHost(features, () => core);
  const core: Core = await openCore(options, {
    ...host,
    requestStop,
    dispatch: (...request) => dispatch(...request),
    requestOf: requestNamed,
    onUserAction: (action) => desktopService.onUserAction(action),
    onPauseChange: () => desktopService.onPauseChange(),
    stopBackground: () => void running?.then((loops) => loops.stop()),
  });
  const { config, log, clock, read, mail, events, announce, policy, workers, keyBindings, recorder } = core;
  const dispatch = createDispatch({
    ...core,
    write: mail,
    ...host,
    activity: recorder,
    isDegraded: () => core.storeGuard.problem() !== undefined,
    onFailure: core.storeGuard.report,
  });
  const desktopService = openDesktopService({
    ...core,
    desktop: options.desktop ?? noDesktop,
    write: mail,
    request: (name, input) => dispatch(name, input, { origin: 'human' }),
  });
  const stopConfigReload = reloadOnConfigChange(core);
  keyBindings.onChange(() => announce({ event: 'ConfigChanged', keys: ['keys'], trouble: config.trouble ?? null }));
  let running: Promise<RunningLoop> | undefined;
  let closing: Promise<void> | undefined;
  log.info({ instance: options.paths.instance, accounts: allAccounts(read).length }, 'the daemon is running');

  const close = async () => {
    log.info('the daemon stops');
    stopConfigReload();
    for (const part of [keyBindings, desktopService, core.models]) part.close();
    core.browserSignIn?.sessions.close();
    await (await running)?.stop();
    await workers.stopReaders();
    recorder.flush();
    core.tokenUses.close();
    await core.close();
    log.info('the daemon has stopped');
  };
  return {
    dispatch,
    callerForToken: callerFinder(core),
    events: {
      ...events,
      visibleAccountIds: (caller) =>
        visibleAccountIds(revalidateListener(read, caller, clock.now()), allAccounts(read), policy()),
      onCallersChange: core.callerChanges.subscribe,
    },
    stopRequested,
    begin() {
      if (running || closing) return;
      // Damage that is known from an earlier run may have been put right by the user.
      if (core.storeGuard.problem()) return void core.storeGuard.check();
      running = beginBackground(core, host);
    },
    whenIndexed: () => workers.indexer.ask('whenIdle', undefined),
    handleResume: host.onResume,
    handleNotificationAction: desktopService.handleAction,
    handleNotificationReply: desktopService.handleReply,
    handleLocalPage: core.localPages.ask,
    isSending: () => isSending(read),
    survives(thrown) {
      if (diskProblemOf(thrown) === undefined) return false;
      log.error({ err: thrown }, 'something could not be stored');
      void core.disk.check(thrown);
      return true;
    },
    freeMemory() {
      workers.freeMemory();
      freeMemory();
    },
    close: () => (closing ??= close()),
  };
}

/** Finds the holder of a token, and notes that the token was used. */
function callerFinder({ read, clock, tokenUses }: Core): Daemon['callerForToken'] {
  return (secret) => {
    const caller = callerForToken(read, secret, clock.now());
    if (caller?.token_id !== undefined) tokenUses.note(caller.token_id);
    return caller;
  };
}

/** Starts the background work: loops, the index, counts that are missing, and a check after an unclean stop. */
async function beginBackground(core: Core, host: FeatureHost): Promise<RunningLoop> {
  const { clock, log, read, progress, workers, disk } = core;
  const loops = [disk.loop, ...(await host.openBackground())];
  // An account's loop announces its own progress when it begins; a disabled account has none.
  progress.clear();
  const running = startLoops([...loops, core.storeGuard.idleCheck], { clock, log, disk });
  workers.notifyIndexer('start');
  for (const account of accountsWithoutContactCounts(read)) {
    workers.ingest
      .ask('recountContacts', account)
      .catch((failed: unknown) =>
        log.warn({ err: failed }, 'the contacts were not counted; the next start tries again'),
      );
  }
  if (core.isUnclean) void core.storeGuard.check();
  return running;
}
