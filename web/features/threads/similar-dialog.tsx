import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useServices } from '../../data/services.ts';
import { useMailDates } from '../../data/settings/mail-dates.tsx';
import { ErrorState } from '../../design/feedback/empty-state.tsx';
import { Skeleton, SkeletonBar } from '../../design/feedback/skeleton.tsx';
import { Dialog } from '../../design/overlays/dialog.tsx';
import { strings } from '../../i18n/strings.ts';
import styles from './similar-dialog.module.css';

const t = strings.similar;
const maxShown = 20;

/** The messages that are closest in meaning to a message. */
export function SimilarDialog({ messageId, onClose }: { messageId: string; onClose: () => void }) {
  const { api } = useServices();
  const dates = useMailDates();
  const { data, error, refetch } = useQuery({
    queryKey: ['similar', messageId],
    queryFn: ({ signal }) => api.search.similar({ message_id: messageId, limit: maxShown }, signal),
  });
  const rows = data?.groups.flatMap((group) => group.rows) ?? [];
  return (
    <Dialog title={t.title} hint={t.hint} width={560} onClose={onClose}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton label={t.loading}>
          <SkeletonBar width="70%" />
        </Skeleton>
      )}
      {data && rows.length === 0 && <p>{data.note ?? t.nothing}</p>}
      <ul className={styles['list']}>
        {rows.map((row) => (
          <li key={row.id}>
            <Link
              to="/all/m/$threadId"
              params={{ threadId: row.thread_id }}
              className={styles['message']}
              onClick={onClose}
            >
              <span className={styles['sender']} dir="auto">
                {row.sender}
              </span>
              <time dateTime={row.date}>{dates.short(row.date, row.date_label)}</time>
              <span className={styles['subject']} dir="auto">
                {row.subject || strings.list.noSubject}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
