import { instantOf, systemClock } from './base/clock.ts';
import { diskProblemOf } from './base/disk-failure.ts';
import { Failure } from './base/failure.ts';
import { freeMemory } from './base/free-memory.ts';
import { authorize, checkCaller, policyOf } from './authorization.ts';
import { backupDir } from './config/paths.ts';
import { requestsByName } from './contract.ts';
import type { Request } from './contract/define.ts';
import type { Event } from './contract/events.ts';
import type { DaemonOptions, StopReason } from './daemon-options.ts';
import { adminHandlers } from './features/admin/handlers.ts';
import { logReaders } from './features/admin/logs.ts';
import { statusWithoutStore } from './features/admin/status.ts';
import { healthOf } from './features/client/handlers.ts';
import { localeFor } from './features/client/locale.ts';
import { bugReportWithoutStore } from './features/diagnostics/bug-report.ts';
import { openRepair } from './features/repair/open-repair.ts';
import type { Caller, Dispatch } from './handler-types.ts';
import { inputIssues, invalidInput } from './invalid-input.ts';
import { createSyncProgress } from './mail/accounts/sync-progress.ts';
import { createEmbeddingState } from './mail/semantic/embedding-state.ts';
import { createBackupLister } from './mail/backups/backup-folder.ts';
import { leavesOutNote } from './mail/backups/manifest.ts';
import { isDiskProblem, type StoreProblem } from './store/damage.ts';
import { untilWritable } from './store/disk-state.ts';
import { acquireInstanceLock, readIdentity, removeIdentity } from './store/instance-lock.ts';
import { storeFiles } from './store/open.ts';

type DegradedDaemonOptions = Pick<
  DaemonOptions,
  'paths' | 'config' | 'log' | 'version' | 'clock' | 'isDemo' | 'bridge'
>;

type DegradedOptions = {
  /** Undefined where the store is only opened to restore a backup. */
  problem: StoreProblem | undefined;
  requestStop: (reason: StopReason) => void;
};

/**
 * A daemon whose mail database cannot be opened. It answers only the requests that declare `withoutStore`: its status, its
 * log, the list of backups, and the repairs. All others are refused with the problem. Throws Failure `already_running` and
 * `lock_unusable`.
 */
export function openDegradedDaemon(options: DegradedDaemonOptions, { problem, requestStop }: DegradedOptions) {
  const { paths, log, clock = systemClock, isDemo = false, config } = options;
  const lastIdentity = readIdentity(paths.dataDir);
  const lock = acquireInstanceLock(paths.dataDir, {
    instance: paths.instance,
    pid: process.pid,
    started_at: instantOf(clock.now()),
    is_demo: isDemo,
    has_mail: true,
  });
  const table = requestsByName();
  const handlers = degradedHandlers(options, { problem, requestStop });
  log.error(
    { code: problem?.code, detail: problem?.detail },
    'the daemon runs in degraded mode: mail cannot be opened',
  );

  const closing = new AbortController();
  if (problem && isDiskProblem(problem))
    void untilWritable(paths.dataDir, clock, closing.signal).then(
      () => closing.signal.aborted || requestStop('restart'),
    );

  const requireOwner = (caller: Caller) => {
    // Other tokens are stored in the mail database, so what they allow is not known.
    if (caller.token_id !== undefined) throw refusal(problem);
  };
  const dispatch: Dispatch = async (name, input, caller) => {
    const request = table.get(name);
    if (!request) throw new Failure('missing', 'unknown_request', `There is no request named ${name}.`);
    requireOwner(caller);
    const handler = request.withoutStore && handlers[name];
    if (!handler) throw refusal(problem);
    const parsed = parseInput(request, input);
    const effect = typeof request.effect === 'function' ? request.effect(parsed) : request.effect;
    authorize(effect, caller, [], policyOf(config));
    checkCaller(request, parsed, caller);
    return (request.output as { parse(reply: unknown): unknown }).parse(await handler(parsed, caller));
  };
  return {
    dispatch,
    callerForToken(_secret: string): Caller | undefined {
      throw refusal(problem);
    },
    events: {
      subscribe: () => () => undefined,
      after: (): Event[] => [],
      range: () => ({ first: 1, last: 0 }),
      visibleAccountIds: () => undefined,
      onCallersChange: () => () => undefined,
    },
    begin: () => undefined,
    whenIndexed: async () => undefined,
    handleResume: () => undefined,
    handleNotificationAction: async () => undefined,
    handleNotificationReply: async () => undefined,
    // The user repairs the store first. A page that is refused now asks again.
    handleLocalPage: () => undefined,
    isSending: () => false,
    survives(thrown: unknown) {
      if (diskProblemOf(thrown) === undefined) return false;
      log.error({ err: thrown }, 'something could not be stored');
      return true;
    },
    freeMemory,
    async close() {
      closing.abort();
      // Whether the last daemon stopped cleanly is still for the next one to see.
      if (!lastIdentity) removeIdentity(paths.dataDir);
      lock.release();
    },
  };
}

type DegradedHandler = (input: never, caller: Caller) => unknown;

/** The handlers of the requests that declare `withoutStore`, by name. */
function degradedHandlers(
  options: DegradedDaemonOptions,
  { problem, requestStop }: DegradedOptions,
): Record<string, DegradedHandler> {
  const { paths, config, log, version, clock = systemClock, isDemo = false } = options;
  const { instance, dataDir, configDir = dataDir, home = dataDir } = paths;
  const backupFolder = () => backupDir({ home, configDir, dataDir }, config.current);
  const listBackups = createBackupLister(instance);
  const files = storeFiles(dataDir);
  const repair = openRepair({
    paths,
    config,
    clock,
    log,
    files,
    problem: () => problem,
    isReadable: false,
    requestStop,
  });
  const status = {
    clock,
    started: clock.now(),
    instance,
    isDemo,
    version,
    bridge: options.bridge ?? (() => ({ url: null, trouble: null })),
    config,
    problem: () => problem,
    disk: { sentence: () => undefined },
  };
  const readLog = logReaders({ logFile: paths.logFile }).logs as unknown as DegradedHandler;
  const progress = createSyncProgress({ clock, intervalMs: () => config.current.general.sync_interval * 1000 });
  const admin = adminHandlers({
    ...status,
    progress,
    embedding: createEmbeddingState(),
    shutdown: () => setImmediate(requestStop, 'stop'),
  });
  return {
    'client.health': () => healthOf(true),
    'client.i18n': () => localeFor({ configured: config.current.ui.language, environment: process.env }),
    'admin.status': (_input, caller) => statusWithoutStore(status, caller),
    'admin.ping': admin.ping as unknown as DegradedHandler,
    'admin.shutdown': admin.shutdown as unknown as DegradedHandler,
    'admin.logs': readLog,
    'backup.list': async () => ({
      folder: backupFolder(),
      leaves_out: leavesOutNote,
      // Without mail there is nothing to back up.
      automatic: { is_on: false, problem: null },
      backups: await listBackups(backupFolder()),
    }),
    'diagnostics.bugReport': () => ({ content: bugReportWithoutStore({ ...status, config }, problem) }),
    ...Object.fromEntries(
      Object.entries(repair).map(([row, handler]) => [`repair.${row}`, handler as unknown as DegradedHandler]),
    ),
  };
}

function parseInput(request: Request, raw: unknown): never {
  const { data, error } = request.input.safeParse(raw ?? {}, inputIssues);
  if (error) throw invalidInput(error);
  return data as never;
}

/** The refusal of everything that needs the mail database. */
function refusal(problem: StoreProblem | undefined): Failure {
  const { code, message } = problem ?? {
    code: 'store_unreadable',
    message: 'The mail database is closed. Start Posthorn again.',
  };
  const repair = 'To choose how to repair it, open Posthorn’s page or run "posthorn repair".';
  const sentence = problem && isDiskProblem(problem) ? message : `${message} ${repair}`;
  return new Failure('unavailable', code, sentence, { degraded: true });
}
