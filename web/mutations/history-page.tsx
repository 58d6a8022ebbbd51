import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, Clock, type LucideIcon, Undo2 } from 'lucide-react';
import { Button } from '../design/button.tsx';
import { ErrorPanel, Panel } from '../design/panel.tsx';
import { momentWords } from '../moments.ts';
import { useNow } from '../now.ts';
import { useParts } from '../parts.ts';
import { useMailDates } from '../settings/mail-dates.tsx';
import { WidePage } from '../shell/wide-page.tsx';
import { strings } from '../strings.ts';
import { ListSkeleton } from '../mailbox/list-skeleton.tsx';
import { useActs } from './acts.ts';
import { dayOf, historyDays, type RecordState, stateOf } from './history-days.ts';
import styles from './history-page.module.css';
import { historyPages } from './history-queries.ts';
import { type MutationRecord, recordWords } from './record-words.ts';
import { dayWords, timeWords } from '../words/formats.ts';

const words = strings.history;

/** What was done to mail in the last day, by whomever, and the buttons that take it back. */
export function HistoryPage() {
  return (
    <WidePage title={words.title} hint={words.hint}>
      <Records />
    </WidePage>
  );
}

function Records() {
  const { api } = useParts();
  const navigate = useNavigate();
  const now = useNow();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(historyPages(api));
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton />;
  const all = data.pages.flatMap(({ mutations }) => mutations);
  const days = historyDays(all);
  if (days.length === 0)
    return (
      <Panel scene="resting" title={words.empty} hint={words.emptyHint}>
        <Button onClick={() => void navigate({ to: '/inbox' })}>{strings.errors.toInbox}</Button>
      </Panel>
    );
  const today = dayOf(now);
  return (
    <div className={styles['days']}>
      {days.map(({ day, records }) => (
        <section key={day} aria-label={dayWords(day, today)}>
          <h2 className={styles['day']}>{dayWords(day, today)}</h2>
          <ul className={styles['records']}>
            {records.map((record) => (
              <Record key={record.mutation_id} record={record} all={all} />
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

const marks: Record<RecordState, LucideIcon> = {
  undone: Undo2,
  refused: CircleAlert,
  waiting: Clock,
  done: CircleCheck,
};

function Record({ record, all }: { record: MutationRecord; all: readonly MutationRecord[] }) {
  const { made_at, undoable, mutation_id } = record;
  const acts = useActs();
  const { full } = useMailDates();
  const now = useNow();
  const state = stateOf(record);
  const Mark = marks[state];
  const said = recordWords(record, all);
  return (
    <li className={styles['record']} data-state={state}>
      <Mark className={styles['mark']} aria-hidden="true" />
      <div className={styles['words']}>
        <p className={styles['said']} dir="auto">
          {said}
        </p>
        <p className={styles['state']} dir="auto">
          {detailWords(record, state)}
        </p>
      </div>
      <time className={styles['when']} dateTime={made_at} title={full(made_at, momentWords(new Date(made_at), now))}>
        {timeWords(made_at)}
      </time>
      {undoable ? (
        <Button onClick={() => void acts.undo(mutation_id, said)} aria-label={words.undoThis({ said })}>
          {strings.acting.undo}
        </Button>
      ) : (
        <span className={styles['nothing']} />
      )}
    </li>
  );
}

/** What it was done to, and how far it has got. */
function detailWords(record: MutationRecord, state: RecordState): string {
  const { example, requested } = record;
  const about = example
    ? words.about({ subject: example.subject || strings.list.noSubject, others: requested - 1 })
    : undefined;
  return [stateWords(record, state), byWords(record), about].filter((part) => part !== undefined).join(' · ');
}

/** Who did it, where that was not the person on this page. */
function byWords({ origin, by }: MutationRecord): string | undefined {
  const named: Record<string, string> = words.byThe;
  const who: Record<string, string> = words.by;
  const kind = named[origin];
  return by !== null && kind !== undefined ? words.byNamed({ who: kind, name: by }) : who[origin];
}

function stateWords({ failed, error, waiting, requested, kind }: MutationRecord, state: RecordState): string {
  switch (state) {
    case 'undone':
      return kind === 'undo' ? words.redone : words.undone;
    case 'refused':
      return words.refused({ failed, of: requested, error, which: failed === requested ? 'all' : 'some' });
    case 'waiting':
      return words.waiting({ waiting, which: waiting === requested ? 'all' : 'some' });
    case 'done':
      return words.done;
  }
}
