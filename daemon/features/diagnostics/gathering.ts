import { instantOf, type Clock } from '../../base/clock.ts';
import { Failure, reasonOf } from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';
import type { WorkerHealth } from '../../base/worker.ts';
import type { ConfigNote } from '../../config/file.ts';
import type { Config } from '../../config/schema.ts';
import type { EventLogEntry } from '../../contract/event-log.ts';
import type { Call } from '../../handling.ts';
import type { AuditWish, StoreAudit } from '../../mail/audit/audit.ts';
import { coverageOf } from '../../mail/index/coverage.ts';
import { syncStatusOf, type SyncProgress } from '../../mail/sync-state.ts';
import { isPerson } from '../../safety/policy.ts';
import type { ReadDb } from '../../store/db.ts';
import type { BridgeFacts, Facts, OwnFacts, SecretsFacts } from './facts.ts';
import { diskFacts, loosePlaces, socketFacts, type OwnPlaces } from './machine-facts.ts';
import { jobsOpenSince, operationsOpenSince } from './store.ts';

/** Who wants to know, and of which accounts. */
export type Asking = Pick<Call, 'caller' | 'accounts'>;

/** Whom the doctor asks. What answers for a caller answers for that caller's accounts alone. */
export type DoctorSources = {
  places: () => OwnPlaces;
  /** Room on the disk of a folder, in bytes; null where the system does not say. */
  freeBytes: (folder: string) => Promise<number | null>;
  /** Absent where there are no secrets to keep. */
  secrets?: (() => Promise<SecretsFacts>) | undefined;
  workers: () => WorkerHealth[];
  audit: (wish: AuditWish) => Promise<StoreAudit>;
  events: (wish: { limit: number; category?: string }, call: Asking) => Promise<EventLogEntry[]>;
  countEvents: (call: Asking) => Promise<number>;
  /** Lines of the log, newest first. For the owner alone. */
  logs: (wish: { limit: number; level: 'warn' | 'error'; format: 'text' | 'json' }, call: Asking) => Promise<string[]>;
  /** When each backup was made, newest first. For the owner alone. */
  backups: () => Promise<{ made_at: string }[]>;
};

export type GatheringParts = {
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

const hour = 3_600_000;

/** Asks everybody about this moment. `deep` has all that is stored looked through. */
export async function gather(
  parts: GatheringParts,
  call: Asking & { db: ReadDb },
  { deep }: { deep: boolean },
): Promise<Facts> {
  const { clock, config, progress, bridge, doctor } = parts;
  const { accounts, db } = call;
  const now = clock.now();
  const ids = accounts.map(({ id }) => id);
  const read = {
    statuses: accounts.map((account) => syncStatusOf(db, account, progress)),
    coverage: coverageOf(db, accounts),
    operations: operationsOpenSince(db, ids, instantOf(new Date(now.getTime() - hour))),
    jobs: jobsOpenSince(db, ids, now.getTime() - 24 * hour),
  };
  const places = doctor.places();
  const [audit, disk, socket, own] = await Promise.all([
    auditOf(parts, { accounts: ids, depth: deep ? 'whole' : 'sample' }),
    diskFacts(places, doctor.freeBytes),
    socketFacts(places),
    isPerson(call.caller) ? ownFacts(parts, call, places) : undefined,
  ]);
  return {
    now,
    accounts,
    ...read,
    intervalMs: config.current.general.sync_interval * 1000,
    audit,
    workers: doctor.workers(),
    bridge: bridge(),
    disk,
    socket,
    own,
  };
}

/** A store that cannot be looked through is a finding, and the others are worth the more. */
async function auditOf({ doctor, log }: GatheringParts, wish: AuditWish): Promise<Facts['audit']> {
  try {
    return await doctor.audit(wish);
  } catch (failed) {
    log.error({ err: failed }, 'the store could not be looked through');
    return { trouble: reasonOf(failed).split('\n', 1)[0] ?? '' };
  }
}

async function ownFacts(parts: GatheringParts, call: Asking, places: OwnPlaces): Promise<OwnFacts> {
  const { doctor, config, isDemo } = parts;
  const { notes, trouble } = config;
  const [loose, secrets, log, backups] = await Promise.all([
    loosePlaces(places),
    doctor.secrets?.(),
    orTrouble(async () => ({ errors: await doctor.logs({ limit: 20, level: 'error', format: 'text' }, call) })),
    isDemo ? undefined : orTrouble(async () => ({ newest: (await doctor.backups())[0]?.made_at ?? null })),
  ]);
  return { config: { notes, trouble }, loose, secrets, log, backups };
}

async function orTrouble<T>(looking: () => Promise<T>): Promise<T | { trouble: string }> {
  try {
    return await looking();
  } catch (failed) {
    if (failed instanceof Failure) return { trouble: failed.message };
    throw failed;
  }
}
