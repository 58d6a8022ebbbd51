import type { Clock } from '../../base/clock.ts';
import type { ConfigNote } from '../../config/file.ts';
import type { Handlers } from '../../handling.ts';
import { coverageOf } from '../../mail/index/coverage.ts';
import { countMessages } from '../../mail/messages.ts';
import { isSynced, syncStatusOf, type SyncProgress } from '../../mail/sync-state.ts';
import type { adminRequests } from './contract.ts';

export type BridgeState = { url: string | null; trouble: string | null };

export type AdminParts = {
  clock: Clock;
  started: Date;
  instance: string;
  isDemo: boolean;
  version: string;
  protocolVersion: number;
  progress: SyncProgress;
  bridge: () => BridgeState;
  config: { readonly notes: readonly ConfigNote[]; readonly trouble?: string | undefined };
  /** Stops the daemon after the answer is out. */
  shutdown: () => void;
};

export function adminHandlers(parts: AdminParts): Handlers<typeof adminRequests> {
  const { clock, started, instance, isDemo, version, protocolVersion, progress, bridge, config, shutdown } = parts;
  return {
    status: (_input, { db, accounts }) => ({
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
      config: { trouble: config.trouble ?? null, notes: [...config.notes] },
    }),
    ping: () => ({ pong: true }),
    shutdown: () => {
      shutdown();
      return { shutdown: 'scheduled' };
    },
  };
}
