import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type QueueEntry, type Screener, screenerQuery } from '../../data/queries/screener.ts';
import { useServices } from '../../data/services.ts';
import { Button } from '../../design/controls/button.tsx';
import { EmptyState, ErrorState } from '../../design/feedback/empty-state.tsx';
import { ListSkeleton } from '../../design/feedback/list-skeleton.tsx';
import { Page } from '../../design/layout/page.tsx';
import { strings } from '../../i18n/strings.ts';
import { ScreenerPreview } from './screener-preview.tsx';
import styles from './screener-page.module.css';
import { SenderCard } from './sender-card.tsx';
import { entryKey } from './use-decide.ts';
import { WaitingSenders } from './waiting-senders.tsx';
import { WhyAsked } from './why-asked.tsx';

const t = strings.screener;

/** One unknown sender after the other, with the question where their mail goes. */
export function ScreenerPage() {
  const { api } = useServices();
  const { data, error, refetch } = useQuery(screenerQuery(api));
  return (
    <Page
      title={t.title}
      hint={hintOf(data)}
      isWide={data?.enabled === true && data.entries.length > 0}
      tools={
        <Link to="/screener/decisions" className={styles['toDecisions']}>
          {t.decisions.title}
        </Link>
      }
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <ListSkeleton />}
      {data && (data.enabled ? <Questions screener={data} /> : <ScreenerPreview screener={data} />)}
    </Page>
  );
}

function hintOf(screener: Screener | undefined): string {
  if (!screener) return t.hint;
  return screener.enabled ? t.waiting({ count: screener.total }) : t.offHint;
}

function Questions({ screener: { entries, total } }: { screener: Screener }) {
  /** Those about whom the user wants to decide later, and the one that was chosen from the list. */
  const [postponed, setPostponed] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<string>();
  const isPostponed = (entry: QueueEntry) => postponed.includes(entryKey(entry));
  const waiting = [...entries.filter((entry) => !isPostponed(entry)), ...entries.filter(isPostponed)];
  const open = waiting.find((entry) => entryKey(entry) === chosen) ?? waiting.find((entry) => !isPostponed(entry));
  if (entries.length === 0)
    return (
      <EmptyState illustration="resting" title={t.empty} hint={t.emptyHint}>
        <Link to="/inbox" className={styles['toInbox']}>
          {t.toInbox}
        </Link>
      </EmptyState>
    );
  const postpone = (entry: QueueEntry) => {
    setPostponed((earlier) => [...earlier.filter((key) => key !== entryKey(entry)), entryKey(entry)]);
    setChosen(undefined);
  };
  return (
    <div className={styles['columns']}>
      {open ? (
        <SenderCard key={entryKey(open)} entry={open} onPostpone={() => postpone(open)} />
      ) : (
        <EmptyState illustration="resting" title={t.allPostponed} hint={t.allPostponedHint}>
          <Button onClick={() => setPostponed([])}>{t.askAgain}</Button>
        </EmptyState>
      )}
      <aside className={styles['aside']} aria-label={t.waitingLabel}>
        <WaitingSenders
          entries={waiting}
          total={total}
          open={open && entryKey(open)}
          onOpen={(entry) => setChosen(entryKey(entry))}
        />
        <WhyAsked entry={open} />
      </aside>
    </div>
  );
}
