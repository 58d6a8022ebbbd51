import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { ErrorState, EmptyState } from '../../design/feedback/empty-state.tsx';
import { ListSkeleton } from '../../design/feedback/list-skeleton.tsx';
import { dayOf } from '../../data/mutations/history-days.ts';
import page from '../../design/layout/day-list.module.css';
import { useNow } from '../../design/use-now.ts';
import { useServices } from '../../data/services.ts';
import { SettingsNav } from '../../data/settings/settings-nav.tsx';
import { Page } from '../../design/layout/page.tsx';
import { strings } from '../../i18n/strings.ts';
import { ActivityFilters } from './activity-filters.tsx';
import styles from './activity-page.module.css';
import { ActivityTools } from './activity-tools.tsx';
import { EntryGroupRow } from './entry-group-row.tsx';
import { groupEntries } from './entry-groups.ts';
import {
  type ActivityEntry,
  activityPages,
  activityStatus,
  type ActivityFilter,
  tokenNames,
} from '../../data/queries/activity.ts';
import { RedactBar } from './redact-bar.tsx';
import { formatRelativeDay, formatLongDay, formatTime } from '../../i18n/formats.ts';

const t = strings.activity;
const noFilter: ActivityFilter = { party: undefined, action: undefined, since: undefined, query: '' };

/** The activity log: actions of the user, of scripts and agents, and of Posthorn itself. */
export function ActivityPage() {
  const [filter, setFilter] = useState(noFilter);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  return (
    <Page
      title={t.title}
      hint={t.hint}
      tools={<ActivityTools filter={filter} />}
      more={
        <>
          <SettingsNav />
          <Stopped />
          <ActivityFilters filter={filter} onFilter={setFilter} />
        </>
      }
    >
      <Entries filter={filter} chosen={chosen} onChosen={setChosen} />
      {chosen.size > 0 && <RedactBar chosen={chosen} onClear={() => setChosen(new Set())} />}
    </Page>
  );
}

/** Why nothing is recorded, if recording is off. */
function Stopped() {
  const { api } = useServices();
  const { data } = useQuery(activityStatus(api));
  if (!data?.stopped_by) return null;
  const until = data.pause?.until ?? undefined;
  return (
    <p className={styles['stopped']}>
      {t.stopped({
        by: data.stopped_by,
        until: until === undefined ? undefined : `${formatLongDay(until)}, ${formatTime(until)}`,
      })}
    </p>
  );
}

type EntriesProps = {
  filter: ActivityFilter;
  chosen: ReadonlySet<number>;
  onChosen: (chosen: ReadonlySet<number>) => void;
};

function Entries({ filter, chosen, onChosen }: EntriesProps) {
  const { api } = useServices();
  const today = dayOf(useNow());
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    activityPages(api, filter),
  );
  const { data: tokens } = useQuery(tokenNames(api));
  const days = useMemo(() => byDay(data?.pages.flatMap(({ entries }) => entries) ?? []), [data]);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton />;
  if (days.length === 0) return <NoEntries isFiltered={filter !== noFilter} />;
  function choose(ids: readonly number[], isChosen: boolean): void {
    const next = new Set(chosen);
    for (const id of ids)
      if (isChosen) next.add(id);
      else next.delete(id);
    onChosen(next);
  }
  return (
    <div className={page['days']}>
      {days.map(({ day, entries }) => (
        <section key={day} aria-label={formatRelativeDay(day, today)}>
          <h2 className={page['day']}>{formatRelativeDay(day, today)}</h2>
          <ul className={page['records']}>
            {groupEntries(entries).map((run) => (
              // The oldest entry of a group stays the same while newer ones are added.
              <EntryGroupRow
                key={run.entries.at(-1)?.id}
                group={run}
                tokens={tokens}
                chosen={chosen}
                onChoose={choose}
              />
            ))}
          </ul>
        </section>
      ))}
      {hasNextPage && (
        <Button onClick={() => void fetchNextPage()} isBusy={isFetchingNextPage}>
          {t.older}
        </Button>
      )}
    </div>
  );
}

function NoEntries({ isFiltered }: { isFiltered: boolean }) {
  return (
    <div className={styles['nothing']}>
      {isFiltered ? (
        <EmptyState illustration="search" title={t.nothingFound} hint={t.nothingFoundHint} />
      ) : (
        <EmptyState illustration="resting" title={t.empty} hint={t.emptyHint} />
      )}
    </div>
  );
}

function byDay(entries: readonly ActivityEntry[]): { day: string; entries: ActivityEntry[] }[] {
  const days = Map.groupBy(entries, ({ ts }) => dayOf(new Date(ts)));
  return [...days].map(([day, ofDay]) => ({ day, entries: ofDay }));
}
