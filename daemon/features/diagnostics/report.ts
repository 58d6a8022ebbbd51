import { protocolVersion } from '../../contract/protocol-version.ts';
import { basename } from 'node:path';
import { instantOf } from '../../base/clock.ts';
import type { Call, ReplyOf } from '../../handler-types.ts';
import { isSynced } from '../../mail/accounts/sync-status.ts';
import { countLogs } from '../../mail/rules/history.ts';
import { countRules } from '../../mail/rules/store.ts';
import { isPerson } from '../../safety/policy.ts';
import type { diagnosticsRequests } from './contract.ts';
import { findingsIn, healthClass, needsRepair } from './findings.ts';
import type { Facts, Finding } from './facts.ts';
import { gatherFacts, type GatherDeps } from './gather-facts.ts';
import { semanticFacts } from './semantic-facts.ts';
import { indexRepairedAt } from './store.ts';

export type ReportDeps = GatherDeps & { version: string };

type Row = (typeof diagnosticsRequests)['report'];
type Report = ReplyOf<Row>['report'];

/** The doctor's report (wire-contract, section 14.14). */
export async function reportFor(deps: ReportDeps, call: Call<Row>, { deep }: { deep: boolean }): Promise<Report> {
  const { doctor, version } = deps;
  const rebuiltAt = indexRepairedAt(call.db);
  const facts = await gatherFacts(deps, call, { deep });
  const [syncEvents, eventCount] = await Promise.all([
    doctor.events({ limit: 20, category: 'sync' }, call),
    doctor.countEvents(call),
  ]);
  const findings = findingsIn(facts);
  const semantic = semanticFacts(call.db, doctor.semanticSettings());
  const health_class = healthClass(findings);
  const synced = facts.accounts.filter(isSynced).map(({ account_id }) => account_id);
  return {
    daemon_running: true,
    daemon_pid: process.pid,
    daemon_version: version,
    daemon_build_id: null,
    daemon_protocol_version: protocolVersion,
    healthy: health_class === 'healthy',
    health_class,
    repair_required: findings.some(needsRepair),
    restart_required: health_class === 'restart_required',
    findings,
    recommended_next_steps: nextSteps(findings),
    is_deep: deep,
    ...filesOf(deps, facts, isPerson(call.caller)),
    lexical_index_freshness: freshnessOf(facts),
    lexical_last_rebuilt_at: rebuiltAt === undefined ? null : instantOf(new Date(rebuiltAt)),
    recent_error_logs: facts.owner && 'errors' in facts.owner.log ? [...facts.owner.log.errors] : [],
    recent_sync_events: syncEvents,
    last_successful_sync_at:
      facts.statuses
        .flatMap((each) => each.last_success_at ?? [])
        .toSorted()
        .at(-1) ?? null,
    sync_statuses: facts.statuses.filter(({ account_id }) => synced.includes(account_id)),
    data_stats: statsOf(facts, eventCount, {
      rules: countRules(call.db),
      rule_logs: countLogs(call.db),
      ...semantic.stats,
    }),
    feature_health: null,
    ...semantic.report,
    socket_exists: facts.socket.exists,
    socket_reachable: facts.socket.isReachable,
    stale_socket: facts.socket.exists && !facts.socket.isReachable,
    secret_store: facts.owner?.secrets?.kind ?? null,
    token_store: facts.owner?.secrets?.tokens ?? null,
    workers: [...facts.workers],
  };
}

/** The first step for each finding. */
function nextSteps(findings: readonly Finding[]): string[] {
  const problems = findings.filter(({ severity }) => severity !== 'info');
  return [...new Set(problems.flatMap(({ remediation }) => remediation.slice(0, 1)))];
}

/** Paths are for the user only, because they may contain the user's name. */
function filesOf({ doctor }: ReportDeps, { disk, workers }: Facts, isOwner: boolean) {
  const { files, logFile = '' } = doctor.paths();
  const visiblePath = (path: string) => (isOwner ? path : basename(path));
  const indexer = workers.find(({ name }) => name === 'indexer');
  return {
    data_dir_exists: disk.hasDataDir,
    database_exists: disk.hasDatabase,
    database_path: visiblePath(files.mail),
    database_size_bytes: disk.mail,
    index_exists: disk.hasIndex,
    index_path: visiblePath(files.index),
    index_size_bytes: disk.index,
    index_lock_held: indexer?.state === 'running',
    index_lock_error: indexer?.state === 'restarting' ? 'The index worker died and is started again.' : null,
    log_path: visiblePath(logFile),
    log_size_bytes: disk.log,
    free_bytes: disk.free,
  };
}

function freshnessOf({ audit: { index }, coverage }: Facts): Report['lexical_index_freshness'] {
  if (!index) return 'unknown';
  if (index.error !== null) return 'error';
  if (index.missing.length > 0 || index.orphaned > 0 || index.unsearchable.length > 0) return 'repair_required';
  return coverage.indexed < coverage.stored ? 'indexing' : 'current';
}

function statsOf(
  { audit: { stats }, statuses }: Facts,
  events: number,
  counts: { rules: number; rule_logs: number } & ReturnType<typeof semanticFacts>['stats'],
): Report['data_stats'] {
  if (!stats) return null;
  return {
    ...stats,
    bodies: stats.messages,
    event_log: events,
    sync_log: 0,
    sync_runtime_statuses: statuses.filter(({ last_attempt_at }) => last_attempt_at !== null).length,
    ...counts,
  };
}
