import { formatInteger } from '../../../base/numbers.ts';
import type { Drift } from '../../../mail/audit/drift.ts';
import { accountOf, accountDisplayName, finding, type Check, type Facts, type Finding } from '../facts.ts';

/** Compares counters, threads, lists and contacts with the mail that they derive from. */
export const checkLists: Check = (facts) => {
  const { counters = [], threads = [], messages = [], contacts = [] } = facts.audit;
  return [
    ...driftFindings(
      facts,
      counters,
      'counters_wrong',
      (count) => `${formatCount(count, 'label')} with a wrong count of messages`,
    ),
    ...driftFindings(
      facts,
      threads,
      'threads_wrong',
      (count) => `${formatCount(count, 'conversation')} shown with a wrong summary`,
    ),
    ...driftFindings(
      facts,
      messages,
      'messages_wrong',
      (count) => `${formatCount(count, 'message')} shown in the wrong place`,
    ),
    ...driftFindings(
      facts,
      contacts,
      'contacts_wrong',
      (count) => `${formatCount(count, 'contact')} with a wrong count of letters`,
    ),
  ];
};

function driftFindings(
  facts: Facts,
  found: readonly Drift[],
  code: string,
  describe: (count: number) => string,
): Finding[] {
  return found.flatMap((drift) => {
    const account = accountOf(facts, drift);
    if (!account) return [];
    const isOfContacts = code === 'contacts_wrong';
    return finding({
      code,
      severity: 'warning',
      category: 'storage',
      message: `${accountDisplayName(account)} has ${describe(drift.count)}.`,
      remediation: ['Recount them from the stored mail. Nothing else changes.'],
      account_id: account.account_id,
      action: { id: isOfContacts ? 'recount_contacts' : 'recount_labels', label: 'Recount' },
    });
  });
}

function formatCount(count: number, noun: string): string {
  return `${formatInteger(count)} ${noun}${count === 1 ? '' : 's'}`;
}
