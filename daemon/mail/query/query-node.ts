import type { IndexColumn } from '../index/index-file.ts';
import { badQuery, type Span } from './bad-query.ts';
import type { Filter } from './filters.ts';

/** A parsed query. There are always at least two members. */
export type QueryNode =
  | { kind: 'all' | 'any'; members: QueryNode[] }
  | { kind: 'not'; member: QueryNode }
  | TextNode
  /** Two texts within this many words of each other. */
  | { kind: 'near'; column: IndexColumn | undefined; texts: [string, string]; distance: number }
  | { kind: 'filter'; filter: Filter };

/** Adjacent words, in one column of the index or in any. With `isBeginning` the last word is a prefix. */
type TextNode = { kind: 'text'; column: IndexColumn | undefined; text: string; isBeginning?: true };

/** Joins nodes; undefined members are left out. */
export function joined(kind: 'all' | 'any', members: readonly (QueryNode | undefined)[]): QueryNode | undefined {
  const present = members.filter((member) => member !== undefined);
  const flat = present.flatMap((member) => (member.kind === kind ? member.members : [member]));
  return flat.length > 1 ? { kind, members: flat } : flat[0];
}

/** Whether a text contains words that the index keeps; a single sign does not. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}\p{Co}]/u.test(text);
}

/** Names, addresses and subjects are always searched by the beginning of the last word. */
export function isColumnOfBeginnings(column: IndexColumn | undefined): boolean {
  return column !== undefined && ['from', 'to', 'cc', 'bcc', 'subject'].includes(column);
}

export function textNode(text: string, column: IndexColumn | undefined, isBeginning = false): TextNode | undefined {
  if (!hasWords(text)) return undefined;
  const word = text.replace(/\*+$/, '');
  return {
    kind: 'text',
    column,
    text: word,
    ...((isBeginning || isColumnOfBeginnings(column)) && { isBeginning: true }),
  };
}

/** `"a AROUND 5 b"` has the same meaning inside quotes. */
export function quotedNear(text: string, column: IndexColumn | undefined): QueryNode | undefined {
  if (!text.includes('AROUND')) return undefined;
  const [, left = '', distance, right = ''] = /^(.*?\S)\s+AROUND\s+(\d{1,4})\s+(\S.*)$/s.exec(text) ?? [];
  if (distance === undefined || !hasWords(left) || !hasWords(right)) return undefined;
  return { kind: 'near', column, texts: [left, right], distance: Number(distance) };
}

/** Throws Failure `bad_query` if an operand of AROUND is not a text. */
export function nearNode(
  left: QueryNode | undefined,
  around: Span & { distance: number },
  right: QueryNode | undefined,
): QueryNode {
  if (left?.kind !== 'text' || right?.kind !== 'text' || left.column !== right.column) {
    throw badQuery('Put AROUND between two words or phrases.', around);
  }
  return { kind: 'near', column: left.column, texts: [left.text, right.text], distance: around.distance };
}
