import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, Clock, type LucideIcon, Undo2 } from 'lucide-react';
import { Button } from '../../design/controls/button.tsx';
import { ErrorState, EmptyState } from '../../design/feedback/empty-state.tsx';
import { formatMoment } from '../../i18n/upcoming-dates.ts';
import { useNow } from '../../design/use-now.ts';
import { useServices, useMailActions } from '../../data/services.ts';
import { useMailDates } from '../../data/settings/mail-dates.tsx';
import { Page } from '../../design/layout/page.tsx';
import { strings } from '../../i18n/strings.ts';
import { ListSkeleton } from '../../design/feedback/list-skeleton.tsx';
import { dayOf, historyDays, type RecordState, stateOf } from '../../data/mutations/history-days.ts';
import styles from '../../design/layout/day-list.module.css';
import { historyPages } from '../../data/queries/mutation-history.ts';
import { type MutationRecord, describeMutation } from '../../data/mutations/mutation-text.ts';
import { formatRelativeDay, formatTime } from '../../i18n/formats.ts';

const t = strings.history;

/** The mutations of the last day of all callers, with undo buttons. */
export function HistoryPage() {
  return (
    <Page title={t.title} hint={t.hint}>
      <Records />
    </Page>
  );
}

function Records() {
  const { api } = useServices();
  const navigate = useNavigate();
  const now = useNow();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(historyPages(api));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton />;
  const all = data.pages.flatMap(({ mutations }) => mutations);
  const days = historyDays(all);
  if (days.length === 0)
    return (
      <EmptyState illustration="resting" title={t.empty} hint={t.emptyHint}>
        <Button onClick={() => void navigate({ to: '/inbox' })}>{strings.errors.toInbox}</Button>
      </EmptyState>
    );
  const today = dayOf(now);
  return (
    <div className={styles['days']}>
      {days.map(({ day, records }) => (
        <section key={day} aria-label={formatRelativeDay(day, today)}>
          <h2 className={styles['day']}>{formatRelativeDay(day, today)}</h2>
          <ul className={styles['records']}>
            {records.map((record) => (
              <Record key={record.mutation_id} record={record} all={all} />
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

const stateIcons: Record<RecordState, LucideIcon> = {
  undone: Undo2,
  refused: CircleAlert,
  waiting: Clock,
  done: CircleCheck,
};

function Record({ record, all }: { record: MutationRecord; all: readonly MutationRecord[] }) {
  const { made_at, undoable, mutation_id } = record;
  const mailActions = useMailActions();
  const { full } = useMailDates();
  const now = useNow();
  const state = stateOf(record);
  const StateIcon = stateIcons[state];
  const description = describeMutation(record, all);
  return (
    <li className={styles['record']} data-state={state}>
      <StateIcon className={styles['mark']} aria-hidden="true" />
      <div className={styles['words']}>
        <p className={styles['said']} dir="auto">
          {description}
        </p>
        <p className={styles['state']} dir="auto">
          {describeDetails(record, state)}
        </p>
      </div>
      <time className={styles['when']} dateTime={made_at} title={full(made_at, formatMoment(new Date(made_at), now))}>
        {formatTime(made_at)}
      </time>
      {undoable ? (
        <Button
          onClick={() => void mailActions.undo(mutation_id, description, record.kind)}
          aria-label={t.undoThis({ description: description })}
        >
          {strings.acting.undo}
        </Button>
      ) : (
        <span className={styles['nothing']} />
      )}
    </li>
  );
}

/** The mail that was changed, and the state of the mutation. */
function describeDetails(record: MutationRecord, state: RecordState): string {
  const { example, requested } = record;
  const about = example
    ? t.about({ subject: example.subject || strings.list.noSubject, others: requested - 1 })
    : undefined;
  return [describeState(record, state), describeActor(record), about].filter((part) => part !== undefined).join(' · ');
}

/** The caller, if it was not the user on this page. */
function describeActor({ origin, by }: MutationRecord): string | undefined {
  const named: Record<string, string> = t.byThe;
  const actorName: Record<string, string> = t.by;
  const kind = named[origin];
  return by !== null && kind !== undefined ? t.byNamed({ who: kind, name: by }) : actorName[origin];
}

function describeState({ failed, error, waiting, requested, kind }: MutationRecord, state: RecordState): string {
  switch (state) {
    case 'undone':
      return kind === 'undo' ? t.redone : t.undone;
    case 'refused':
      return t.refused({ failed, of: requested, error, which: failed === requested ? 'all' : 'some' });
    case 'waiting':
      return t.waiting({ waiting, which: waiting === requested ? 'all' : 'some' });
    case 'done':
      return t.done;
  }
}
