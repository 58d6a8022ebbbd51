import { protocolVersion } from '../../contract/protocol-version.ts';
import type { Clock } from '../../base/clock.ts';
import type { Call, Caller, ReplyOf } from '../../handler-types.ts';
import { isDamage, type StoreProblem } from '../../store/damage.ts';
import { coverageOf } from '../../mail/index/coverage.ts';
import { countMessages } from '../../mail/messages/messages.ts';
import { isSynced, syncStatusOf } from '../../mail/accounts/sync-status.ts';
import type { SyncProgress } from '../../mail/accounts/sync-progress.ts';
import { isPerson } from '../../safety/policy.ts';
import type { VaultState } from '../../config/secrets/vault.ts';
import type { DiskState } from '../../store/disk-state.ts';
import type { adminRequests } from './contract.ts';
import type { EmbeddingState } from '../../mail/semantic/embedding-state.ts';
import { areAgentsPaused } from '../../config/agents-pause.ts';
import type { ConfigSource } from '../../config/config-source.ts';

/**
 * The URL of the bridge, or the reason why it does not listen; both if it could not apply new settings and keeps its old
 * address.
 */
export type BridgeState = { url: string | null; trouble: string | null };

export type StatusDeps = {
  clock: Clock;
  started: Date;
  instance: string;
  isDemo: boolean;
  version: string;
  progress: SyncProgress;
  embedding: Pick<EmbeddingState, 'runtime'>;
  bridge: () => BridgeState;
  /** What is wrong with the mail database. */
  problem: () => StoreProblem | undefined;
  disk: Pick<DiskState, 'sentence'>;
  config: Pick<ConfigSource, 'current' | 'notes'> & { readonly trouble?: string | undefined };
  /** Absent where there are no secrets. */
  secretStorage?: { vault: { state(): VaultState } } | undefined;
};

type Status = (typeof adminRequests)['status'];

export function statusOf(deps: StatusDeps, { db, accounts, caller }: Call<Status>): ReplyOf<Status> {
  const facts = () => ({
    accounts: accounts.map(({ name, email }) => name || email),
    total_messages: countMessages(db, accounts),
    sync_statuses: accounts.filter(isSynced).map((account) => syncStatusOf(db, account, deps.progress)),
    search_coverage: coverageOf(db, accounts),
    // It is about the mail of all accounts.
    semantic_runtime:
      isPerson(caller) && deps.config.current.search.semantic.enabled ? { ...deps.embedding.runtime } : null,
  });
  return { ...statusWithoutStore(deps, caller), ...readable(facts) };
}

/** A damaged database may fail while the status is read. */
function readable<Facts>(read: () => Facts): Facts | undefined {
  try {
    return read();
  } catch (failed) {
    if (isDamage(failed)) return undefined;
    throw failed;
  }
}

/** The status where the mail database cannot be read: counts are not known. */
export function statusWithoutStore(
  {
    clock,
    started,
    instance,
    isDemo,
    version,
    bridge,
    disk,
    config,
    problem,
    secretStorage,
  }: Omit<StatusDeps, 'progress' | 'embedding'>,
  caller: Caller,
): ReplyOf<Status> {
  const found = problem();
  return {
    uptime_secs: Math.max(0, Math.floor((clock.now().getTime() - started.getTime()) / 1000)),
    accounts: [],
    total_messages: 0,
    daemon_pid: process.pid,
    sync_statuses: [],
    protocol_version: protocolVersion,
    daemon_version: version,
    daemon_build_id: null,
    repair_required: found !== undefined,
    semantic_runtime: null,
    feature_health: null,
    degraded: found !== undefined,
    store_problem: found?.message ?? null,
    instance,
    is_demo: isDemo,
    search_coverage: { indexed: 0, stored: 0 },
    bridge: bridge(),
    agents_paused: areAgentsPaused(config),
    disk: disk.sentence() ?? null,
    vault: isPerson(caller) ? (secretStorage?.vault.state() ?? 'none') : 'none',
    // The file names accounts that the caller may not see.
    config: isPerson(caller)
      ? { trouble: config.trouble ?? null, notes: [...config.notes] }
      : { trouble: null, notes: [] },
  };
}
