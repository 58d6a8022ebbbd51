import type { ServerQuery, ServerQueryTerm } from '../../providers/provider.ts';
import { allKeys, rangeOf } from './conditions.ts';
import type { Now } from './days.ts';
import type { QueryNode } from './query-node.ts';

const serverFields = ['from', 'to', 'cc', 'bcc', 'subject'] as const;

/** Terms sent to a server, at most: more make the search slow, and hardly narrower. */
const maxTerms = 12;

/**
 * What a server can be asked to find mail of a query: words and dates that every hit must have. Other conditions are left
 * out, so the server may find more than the query does. Undefined if there are neither words nor dates.
 */
export function serverQueryOf(node: QueryNode, now: Now): ServerQuery | undefined {
  const required = node.kind === 'all' ? node.members : [node];
  const terms = required.flatMap(termsOf).slice(0, maxTerms);
  const ranges = required.flatMap((each) =>
    each.kind === 'filter' && (each.filter.kind === 'day' || each.filter.kind === 'age')
      ? [rangeOf(each.filter, now)]
      : [],
  );
  const from = Math.max(allKeys.from, ...ranges.map((range) => range.from));
  const to = Math.min(allKeys.to, ...ranges.map((range) => range.to));
  if (terms.length === 0 && ranges.length === 0) return undefined;
  return {
    terms,
    ...(from > allKeys.from && { since: dateOf(from) }),
    ...(to < allKeys.to && { before: dateOf(to + 1) }),
  };
}

/** The words of a phrase one by one, because servers compare line breaks and punctuation in it. */
function termsOf(node: QueryNode): ServerQueryTerm[] {
  if (node.kind !== 'text' && node.kind !== 'near') return [];
  const { column } = node;
  const field = serverFields.find((each) => each === column) ?? 'text';
  // A server has no search for file names or list ids alone; they are in the text of the message.
  const text = node.kind === 'text' ? node.text : node.texts.join(' ');
  return text
    .split(/\s+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .map((word) => ({ field, text: word }));
}

function dateOf(seconds: number): Date {
  return new Date(seconds * 1000);
}
