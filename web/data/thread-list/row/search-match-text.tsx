import { strings } from '../../../i18n/strings.ts';
import type { RowMatch } from './search-match-context.ts';
import styles from './search-match-text.module.css';
import { type Excerpt, shortLead } from './short-lead.ts';

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

/** A text with the search terms marked. */
export function HighlightedText({ pieces }: { pieces: Excerpt }) {
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
