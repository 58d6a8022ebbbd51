import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../design/controls/button.tsx';
import { Dialog } from '../../../design/overlays/dialog.tsx';
import { ErrorState } from '../../../design/feedback/empty-state.tsx';
import { SkeletonBar, Skeleton } from '../../../design/feedback/skeleton.tsx';
import { useServices } from '../../../data/services.ts';
import { strings } from '../../../i18n/strings.ts';
import styles from './image-allowances-dialog.module.css';
import { useImageAllowances } from '../../../data/use-image-allowances.ts';
import { allowancesQuery } from '../../../data/queries/images.ts';

const t = strings.images.allowances;

/** The senders whose images are always shown; each can be removed. */
export function AllowancesDialog({ onClose }: { onClose: () => void }) {
  const { api } = useServices();
  const { data, error, refetch } = useQuery(allowancesQuery(api));
  const { forget } = useImageAllowances();
  return (
    <Dialog title={t.title} hint={t.hint} onClose={onClose}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton label={t.loading}>
          <SkeletonBar width="60%" />
        </Skeleton>
      )}
      {data?.allowances.length === 0 && <p className={styles['empty']}>{t.empty}</p>}
      <ul className={styles['senders']}>
        {data?.allowances.map((each) => (
          <li key={`${each.account_id} ${each.sender}`}>
            <span>{each.sender}</span>
            <Button aria-label={t.forgetNamed({ sender: each.sender })} onClick={() => void forget(each)}>
              {t.forget}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
