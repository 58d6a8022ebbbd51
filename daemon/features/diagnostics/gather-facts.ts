import { instantOf, type Clock } from '../../base/clock.ts';
import { Failure, reasonOf } from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';
import type { WorkerHealth } from '../../base/worker.ts';
import type { Config } from '../../config/schema/schema.ts';
import type { EventLogEntry } from '../../contract/event-log.ts';
import type { Call } from '../../handler-types.ts';
import type { AuditRequest, StoreAudit } from '../../mail/audit/audit.ts';
import { coverageOf } from '../../mail/index/coverage.ts';
import { syncStatusOf } from '../../mail/accounts/sync-status.ts';
import type { SyncProgress } from '../../mail/accounts/sync-progress.ts';
import { ruleTroubles } from '../../mail/rules/troubles.ts';
import { isPerson } from '../../safety/policy.ts';
import type { ReadDb } from '../../store/db.ts';
import { settingsFileNames, type SettingsFiles } from '../../config/settings-files.ts';
import type { BridgeFacts, DamagedFile, Facts, OwnerFacts, SecretsFacts } from './facts.ts';
import { diskFacts, exposedPaths, shortTokensIn, socketFacts, type DataPaths } from './machine-facts.ts';
import { jobsOpenSince, operationsOpenSince } from './store.ts';
import type { ConfigNote } from '../../config/config-source.ts';
import type { SemanticSettings } from './semantic-facts.ts';

/** The caller and its accounts. */
export type CallerAccounts = Pick<Call, 'caller' | 'accounts'>;

/** The sources of the facts. Sources that take a caller return facts about that caller's accounts only. */
export type DoctorSources = {
  semanticSettings: () => SemanticSettings;
  paths: () => DataPaths;
  /** Free space on the disk of a folder, in bytes; null if the system does not report it. */
  freeBytes: (folder: string) => Promise<number | null>;
  /** What other users of the computer could read until the daemon was started. */
  closedPaths: readonly string[];
  /** Whether the app's window runs without the sandbox of Chromium. */
  isWindowSandboxOff?: boolean;
  /** Absent if there is no secret store. */
  secrets?: (() => Promise<SecretsFacts>) | undefined;
  settingsFiles: () => SettingsFiles;
  workers: () => WorkerHealth[];
  audit: (options: AuditRequest) => Promise<StoreAudit>;
  events: (options: { limit: number; category?: string }, call: CallerAccounts) => Promise<EventLogEntry[]>;
  countEvents: (call: CallerAccounts) => Promise<number>;
  /** Lines of the log, newest first. For the user only. */
  logs: (
    options: { limit: number; level: 'warn' | 'error'; format: 'text' | 'json' },
    call: CallerAccounts,
  ) => Promise<string[]>;
  /** The backups, newest first. For the user only. */
  backups: (call: CallerAccounts) => Promise<ListedBackups>;
};

export type ListedBackups = {
  automatic: { is_on: boolean; problem: string | null };
  backups: { made_at: string; is_sound: boolean }[];
};

export type GatherDeps = {
  clock: Clock;
  log: Log;
  isDemo: boolean;
  progress: SyncProgress;
  bridge: () => BridgeFacts;
  tcpTrouble: () => string | null;
  config: { readonly current: Config; readonly notes: readonly ConfigNote[] };
  doctor: DoctorSources;
};

const hourMs = 3_600_000;

/** Gathers facts from all sources. `deep` audits the whole store. */
export async function gatherFacts(
  deps: GatherDeps,
  call: CallerAccounts & { db: ReadDb },
  { deep }: { deep: boolean },
): Promise<Facts> {
  const { clock, config, progress, bridge, tcpTrouble, doctor } = deps;
  const { accounts, db } = call;
  const now = clock.now();
  const ids = accounts.map(({ id }) => id);
  const stored = {
    statuses: accounts.map((account) => syncStatusOf(db, account, progress)),
    coverage: coverageOf(db, accounts),
    operations: operationsOpenSince(db, ids, instantOf(new Date(now.getTime() - hourMs))),
    jobs: jobsOpenSince(db, call, now.getTime() - 24 * hourMs),
  };
  const paths = doctor.paths();
  const [audit, disk, socket, owner] = await Promise.all([
    auditOf(deps, { accounts: ids, depth: deep ? 'whole' : 'sample' }),
    diskFacts(paths, doctor.freeBytes),
    socketFacts(paths),
    isPerson(call.caller) ? ownerFacts(deps, call, paths) : undefined,
  ]);
  return {
    now,
    accounts,
    ...stored,
    intervalMs: config.current.general.sync_interval * 1000,
    audit,
    workers: doctor.workers(),
    bridge: bridge(),
    tcpTrouble: tcpTrouble(),
    disk,
    socket,
    owner,
  };
}

/** A failed audit is a finding itself, and the other facts are still needed. */
async function auditOf({ doctor, log }: GatherDeps, options: AuditRequest): Promise<Facts['audit']> {
  try {
    return await doctor.audit(options);
  } catch (failed) {
    log.error({ err: failed }, 'the store could not be looked through');
    return { trouble: reasonOf(failed).split('\n', 1)[0] ?? '' };
  }
}

async function ownerFacts(
  deps: GatherDeps,
  call: CallerAccounts & { db: ReadDb },
  paths: DataPaths,
): Promise<OwnerFacts> {
  const { doctor, config, isDemo } = deps;
  const [exposed, secrets, log, backups] = await Promise.all([
    exposedPaths(paths),
    doctor.secrets?.(),
    orTrouble(async () => ({ errors: await doctor.logs({ limit: 20, level: 'error', format: 'text' }, call) })),
    isDemo ? undefined : orTrouble(async () => backupFacts(await doctor.backups(call))),
  ]);
  return {
    rules: ruleTroubles(call.db),
    notes: config.notes,
    damagedFiles: damagedFiles(doctor.settingsFiles()),
    exposed,
    closedPaths: doctor.closedPaths,
    isWindowSandboxOff: doctor.isWindowSandboxOff ?? false,
    shortTokens: await shortTokensIn(paths),
    secrets,
    log,
    backups,
  };
}

function damagedFiles(files: SettingsFiles): DamagedFile[] {
  return settingsFileNames.flatMap((name) => {
    const { trouble, isRestorable } = files[name] ?? {};
    return trouble === undefined ? [] : [{ name, trouble, isRestorable: isRestorable ?? false }];
  });
}

function backupFacts({ automatic, backups }: ListedBackups) {
  return { newest: backups.find(({ is_sound }) => is_sound)?.made_at ?? null, automatic };
}

async function orTrouble<T>(read: () => Promise<T>): Promise<T | { trouble: string }> {
  try {
    return await read();
  } catch (failed) {
    if (failed instanceof Failure) return { trouble: failed.message };
    throw failed;
  }
}
