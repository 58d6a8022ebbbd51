import { protocolVersion } from '../../contract/protocol-version.ts';
import type { Clock } from '../../base/clock.ts';
import type { Call, ReplyOf } from '../../handler-types.ts';
import { coverageOf } from '../../mail/index/coverage.ts';
import { countMessages } from '../../mail/messages/messages.ts';
import { isSynced, syncStatusOf, type SyncProgress } from '../../mail/accounts/sync-status.ts';
import { isPerson } from '../../safety/policy.ts';
import type { adminRequests } from './contract.ts';
import type { ConfigNote } from '../../config/config-source.ts';

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
  bridge: () => BridgeState;
  config: { readonly notes: readonly ConfigNote[]; readonly trouble?: string | undefined };
};

type Status = (typeof adminRequests)['status'];

export function statusOf(
  { clock, started, instance, isDemo, version, progress, bridge, config }: StatusDeps,
  { db, accounts, caller }: Call<Status>,
): ReplyOf<Status> {
  return {
    uptime_secs: Math.max(0, Math.floor((clock.now().getTime() - started.getTime()) / 1000)),
    accounts: accounts.map(({ name, email }) => name || email),
    total_messages: countMessages(db, accounts),
    daemon_pid: process.pid,
    sync_statuses: accounts.filter(isSynced).map((account) => syncStatusOf(db, account, progress)),
    protocol_version: protocolVersion,
    daemon_version: version,
    daemon_build_id: null,
    repair_required: false,
    semantic_runtime: null,
    feature_health: null,
    degraded: false,
    instance,
    is_demo: isDemo,
    search_coverage: coverageOf(db, accounts),
    bridge: bridge(),
    // The file names accounts that the caller may not see.
    config: isPerson(caller)
      ? { trouble: config.trouble ?? null, notes: [...config.notes] }
      : { trouble: null, notes: [] },
  };
}
