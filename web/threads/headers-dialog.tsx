import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../design/dialog.tsx';
import { ErrorPanel } from '../design/panel.tsx';
import { Bone, Skeleton } from '../design/skeleton.tsx';
import { useParts } from '../parts.ts';
import { headersQuery } from '../queries.ts';
import { strings } from '../strings.ts';
import styles from './headers-dialog.module.css';

/** The header fields of a message as they were received. */
export function HeadersDialog({ messageId, onClose }: { messageId: string; onClose: () => void }) {
  const { api } = useParts();
  const { data, error, refetch } = useQuery(headersQuery(api, messageId));
  return (
    <Dialog title={strings.headers.title} hint={strings.headers.hint} width={760} onClose={onClose}>
      {error && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton label={strings.headers.loading} className={styles['waiting']}>
          {['70%', '86%', '64%', '78%'].map((width) => (
            <Bone key={width} width={width} style={{ marginBottom: 14 }} />
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
