import { Panel } from '../design/panel.tsx';
import type { Refusal } from '../session.ts';
import { strings } from '../strings.ts';
import styles from './unreadable-query.module.css';

type UnreadableQueryProps = { query: string; refusal: Refusal };

/** A query the daemon could not read, with the place it stumbled over and what it says about it. */
export function UnreadableQuery({ query, refusal: { message, details } }: UnreadableQueryProps) {
  const position = Number(details['position'] ?? 0);
  const end = position + Number(details['length'] ?? 0);
  return (
    <div role="alert">
      <Panel scene="search" title={strings.search.unreadable} hint={message}>
        <code className={styles['query']} dir="auto">
          {query.slice(0, position)}
          <mark className={styles['place']}>{query.slice(position, end) || ' '}</mark>
          {query.slice(end)}
        </code>
      </Panel>
    </div>
  );
}
