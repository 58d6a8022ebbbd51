import { useNavigate } from '@tanstack/react-router';
import { Button } from '../design/button.tsx';
import type { Lens } from '../queries.ts';
import { strings } from '../strings.ts';
import type { Found } from './queries.ts';
import styles from './search-page.module.css';

const words = strings.search;

type DidYouMeanProps = {
  correction: NonNullable<Found['did_you_mean']>;
  lens: Extract<Lens, { kind: 'search' }>;
};

/** The query that was probably meant, one click away. */
export function DidYouMean({ correction: { query, total }, lens: { sort, account } }: DidYouMeanProps) {
  const navigate = useNavigate();
  return (
    <p className={styles['meant']} role="status">
      {words.didYouMean}{' '}
      <Button onClick={() => void navigate({ to: '/search', search: { q: query, sort, account } })}>
        <bdi>{query}</bdi>
      </Button>{' '}
      <span className={styles['soft']}>{words.wouldFind({ total })}</span>
    </p>
  );
}
