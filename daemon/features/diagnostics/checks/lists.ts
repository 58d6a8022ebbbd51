import { grouped } from '../../../base/numbers.ts';
import type { Drift } from '../../../mail/audit/drift.ts';
import { accountOf, called, finding, type Check, type Facts, type Finding } from '../facts.ts';

/** Counters, conversations, lists and contacts against the mail that they follow from. */
export const checkLists: Check = (facts) => {
  const { counters = [], threads = [], messages = [], contacts = [] } = facts.audit;
  return [
    ...drifts(facts, counters, 'counters_wrong', (count) => `${things(count, 'label')} with a wrong count of messages`),
    ...drifts(
      facts,
      threads,
      'threads_wrong',
      (count) => `${things(count, 'conversation')} shown with a wrong summary`,
    ),
    ...drifts(facts, messages, 'messages_wrong', (count) => `${things(count, 'message')} shown where it does not lie`),
    ...drifts(
      facts,
      contacts,
      'contacts_wrong',
      (count) => `${things(count, 'contact')} with a wrong count of letters`,
    ),
  ];
};

function drifts(facts: Facts, found: readonly Drift[], code: string, words: (count: number) => string): Finding[] {
  return found.flatMap((drift) => {
    const account = accountOf(facts, drift);
    if (!account) return [];
    const isOfContacts = code === 'contacts_wrong';
    return finding({
      code,
      severity: 'warning',
      category: 'storage',
      message: `${called(account)} has ${words(drift.count)}.`,
      remediation: ['Have them counted anew from the mail that is stored. Nothing else changes.'],
      account_id: account.account_id,
      action: { id: isOfContacts ? 'recount_contacts' : 'recount_labels', label: 'Count anew' },
    });
  });
}

function things(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}
