import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../design/overlays/dialog.tsx';
import { ErrorState } from '../../design/feedback/empty-state.tsx';
import { SkeletonBar, Skeleton } from '../../design/feedback/skeleton.tsx';
import { useServices } from '../../data/services.ts';
import { headersQuery } from '../../data/queries/mail.ts';
import { strings } from '../../i18n/strings.ts';
import styles from './headers-dialog.module.css';

/** The raw header fields of a message. */
export function HeadersDialog({ messageId, onClose }: { messageId: string; onClose: () => void }) {
  const { api } = useServices();
  const { data, error, refetch } = useQuery(headersQuery(api, messageId));
  return (
    <Dialog title={strings.headers.title} hint={strings.headers.hint} width={760} onClose={onClose}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton label={strings.headers.loading} className={styles['waiting']}>
          {['70%', '86%', '64%', '78%'].map((width) => (
            <SkeletonBar key={width} width={width} style={{ marginBottom: 14 }} />
          ))}
        </Skeleton>
      )}
      {data && (
        <dl className={styles['headers']}>
          {data.headers.map(([name, value], at) => (
            <div key={at}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Dialog>
  );
}
