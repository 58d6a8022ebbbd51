import { EmptyState } from '../../design/feedback/empty-state.tsx';
import type { Refusal } from '../../api/session.ts';
import { strings } from '../../i18n/strings.ts';
import styles from './invalid-query.module.css';

type InvalidQueryProps = { query: string; refusal: Refusal };

/** A query that the daemon could not parse, with the position of the error and its message. */
export function InvalidQuery({ query, refusal: { message, details } }: InvalidQueryProps) {
  const position = Number(details['position'] ?? 0);
  const end = position + Number(details['length'] ?? 0);
  return (
    <div role="alert">
      <EmptyState illustration="search" title={strings.search.unreadable} hint={message}>
        <code className={styles['query']} dir="auto">
          {query.slice(0, position)}
          <mark className={styles['place']}>{query.slice(position, end) || ' '}</mark>
          {query.slice(end)}
        </code>
      </EmptyState>
    </div>
  );
}
