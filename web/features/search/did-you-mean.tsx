import { useNavigate } from '@tanstack/react-router';
import { Button } from '../../design/controls/button.tsx';
import { strings } from '../../i18n/strings.ts';
import type { SearchReply } from '../../data/queries/search.ts';
import styles from './search-page.module.css';
import type { Lens } from '../../data/lens.ts';

const t = strings.search;

type DidYouMeanProps = {
  correction: NonNullable<SearchReply['did_you_mean']>;
  lens: Extract<Lens, { kind: 'search' }>;
};

/** A link to the query that was probably meant. */
export function DidYouMean({ correction: { query, total }, lens: { sort, account } }: DidYouMeanProps) {
  const navigate = useNavigate();
  return (
    <p className={styles['meant']} role="status">
      {t.didYouMean}{' '}
      <Button onClick={() => void navigate({ to: '/search', search: { q: query, sort, account } })}>
        <bdi>{query}</bdi>
      </Button>{' '}
      <span className={styles['soft']}>{t.wouldFind({ total })}</span>
    </p>
  );
}
