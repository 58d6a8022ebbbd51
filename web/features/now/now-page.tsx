import { useQuery } from '@tanstack/react-query';
import { Outlet, useParams } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { ErrorState } from '../../design/feedback/empty-state.tsx';
import { ThreadListContext } from '../../data/thread-list/list/list-context.ts';
import { nowQuery } from '../../data/queries/modes.ts';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import { NowColumn, NowSkeleton } from './now-column.tsx';
import styles from './now.module.css';
import { rowOfPerson } from './row-of-person.ts';

/** What needs the user now, in one column. An open conversation covers it. */
export function NowPage() {
  const { api } = useServices();
  const { threadId } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(nowQuery(api));
  const [lastOpened, setLastOpened] = useState(threadId);
  if (threadId !== undefined && threadId !== lastOpened) setLastOpened(threadId);
  const people = data?.now.people.rows;
  const context = useMemo(
    () => ({
      lens: { kind: 'now' as const },
      rows: people?.map(({ row }) => rowOfPerson(row)) ?? [],
      total: undefined,
    }),
    [people],
  );
  useEffect(() => {
    document.title = strings.pageTitle({ place: strings.modes.names.now, unread: data?.now.item_count ?? 0 });
  }, [data?.now.item_count]);
  return (
    <ThreadListContext value={context}>
      {threadId === undefined ? (
        <section className={styles['page']} aria-label={strings.modes.names.now}>
          {data ? (
            <NowColumn now={data.now} lastOpened={lastOpened} />
          ) : error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            <NowSkeleton />
          )}
        </section>
      ) : (
        <section className={styles['reader']} aria-label={strings.reader.label} data-open>
          <Outlet />
        </section>
      )}
    </ThreadListContext>
  );
}
