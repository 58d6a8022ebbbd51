import type { MessageRow } from '../../../../daemon/contract/fields.ts';
import { strings } from '../../../i18n/strings.ts';
import { useGist } from '../gists/gist-context.ts';
import { useSearchMatch } from './search-match-context.ts';
import styles from './search-match-text.module.css';
import type { SearchMatch } from '../../queries/search.ts';

const t = strings.search;

/** A row's subject with the search terms marked. */
export function MatchedSubject({ row, children }: { row: MessageRow; children: string }) {
  const match = useSearchMatch(row.id);
  return match?.subject ? <HighlightedText pieces={match.subject} /> : children;
}

/**
 * A row's snippet, or the line that the model wrote in its place. In search results it is the text around the match, and names the other
 * fields that match.
 */
export function MatchedSnippet({ row }: { row: MessageRow }) {
  const match = useSearchMatch(row.id);
  const gist = useGist(row.thread_id);
  if (!match) return gist ?? row.snippet;
  const matchedFields = match.places.filter((field) => field !== 'subject' && (field !== 'body' || !match.excerpt));
  return (
    <>
      {matchedFields.length > 0 && <span className="visually-hidden">{t.foundIn} </span>}
      {matchedFields.map((field) => (
        <span key={field} className={styles['place']}>
          {t.places[field]}{' '}
        </span>
      ))}
      {match.excerpt ? <HighlightedText pieces={match.excerpt} /> : row.snippet}
    </>
  );
}

function HighlightedText({ pieces }: { pieces: NonNullable<SearchMatch['excerpt']> }) {
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
