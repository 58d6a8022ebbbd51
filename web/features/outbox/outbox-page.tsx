import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useNow } from '../../design/use-now.ts';
import { Button } from '../../design/controls/button.tsx';
import { ErrorState, EmptyState } from '../../design/feedback/empty-state.tsx';
import { ListSkeleton } from '../../design/feedback/list-skeleton.tsx';
import { useServices } from '../../data/services.ts';
import { Page } from '../../design/layout/page.tsx';
import { strings } from '../../i18n/strings.ts';
import { outboxQuery, type Send } from '../../data/queries/outbox.ts';
import { SendCard } from './send-card.tsx';
import { groupsOf } from './send-groups.ts';
import styles from './outbox-page.module.css';

const t = strings.outbox;

/** The outbox: sends that need the user, sends in progress, and recent ones. */
export function OutboxPage() {
  return (
    <Page title={t.title} hint={t.hint}>
      <Sends />
    </Page>
  );
}

function Sends() {
  const { api } = useServices();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(outboxQuery(api));
  const now = useClock(data?.sends ?? []);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton />;
  const groups = groupsOf(data.sends);
  if (groups.length === 0)
    return (
      <EmptyState illustration="resting" title={t.empty} hint={t.emptyHint}>
        <Button onClick={() => void navigate({ to: '/drafts' })}>{t.toDrafts}</Button>
      </EmptyState>
    );
  return (
    <div className={styles['groups']}>
      {groups.map(({ group, sends }) => (
        <section key={group} aria-label={t.groups[group]}>
          <h2 className={styles['heading']}>{t.groups[group]}</h2>
          <ul className={styles['sends']}>
            {sends.map((send) => (
              <SendCard key={send.send_id} send={send} now={now} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** The current time: updated every second while a send is held, else every half minute. */
function useClock(sends: readonly Send[]): Date {
  const isHeld = sends.some(({ state, timing }) => state === 'queued' && timing === 'held');
  return useNow(isHeld ? 1000 : 30_000);
}
