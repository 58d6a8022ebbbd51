import { Button } from '../../../design/controls/button.tsx';
import { strings } from '../../../i18n/strings.ts';
import { LoadMoreSkeleton } from '../../../design/feedback/list-skeleton.tsx';
import styles from './older-rows.module.css';
import type { Pages } from './pages.ts';

/** The end of a list with more pages: the next page is loading, or could not be loaded. */
export function LoadMoreRow({ pages }: { pages: Pages }) {
  if (!pages.error) return <LoadMoreSkeleton isLoading={pages.isLoadingMore} />;
  return (
    <p className={styles['more']} role="alert">
      {strings.list.moreFailed}{' '}
      <Button look="quiet" onClick={pages.loadMore}>
        {strings.errors.retry}
      </Button>
    </p>
  );
}
