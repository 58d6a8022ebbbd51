import { useQuery } from '@tanstack/react-query';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { ErrorPanel } from '../design/panel.tsx';
import { Bone, Skeleton } from '../design/skeleton.tsx';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import styles from './allowances-dialog.module.css';
import { useAllowing } from './allowing.ts';
import { allowancesQuery } from './queries.ts';

const words = strings.images.allowances;

/** The senders whose images are always shown, to be taken back one by one. */
export function AllowancesDialog({ onClose }: { onClose: () => void }) {
  const { api } = useParts();
  const { data, error, refetch } = useQuery(allowancesQuery(api));
  const { forget } = useAllowing();
  return (
    <Dialog title={words.title} hint={words.hint} onClose={onClose}>
      {error && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton label={words.loading}>
          <Bone width="60%" />
        </Skeleton>
      )}
      {data?.allowances.length === 0 && <p className={styles['empty']}>{words.empty}</p>}
      <ul className={styles['senders']}>
        {data?.allowances.map((each) => (
          <li key={`${each.account_id} ${each.sender}`}>
            <span>{each.sender}</span>
            <Button aria-label={words.forgetNamed({ sender: each.sender })} onClick={() => void forget(each)}>
              {words.forget}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
