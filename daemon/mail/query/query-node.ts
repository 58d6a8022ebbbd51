import type { IndexColumn } from '../index/index-file.ts';
import { badQuery, type Span } from './bad-query.ts';
import type { Filter } from './filters.ts';

/** A query, read. Members are never fewer than two. */
export type QueryNode =
  | { kind: 'all' | 'any'; members: QueryNode[] }
  | { kind: 'not'; member: QueryNode }
  | TextNode
  /** Two texts within so many words of each other. */
  | { kind: 'near'; column: IndexColumn | undefined; texts: [string, string]; distance: number }
  | { kind: 'filter'; filter: Filter };

/** Words next to each other, in one column of the index or in any. Of `isBeginning` the last one may go on. */
type TextNode = { kind: 'text'; column: IndexColumn | undefined; text: string; isBeginning?: true };

/** Several nodes as one; those that ask for nothing are left out. */
export function joined(kind: 'all' | 'any', members: readonly (QueryNode | undefined)[]): QueryNode | undefined {
  const present = members.filter((member) => member !== undefined);
  const flat = present.flatMap((member) => (member.kind === kind ? member.members : [member]));
  return flat.length > 1 ? { kind, members: flat } : flat[0];
}

/** Words are what the index keeps of a text; a lone sign asks for nothing. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}\p{Co}]/u.test(text);
}

export function textNode(text: string, column: IndexColumn | undefined, isBeginning = false): TextNode | undefined {
  return hasWords(text) ? { kind: 'text', column, text, ...(isBeginning && { isBeginning }) } : undefined;
}

/** `"a AROUND 5 b"` means the same inside quotes. */
export function quotedNear(text: string, column: IndexColumn | undefined): QueryNode | undefined {
  if (!text.includes('AROUND')) return undefined;
  const [, left = '', distance, right = ''] = /^(.*?\S)\s+AROUND\s+(\d{1,4})\s+(\S.*)$/s.exec(text) ?? [];
  if (distance === undefined || !hasWords(left) || !hasWords(right)) return undefined;
  return { kind: 'near', column, texts: [left, right], distance: Number(distance) };
}

/** Throws Failure `bad_query` where something else than two texts stands about an AROUND. */
export function nearNode(
  left: QueryNode | undefined,
  around: Span & { distance: number },
  right: QueryNode | undefined,
): QueryNode {
  if (left?.kind !== 'text' || right?.kind !== 'text' || left.column !== right.column) {
    throw badQuery('AROUND stands between two words or phrases.', around);
  }
  return { kind: 'near', column: left.column, texts: [left.text, right.text], distance: around.distance };
}
