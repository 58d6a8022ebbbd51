import type { SavedSearch } from './queries.ts';
import type { Lens, SearchSort } from '../../../data/lens.ts';

const orders = { DateDesc: 'newest', DateAsc: 'oldest', Relevance: 'relevant' } as const;
const sorts = { newest: 'DateDesc', oldest: 'DateAsc', relevant: 'Relevance' } as const;

export type SearchLens = Extract<Lens, { kind: 'search' }>;

/** The page that a saved search opens. */
export function lensOf({ query, sort, account_id }: SavedSearch): SearchLens {
  return { kind: 'search', query, sort: orders[sort], account: account_id ?? undefined };
}

/** The sort order of the page in the form that is stored. */
export const sortFor = (order: SearchSort): SavedSearch['sort'] => sorts[order];

/** The saved search that is shown, if any. */
export function shownAmong(
  searches: readonly SavedSearch[],
  { query, account }: Pick<SearchLens, 'query' | 'account'>,
  order: SearchSort | undefined,
): SavedSearch | undefined {
  const sameQuery = searches.filter((each) => each.query === query && (each.account_id ?? undefined) === account);
  return sameQuery.find(({ sort }) => orders[sort] === order) ?? (order === undefined ? sameQuery[0] : undefined);
}

export const isPinned = ({ position }: Pick<SavedSearch, 'position'>): boolean => position < 0;

/** The icon of a search: a colour that is safe in a style, or a text. */
type SearchIcon = { colour: string } | { sign: string } | undefined;

const inNumbers = /^(?:#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|(?:rgba?|hsla?|oklch)\([\d.,%/ a-z+-]{1,50}\))$/i;
const keyword = /^(?:inherit|initial|unset|revert|transparent|currentcolor)$/i;

/** What to show for an icon. `isColour` is whether the browser knows a colour. */
export function searchIconOf(icon: string | null | undefined, isColour: (text: string) => boolean): SearchIcon {
  if (!icon) return undefined;
  const mayBe = inNumbers.test(icon) || (/^[a-z]{3,24}$/i.test(icon) && !keyword.test(icon));
  if (mayBe && isColour(icon)) return { colour: icon };
  const [first] = new Intl.Segmenter().segment(icon);
  return first && { sign: first.segment };
}

export type SearchPosition = Pick<SavedSearch, 'name' | 'position'>;

/** The updates that move a search one position up or down within the pinned searches, or within the others. */
export function positionsAfterMove(searches: readonly SearchPosition[], name: string, step: -1 | 1): SearchPosition[] {
  const { pinned, others } = splitByPin(searches);
  const group = pinned.some((each) => each.name === name) ? pinned : others;
  const at = group.findIndex((each) => each.name === name);
  const [one, other] = [group[at], group[at + step]];
  if (!one || !other) return [];
  [group[at], group[at + step]] = [other, one];
  return group === pinned ? changedPositions(pinned, []) : changedPositions([], others);
}

/** The updates that pin a search, after the pinned ones, or unpin it, before the others. */
export function positionsAfterPin(
  searches: readonly SearchPosition[],
  name: string,
  isToBePinned: boolean,
): SearchPosition[] {
  const one = searches.find((each) => each.name === name);
  if (!one || isPinned(one) === isToBePinned) return [];
  const { pinned, others } = splitByPin(searches.filter((each) => each !== one));
  return isToBePinned ? changedPositions([...pinned, one], others) : changedPositions(pinned, [one, ...others]);
}

function splitByPin(searches: readonly SearchPosition[]): { pinned: SearchPosition[]; others: SearchPosition[] } {
  return { pinned: searches.filter(isPinned), others: searches.filter((each) => !isPinned(each)) };
}

function changedPositions(pinned: readonly SearchPosition[], others: readonly SearchPosition[]): SearchPosition[] {
  const positions = [
    ...pinned.map(({ name, position }, at) => ({ name, before: position, position: at - pinned.length })),
    ...others.map(({ name, position }, at) => ({ name, before: position, position: at })),
  ];
  return positions.flatMap(({ name, before, position }) => (before === position ? [] : [{ name, position }]));
}
