import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Button } from '../design/button.tsx';
import { ErrorPanel, Panel } from '../design/panel.tsx';
import { ListSkeleton } from '../mailbox/list-skeleton.tsx';
import { useParts } from '../parts.ts';
import { WidePage } from '../shell/wide-page.tsx';
import { strings } from '../strings.ts';
import { outboxQuery, type Send } from './queries.ts';
import { SendCard } from './send-card.tsx';
import { groupsOf } from './send-groups.ts';
import styles from './outbox-page.module.css';

const words = strings.outbox;

/** Mail on its way out: what asks for somebody, what goes by itself, and what went of late. */
export function OutboxPage() {
  return (
    <WidePage title={words.title} hint={words.hint}>
      <Sends />
    </WidePage>
  );
}

function Sends() {
  const { api } = useParts();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(outboxQuery(api));
  const now = useSeconds(data?.sends ?? []);
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton />;
  const groups = groupsOf(data.sends);
  if (groups.length === 0)
    return (
      <Panel scene="resting" title={words.empty} hint={words.emptyHint}>
        <Button onClick={() => void navigate({ to: '/drafts' })}>{words.toDrafts}</Button>
      </Panel>
    );
  return (
    <div className={styles['groups']}>
      {groups.map(({ group, sends }) => (
        <section key={group} aria-label={words.groups[group]}>
          <h2 className={styles['heading']}>{words.groups[group]}</h2>
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

/** The time: every second while something is held, else every half minute. */
function useSeconds(sends: readonly Send[]): Date {
  const [now, setNow] = useState(() => new Date());
  const isHeld = sends.some(({ state, timing }) => state === 'queued' && timing === 'held');
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), isHeld ? 1000 : 30_000);
    return () => clearInterval(timer);
  }, [isHeld]);
  return now;
}
