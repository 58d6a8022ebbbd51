import type { SearchMatch } from '../../queries/search.ts';

export type Excerpt = NonNullable<SearchMatch['excerpt']>;

/** In characters: more before the first term would push it out of a narrow row. */
const maxLead = 12;

/** The excerpt with at most a few words before the first search term. */
export function shortLead(pieces: Excerpt): Excerpt {
  const at = Math.max(
    0,
    pieces.findIndex(({ is_hit }) => is_hit),
  );
  const lead = pieces
    .slice(0, at)
    .map(({ text }) => text)
    .join('');
  if (lead.length <= maxLead) return pieces;
  const end = lead.slice(-maxLead);
  return [{ text: `… ${end.slice(end.indexOf(' ') + 1)}`, is_hit: false }, ...pieces.slice(at)];
}
