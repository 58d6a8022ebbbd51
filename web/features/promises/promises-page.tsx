import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { CommitmentList } from '../../data/commitments/commitment-list.tsx';
import {
  commitmentsQuery,
  commitmentStatuses,
  type Commitment,
  type CommitmentStatus,
} from '../../data/queries/commitments.ts';
import { useServices } from '../../data/services.ts';
import { EmptyState, ErrorState } from '../../design/feedback/empty-state.tsx';
import { ListSkeleton } from '../../design/feedback/list-skeleton.tsx';
import { Page } from '../../design/layout/page.tsx';
import { strings } from '../../i18n/strings.ts';
import { ScanForPromises } from './scan-for-promises.tsx';
import styles from './promises-page.module.css';

const t = strings.promises;

/** What the user and others have promised, what is due first. */
export function PromisesPage() {
  const { status: asked } = useSearch({ strict: false });
  const status = commitmentStatuses.find((each) => each === asked) ?? 'open';
  return (
    <Page title={t.title} hint={t.hint} tools={<ScanForPromises />} more={<Filters status={status} />}>
      <Promises status={status} />
    </Page>
  );
}

function Filters({ status }: { status: CommitmentStatus }) {
  return (
    <nav className={styles['filters']} aria-label={t.filterLabel}>
      {commitmentStatuses.map((each) => (
        <Link
          key={each}
          to="/promises"
          search={{ status: each }}
          className={styles['filter']}
          aria-current={each === status ? 'page' : undefined}
        >
          {t.filters[each]}
        </Link>
      ))}
    </nav>
  );
}

function Promises({ status }: { status: CommitmentStatus }) {
  const { api } = useServices();
  const { data, error, refetch } = useQuery(commitmentsQuery(api, { status }));
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ListSkeleton />;
  const { commitments, total } = data;
  if (total === 0) return <EmptyState illustration="resting" title={t.none[status]} hint={t.noneHint[status]} />;
  const of = (direction: Commitment['direction']) => commitments.filter((each) => each.direction === direction);
  return (
    <div className={styles['sides']}>
      <Side title={t.yours} commitments={of('yours')} />
      <Side title={t.theirs} commitments={of('theirs')} />
      {commitments.length < total && <p className={styles['note']}>{t.shown({ shown: commitments.length, total })}</p>}
    </div>
  );
}

function Side({ title, commitments }: { title: string; commitments: readonly Commitment[] }) {
  if (commitments.length === 0) return null;
  return (
    <section>
      <h2 className={styles['heading']}>{title}</h2>
      <CommitmentList label={title} commitments={commitments} />
    </section>
  );
}
