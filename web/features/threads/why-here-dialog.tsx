import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { whyHereQuery } from '../../data/queries/screener.ts';
import { useServices } from '../../data/services.ts';
import { ErrorState } from '../../design/feedback/empty-state.tsx';
import { SkeletonBar, Skeleton } from '../../design/feedback/skeleton.tsx';
import { Dialog } from '../../design/overlays/dialog.tsx';
import { strings } from '../../i18n/strings.ts';
import styles from './why-here-dialog.module.css';

const t = strings.whyHere;

/** Why a message is where it is. */
export function WhyHereDialog({ messageId, onClose }: { messageId: string; onClose: () => void }) {
  const { api } = useServices();
  const { data, error, refetch } = useQuery(whyHereQuery(api, messageId));
  return (
    <Dialog title={t.title} hint={t.hint} onClose={onClose}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton label={t.loading}>
          <SkeletonBar width="70%" />
        </Skeleton>
      )}
      {data && (
        <ul className={styles['reasons']}>
          {data.sentences.map(({ text }) => (
            <li key={text} dir="auto">
              {text}
            </li>
          ))}
        </ul>
      )}
      {data && (
        <Link to={data.is_waiting ? '/screener' : '/screener/decisions'} className={styles['link']}>
          {data.is_waiting ? t.decide : t.decisions}
        </Link>
      )}
    </Dialog>
  );
}
