import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Button } from '../design/button.tsx';
import { ErrorPanel, Panel } from '../design/panel.tsx';
import { ListSkeleton } from '../mailbox/list-skeleton.tsx';
import { dayOf } from '../mutations/history-days.ts';
import page from '../mutations/history-page.module.css';
import { useNow } from '../now.ts';
import { useParts } from '../parts.ts';
import { SettingsNav } from '../shell/settings-nav.tsx';
import { WidePage } from '../shell/wide-page.tsx';
import { strings } from '../strings.ts';
import { ActivityFilters } from './activity-filters.tsx';
import styles from './activity-page.module.css';
import { ActivityTools } from './activity-tools.tsx';
import { RunRow } from './entry-run.tsx';
import { runsOf } from './entry-runs.ts';
import { type ActivityEntry, activityPages, activityStatus, type ActivityWish, tokenNames } from './queries.ts';
import { RedactBar } from './redact-bar.tsx';
import { dayWords, longDay, timeWords } from '../words/formats.ts';

const words = strings.activity;
const everything: ActivityWish = { party: undefined, action: undefined, since: undefined, query: '' };

/** Who did what, and when: people, scripts, agents, and Posthorn by itself. */
export function ActivityPage() {
  const [wish, setWish] = useState(everything);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  return (
    <WidePage
      title={words.title}
      hint={words.hint}
      tools={<ActivityTools wish={wish} />}
      more={
        <>
          <SettingsNav />
          <Stopped />
          <ActivityFilters wish={wish} onWish={setWish} />
        </>
      }
    >
      <Entries wish={wish} chosen={chosen} onChosen={setChosen} />
      {chosen.size > 0 && <RedactBar chosen={chosen} onClear={() => setChosen(new Set())} />}
    </WidePage>
  );
}

/** Why nothing is recorded, where it is not. */
function Stopped() {
  const { api } = useParts();
  const { data } = useQuery(activityStatus(api));
  if (!data?.stopped_by) return null;
  const until = data.pause?.until ?? undefined;
  return (
    <p className={styles['stopped']}>
      {words.stopped({
        by: data.stopped_by,
        until: until === undefined ? undefined : `${longDay(until)}, ${timeWords(until)}`,
      })}
    </p>
  );
}

type EntriesProps = {
  wish: ActivityWish;
  chosen: ReadonlySet<number>;
  onChosen: (chosen: ReadonlySet<number>) => void;
};

function Entries({ wish, chosen, onChosen }: EntriesProps) {
  const { api } = useParts();
  const today = dayOf(useNow());
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    activityPages(api, wish),
  );
  const { data: tokens } = useQuery(tokenNames(api));
  const days = useMemo(() => byDay(data?.pages.flatMap(({ entries }) => entries) ?? []), [data]);
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton />;
  if (days.length === 0) return <Nothing isFiltered={wish !== everything} />;
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
        <section key={day} aria-label={dayWords(day, today)}>
          <h2 className={page['day']}>{dayWords(day, today)}</h2>
          <ul className={page['records']}>
            {runsOf(entries).map((run) => (
              // The oldest of a run stays its oldest while others are added.
              <RunRow key={run.entries.at(-1)?.id} run={run} tokens={tokens} chosen={chosen} onChoose={choose} />
            ))}
          </ul>
        </section>
      ))}
      {hasNextPage && (
        <Button onClick={() => void fetchNextPage()} isBusy={isFetchingNextPage}>
          {words.older}
        </Button>
      )}
    </div>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  return (
    <div className={styles['nothing']}>
      {isFiltered ? (
        <Panel scene="search" title={words.nothingFound} hint={words.nothingFoundHint} />
      ) : (
        <Panel scene="resting" title={words.empty} hint={words.emptyHint} />
      )}
    </div>
  );
}

function byDay(entries: readonly ActivityEntry[]): { day: string; entries: ActivityEntry[] }[] {
  const days = Map.groupBy(entries, ({ ts }) => dayOf(new Date(ts)));
  return [...days].map(([day, ofDay]) => ({ day, entries: ofDay }));
}
