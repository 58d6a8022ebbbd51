import type { MessageRow } from '../../daemon/contract/fields.ts';
import { strings } from '../strings.ts';
import { useMatch } from './found-context.ts';
import styles from './found-text.module.css';
import type { Match } from './queries.ts';

const words = strings.search;

/** A row's subject, with the words marked that were searched for. */
export function FoundSubject({ row, children }: { row: MessageRow; children: string }) {
  const match = useMatch(row.id);
  return match?.subject ? <Pieces pieces={match.subject} /> : children;
}

/** A row's snippet: in what a search found, the place the words stand at, and which other places have them. */
export function FoundSnippet({ row }: { row: MessageRow }) {
  const match = useMatch(row.id);
  if (!match) return row.snippet;
  const places = match.places.filter((place) => place !== 'subject' && (place !== 'body' || !match.excerpt));
  return (
    <>
      {places.length > 0 && <span className="visually-hidden">{words.foundIn} </span>}
      {places.map((place) => (
        <span key={place} className={styles['place']}>
          {words.places[place]}{' '}
        </span>
      ))}
      {match.excerpt ? <Pieces pieces={match.excerpt} /> : row.snippet}
    </>
  );
}

function Pieces({ pieces }: { pieces: NonNullable<Match['excerpt']> }) {
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
