import { strings } from '../../../i18n/strings.ts';
import type { RowMatch } from './search-match-context.ts';
import styles from './search-match-text.module.css';
import type { SearchMatch } from '../../queries/search.ts';

const t = strings.search;

/** The text of a message around the match, after the names of the other fields that match. */
export function MatchedSnippet({ match, snippet }: { match: RowMatch; snippet: string }) {
  const matchedFields = match.places.filter((field) => field !== 'subject' && (field !== 'body' || !match.excerpt));
  return (
    <>
      {matchedFields.length > 0 && <span className="visually-hidden">{t.foundIn} </span>}
      {matchedFields.map((field) => (
        <span key={field} className={styles['place']}>
          {t.places[field]}{' '}
        </span>
      ))}
      {match.excerpt ? <HighlightedText pieces={shortLead(match.excerpt)} /> : snippet}
    </>
  );
}

type Pieces = NonNullable<SearchMatch['excerpt']>;

/** In characters: more before the first term would push it out of a narrow row. */
const maxLead = 16;

/** The excerpt with at most a few words before the first search term. */
function shortLead(pieces: Pieces): Pieces {
  const [first, ...others] = pieces;
  if (!first || first.is_hit || others.length === 0 || first.text.length <= maxLead) return pieces;
  const end = first.text.slice(-maxLead);
  return [{ ...first, text: `… ${end.slice(end.indexOf(' ') + 1)}` }, ...others];
}

/** A text with the search terms marked. */
export function HighlightedText({ pieces }: { pieces: Pieces }) {
  return pieces.map(({ text, is_hit }, at) =>
    is_hit ? (
      <mark key={at} className={styles['hit']}>
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
