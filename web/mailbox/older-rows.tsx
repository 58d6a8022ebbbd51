import { Button } from '../design/button.tsx';
import { strings } from '../strings.ts';
import { OlderSkeleton } from './list-skeleton.tsx';
import styles from './older-rows.module.css';
import type { Pages } from './place.tsx';

/** The end of a list of which there is more: it is on its way, or could not be loaded. */
export function OlderRows({ pages }: { pages: Pages }) {
  if (!pages.error) return <OlderSkeleton isLoading={pages.isLoadingMore} />;
  return (
    <p className={styles['more']} role="alert">
      {strings.list.moreFailed}{' '}
      <Button look="quiet" onClick={pages.loadMore}>
        {strings.errors.retry}
      </Button>
    </p>
  );
}
