import { checkAccounts } from './checks/accounts.ts';
import { checkBackups, checkConfig, checkLog } from './checks/config-log-backups.ts';
import { checkLists } from './checks/lists.ts';
import {
  checkClock,
  checkClosedPaths,
  checkDisk,
  checkEndpoints,
  checkFileModes,
  checkSandbox,
  checkSecrets,
  checkShortTokens,
} from './checks/machine.ts';
import { checkQueues } from './checks/queues.ts';
import { checkRules } from './checks/rules.ts';
import { checkSettingsFiles } from './checks/settings-files.ts';
import { checkSearchIndex } from './checks/search-index.ts';
import { checkStore } from './checks/store.ts';
import { checkWorkers } from './checks/workers.ts';
import type { Check, Facts, Finding } from './facts.ts';

const checks: readonly Check[] = [
  checkStore,
  checkAccounts,
  checkEndpoints,
  checkDisk,
  checkSecrets,
  checkSandbox,
  checkFileModes,
  checkClosedPaths,
  checkShortTokens,
  checkSearchIndex,
  checkLists,
  checkQueues,
  checkRules,
  checkWorkers,
  checkSettingsFiles,
  checkConfig,
  checkClock,
  checkLog,
  checkBackups,
];

const severityOrder = { error: 0, warning: 1, info: 2 } as const;

/** All findings, the most severe first. */
export function findingsIn(facts: Facts): Finding[] {
  return checks
    .flatMap((check) => check(facts))
    .toSorted((one, other) => severityOrder[one.severity] - severityOrder[other.severity]);
}

type Health = 'healthy' | 'degraded' | 'restart_required' | 'repair_required';

/** The overall health. Informational findings do not count. */
export function healthClass(findings: readonly Finding[]): Health {
  const problems = findings.filter(({ severity }) => severity !== 'info');
  if (problems.some(({ code }) => code === 'worker_failing')) return 'restart_required';
  if (problems.some(needsRepair)) return 'repair_required';
  return problems.length > 0 ? 'degraded' : 'healthy';
}

const repairActionIds: readonly string[] = ['repair_index', 'rebuild_index', 'recount_contacts', 'recount_labels'];

/** Whether stored data is damaged and a repair action exists. */
export function needsRepair({ action, code }: Finding): boolean {
  return code === 'store_unreadable' || repairActionIds.includes(action?.id ?? '');
}
