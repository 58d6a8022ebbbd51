import { instantOf, type Clock } from '../../base/clock.ts';
import { Failure, reasonOf } from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';
import type { WorkerHealth } from '../../base/worker.ts';
import type { Config } from '../../config/schema/schema.ts';
import type { EventLogEntry } from '../../contract/event-log.ts';
import type { Call } from '../../handler-types.ts';
import type { AuditRequest, StoreAudit } from '../../mail/audit/audit.ts';
import { coverageOf } from '../../mail/index/coverage.ts';
import { syncStatusOf, type SyncProgress } from '../../mail/accounts/sync-status.ts';
import { isPerson } from '../../safety/policy.ts';
import type { ReadDb } from '../../store/db.ts';
import type { BridgeFacts, Facts, OwnerFacts, SecretsFacts } from './facts.ts';
import { diskFacts, exposedPaths, shortTokensIn, socketFacts, type DataPaths } from './machine-facts.ts';
import { jobsOpenSince, operationsOpenSince } from './store.ts';
import type { ConfigNote } from '../../config/config-source.ts';

/** The caller and its accounts. */
export type CallerAccounts = Pick<Call, 'caller' | 'accounts'>;

/** The sources of the facts. Sources that take a caller return facts about that caller's accounts only. */
export type DoctorSources = {
  paths: () => DataPaths;
  /** Free space on the disk of a folder, in bytes; null if the system does not report it. */
  freeBytes: (folder: string) => Promise<number | null>;
  /** What other users of the computer could read until the daemon was started. */
  closedPaths: readonly string[];
  /** Absent if there is no secret store. */
  secrets?: (() => Promise<SecretsFacts>) | undefined;
  workers: () => WorkerHealth[];
  audit: (options: AuditRequest) => Promise<StoreAudit>;
  events: (options: { limit: number; category?: string }, call: CallerAccounts) => Promise<EventLogEntry[]>;
  countEvents: (call: CallerAccounts) => Promise<number>;
  /** Lines of the log, newest first. For the user only. */
  logs: (
    options: { limit: number; level: 'warn' | 'error'; format: 'text' | 'json' },
    call: CallerAccounts,
  ) => Promise<string[]>;
  /** When each backup was made, newest first. For the user only. */
  backups: () => Promise<{ made_at: string }[]>;
};

export type GatherDeps = {
  clock: Clock;
  log: Log;
  isDemo: boolean;
  progress: SyncProgress;
  bridge: () => BridgeFacts;
  config: {
    readonly current: Config;
    readonly notes: readonly ConfigNote[];
    readonly trouble?: string | undefined;
  };
  doctor: DoctorSources;
};

const hourMs = 3_600_000;

/** Gathers facts from all sources. `deep` audits the whole store. */
export async function gatherFacts(
  deps: GatherDeps,
  call: CallerAccounts & { db: ReadDb },
  { deep }: { deep: boolean },
): Promise<Facts> {
  const { clock, config, progress, bridge, doctor } = deps;
  const { accounts, db } = call;
  const now = clock.now();
  const ids = accounts.map(({ id }) => id);
  const stored = {
    statuses: accounts.map((account) => syncStatusOf(db, account, progress)),
    coverage: coverageOf(db, accounts),
    operations: operationsOpenSince(db, ids, instantOf(new Date(now.getTime() - hourMs))),
    jobs: jobsOpenSince(db, ids, now.getTime() - 24 * hourMs),
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

async function ownerFacts(deps: GatherDeps, call: CallerAccounts, paths: DataPaths): Promise<OwnerFacts> {
  const { doctor, config, isDemo } = deps;
  const { notes, trouble } = config;
  const [exposed, secrets, log, backups] = await Promise.all([
    exposedPaths(paths),
    doctor.secrets?.(),
    orTrouble(async () => ({ errors: await doctor.logs({ limit: 20, level: 'error', format: 'text' }, call) })),
    isDemo ? undefined : orTrouble(async () => ({ newest: (await doctor.backups())[0]?.made_at ?? null })),
  ]);
  const { closedPaths } = doctor;
  const shortTokens = await shortTokensIn(paths);
  return { config: { notes, trouble }, exposed, closedPaths, shortTokens, secrets, log, backups };
}

async function orTrouble<T>(read: () => Promise<T>): Promise<T | { trouble: string }> {
  try {
    return await read();
  } catch (failed) {
    if (failed instanceof Failure) return { trouble: failed.message };
    throw failed;
  }
}
