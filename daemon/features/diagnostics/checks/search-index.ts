import { formatInteger } from '../../../base/numbers.ts';
import type { Drift } from '../../../mail/audit/drift.ts';
import { finding, type Check, type Facts, type Finding } from '../facts.ts';

/** Compares the search index with the store. */
export const checkSearchIndex: Check = (facts) => {
  if (!facts.audit.index) return [];
  const { error, missing, orphaned, unsearchable } = facts.audit.index;
  if (error !== null) return [indexUnreadable(error)];
  const differing = total(missing) + orphaned;
  return [
    ...(total(unsearchable) > 0 ? [indexWrong(total(unsearchable))] : []),
    ...(differing > 0 ? [indexDiffers(differing)] : []),
    ...indexWaiting(facts),
  ];
};

function total(drifts: readonly Drift[]): number {
  return drifts.reduce((sum, { count }) => sum + count, 0);
}

const rebuildAction = { id: 'rebuild_index', label: 'Rebuild the index' } as const;

function indexUnreadable(trouble: string): Finding {
  return finding({
    code: 'index_unreadable',
    severity: 'error',
    category: 'search_index',
    message: `The search index can’t be read: ${trouble}.`,
    remediation: [
      'Rebuild the index. No mail is lost, and search finds all of it again within minutes.',
      'If that doesn’t help: stop Posthorn, delete index.db in its data folder, and start it again.',
    ],
    action: rebuildAction,
  });
}

function indexWrong(count: number): Finding {
  return finding({
    code: 'index_wrong',
    severity: 'error',
    category: 'search_index',
    message: `Search doesn’t find ${formatMessages(count)} of a sample by their words.`,
    remediation: ['Rebuild the index. No mail is lost, and search finds all of it again within minutes.'],
    action: rebuildAction,
  });
}

function indexDiffers(count: number): Finding {
  return finding({
    code: 'index_differs',
    severity: 'warning',
    category: 'search_index',
    message: `The search index doesn’t match the stored mail: ${formatMessages(count)} differ${count === 1 ? 's' : ''}.`,
    remediation: ['Compare the index with all mail, and repair the differences.'],
    action: { id: 'repair_index', label: 'Repair the index' },
  });
}

/** Waiting messages are only reported if the index worker makes no progress. */
function indexWaiting({ coverage, workers }: Facts): Finding[] {
  const indexer = workers.find(({ name }) => name === 'indexer');
  const waiting = coverage.stored - coverage.indexed;
  if (waiting === 0 || !indexer || (indexer.state === 'running' && indexer.restarts === 0)) return [];
  return [
    finding({
      code: 'index_waiting',
      severity: 'warning',
      category: 'search_index',
      message: `${formatMessages(waiting)} wait${waiting === 1 ? 's' : ''} to be indexed for search, and the indexer ${indexer.state === 'running' ? 'had to be started again' : 'doesn’t run'}.`,
      remediation: ['Compare the index with all mail.', 'If they keep waiting, restart Posthorn.'],
      action: { id: 'repair_index', label: 'Repair the index' },
    }),
  ];
}

function formatMessages(count: number): string {
  return `${formatInteger(count)} message${count === 1 ? '' : 's'}`;
}
