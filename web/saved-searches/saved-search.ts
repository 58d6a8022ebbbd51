import type { Lens, SearchSort } from '../queries.ts';
import type { SavedSearch } from './queries.ts';

const orders = { DateDesc: 'newest', DateAsc: 'oldest', Relevance: 'relevant' } as const;
const sorts = { newest: 'DateDesc', oldest: 'DateAsc', relevant: 'Relevance' } as const;

export type SearchLens = Extract<Lens, { kind: 'search' }>;

/** What a saved search opens. */
export function lensOf({ query, sort, account_id }: SavedSearch): SearchLens {
  return { kind: 'search', query, sort: orders[sort], account: account_id ?? undefined };
}

/** An order of the page as it is kept. */
export const sortFor = (order: SearchSort): SavedSearch['sort'] => sorts[order];

/** Which of the searches it is that is shown, if it is one of them. */
export function shownAmong(
  searches: readonly SavedSearch[],
  { query, account }: Pick<SearchLens, 'query' | 'account'>,
  order: SearchSort | undefined,
): SavedSearch | undefined {
  const asked = searches.filter((each) => each.query === query && (each.account_id ?? undefined) === account);
  return asked.find(({ sort }) => orders[sort] === order) ?? (order === undefined ? asked[0] : undefined);
}

export const isPinned = ({ position }: Pick<SavedSearch, 'position'>): boolean => position < 0;

/** The icon of a search: a colour that is safe to style with, or what is written instead. */
export type Mark = { colour: string } | { sign: string } | undefined;

const inNumbers = /^(?:#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|(?:rgba?|hsla?|oklch)\([\d.,%/ a-z+-]{1,50}\))$/i;
const keyword = /^(?:inherit|initial|unset|revert|transparent|currentcolor)$/i;

/** What to show for an icon. `isColour` says whether the browser knows a colour. */
export function markOf(icon: string | null | undefined, isColour: (text: string) => boolean): Mark {
  if (!icon) return undefined;
  const mayBe = inNumbers.test(icon) || (/^[a-z]{3,24}$/i.test(icon) && !keyword.test(icon));
  if (mayBe && isColour(icon)) return { colour: icon };
  const [first] = new Intl.Segmenter().segment(icon);
  return first && { sign: first.segment };
}

export type Placed = Pick<SavedSearch, 'name' | 'position'>;

/** What has to be told so that one stands a step further up or down among those that are pinned, or among the others. */
export function moved(searches: readonly Placed[], name: string, step: -1 | 1): Placed[] {
  const { pinned, others } = parted(searches);
  const group = pinned.some((each) => each.name === name) ? pinned : others;
  const at = group.findIndex((each) => each.name === name);
  const [one, other] = [group[at], group[at + step]];
  if (!one || !other) return [];
  [group[at], group[at + step]] = [other, one];
  return group === pinned ? changedPlaces(pinned, []) : changedPlaces([], others);
}

/** The same so that one is pinned, behind those that are, or stands first among the others. */
export function pinnedOr(searches: readonly Placed[], name: string, isToBePinned: boolean): Placed[] {
  const one = searches.find((each) => each.name === name);
  if (!one || isPinned(one) === isToBePinned) return [];
  const { pinned, others } = parted(searches.filter((each) => each !== one));
  return isToBePinned ? changedPlaces([...pinned, one], others) : changedPlaces(pinned, [one, ...others]);
}

function parted(searches: readonly Placed[]): { pinned: Placed[]; others: Placed[] } {
  return { pinned: searches.filter(isPinned), others: searches.filter((each) => !isPinned(each)) };
}

function changedPlaces(pinned: readonly Placed[], others: readonly Placed[]): Placed[] {
  const places = [
    ...pinned.map(({ name, position }, at) => ({ name, before: position, position: at - pinned.length })),
    ...others.map(({ name, position }, at) => ({ name, before: position, position: at })),
  ];
  return places.flatMap(({ name, before, position }) => (before === position ? [] : [{ name, position }]));
}
