import { Failure } from '../../base/failure.ts';
import { type Order } from '../../mail/query/run.ts';
import { wideningKinds, type WideningKind } from '../../mail/query/wider-queries.ts';

/** How the words of a query were searched on the first page; later pages continue in the same way. */
export type Matching = 'exact' | WideningKind;

/** The `next_cursor` of a page, with how its words were searched. */
export function cursorWith(matching: Matching, cursor: string | null): string | null {
  return cursor === null || matching === 'exact' ? cursor : `${matching}.${cursor}`;
}

/** Splits a cursor of `cursorWith`. */
export function matchingOf(cursor: string | undefined): { matching: Matching; cursor: string | undefined } {
  const matching = wideningKinds.find((kind) => cursor?.startsWith(`${kind}.`));
  return matching ? { matching, cursor: cursor?.slice(matching.length + 1) } : { matching: 'exact', cursor };
}

/** A page in date order starts after a hit, or after a number of rows. */
export type DateOrderStart = { after: { key: number; ordinal: number } | undefined; offset: number };

/** A page in ranked order starts after a number of rows, among hits that are no newer than `newest`. */
export type RankedStart = { newest: number | undefined; offset: number };

type Start = DateOrderStart | RankedStart;

/** Parses the `next_cursor` of an earlier answer in the same order. Throws Failure `bad_cursor`. */
export function startOf({ cursor, offset }: { cursor?: string | undefined; offset: number }, sort: Sort): Start {
  if (sort === 'relevant') {
    if (cursor === undefined) return { newest: undefined, offset };
    const [, newest, offsetText] = /^best\.(-?\d{1,14})\.(\d{1,9})$/.exec(cursor) ?? [];
    if (newest === undefined) throw badCursor();
    return { newest: Number(newest), offset: Number(offsetText) };
  }
  if (cursor === undefined) return { after: undefined, offset };
  const [, key, ordinal = 0] = /^(-?\d{1,14})(?:\.(\d{1,9}))?$/.exec(cursor) ?? [];
  if (key === undefined) throw badCursor();
  return { after: { key: Number(key), ordinal: Number(ordinal) }, offset: 0 };
}

function badCursor(): Failure {
  return new Failure('invalid', 'bad_cursor', 'cursor must be the next_cursor of an earlier answer in the same order.');
}

export type Sort = Order | 'relevant';
