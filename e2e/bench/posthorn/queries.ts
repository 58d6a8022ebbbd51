import type { Page } from './load.ts';
import { syntheticCorrespondents, syntheticVocabulary } from '../mail/synthetic.ts';

/** Requests the first page of fifty conversations, with shell and sidebar. */
export const firstPage: Page = { path: '/mail/mailbox', fields: { limit: 50, lens_kind: 'all_mail' } };

/** A kind of query, in the syntax of Posthorn and of notmuch. */
export type BenchQuery = { kind: string; posthorn: string; notmuch: string };

/**
 * The kinds of queries of goals 7 and 9. The ranks were chosen so that a common word is in most messages, a mid one in a
 * tenth and a rare one in less than a thousandth.
 */
export function benchQueries(): BenchQuery[] {
  const { words } = syntheticVocabulary();
  const word = (rank: number) => words[rank] ?? '';
  const [common, second, mid, rare] = [word(20), word(30), word(300), word(40_000)];
  const sender = syntheticCorrespondents().people[20]?.email ?? '';
  const both = (kind: string, query: string): BenchQuery => ({ kind, posthorn: query, notmuch: query });
  return [
    both('common', common),
    both('mid', mid),
    both('rare', rare),
    both('phrase', `"${common} ${word(60)}"`),
    both('from', `from:${sender}`),
    {
      kind: 'date+word',
      posthorn: `${mid} after:2024-01-01 before:2024-04-01`,
      notmuch: `${mid} date:2024-01-01..2024-03-31`,
    },
    both('2 common', `${common} ${second}`),
    { kind: 'common+unread', posthorn: `${common} is:unread`, notmuch: `${common} tag:unread` },
  ];
}

/** A word that most synthetic messages have. */
export function commonWord(): string {
  return benchQueries()[0]?.posthorn ?? '';
}
