import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Reply } from '../api.ts';
import { Button } from '../design/button.tsx';
import { ErrorPanel, Panel } from '../design/panel.tsx';
import { ListSkeleton } from '../mailbox/list-skeleton.tsx';
import { useParts } from '../parts.ts';
import { useMailDates } from '../settings/mail-dates.tsx';
import { WidePage } from '../shell/wide-page.tsx';
import { strings } from '../strings.ts';
import { LeaveDialog } from './leave-dialog.tsx';
import { subscriptionPages } from './queries.ts';
import styles from './subscriptions-page.module.css';
import { wayOf } from './ways.ts';
import { dateWords } from '../words/formats.ts';

const words = strings.subscriptions;

type Summary = Reply<'subscriptions', 'list'>['subscriptions'][number];

/** The lists one is on, what of them is opened, and how one leaves them. */
export function SubscriptionsPage() {
  return (
    <WidePage title={words.title} hint={words.hint}>
      <Lists />
    </WidePage>
  );
}

function Lists() {
  const { api } = useParts();
  const pages = useInfiniteQuery(subscriptionPages(api));
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = pages;
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton />;
  const all = data.pages.flatMap(({ subscriptions }) => subscriptions);
  if (all.length === 0) return <Panel scene="resting" title={words.empty} hint={words.emptyHint} />;
  return (
    <div className={styles['lists']}>
      <ul className={styles['records']}>
        {all.map((each) => (
          <Subscription key={`${each.account_id} ${each.sender_email}`} subscription={each} />
        ))}
      </ul>
      {hasNextPage && (
        <Button onClick={() => void fetchNextPage()} isBusy={isFetchingNextPage}>
          {words.more}
        </Button>
      )}
    </div>
  );
}

function Subscription({ subscription }: { subscription: Summary }) {
  const [isLeaving, setLeaving] = useState(false);
  const { account_id, sender_name, sender_email, message_count, opened_count, unread_count } = subscription;
  const { latest_message_id, latest_subject, latest_date, unsubscribe, asked } = subscription;
  const dates = useMailDates();
  const on = (instant: string) => dateWords(instant);
  const way = wayOf(unsubscribe);
  const sender = sender_name ?? sender_email;
  const list = { sender, email: sender_email, accountId: account_id, messageId: latest_message_id };
  return (
    <li className={styles['record']}>
      <div className={styles['words']}>
        <Link to="/search" search={{ q: `from:${sender_email}`, sort: undefined }} className={styles['sender']}>
          <span className={styles['name']} dir="auto">
            {sender}
          </span>
          {sender_name && <span className={styles['address']}>{sender_email}</span>}
        </Link>
        <p className={styles['latest']} dir="auto">
          {latest_subject || strings.list.noSubject}
        </p>
        <p className={styles['facts']}>
          {words.facts({
            messages: message_count,
            share: Math.round((opened_count / Math.max(1, message_count)) * 100),
            unread: unread_count,
          })}
        </p>
        {asked && (
          <p className={styles['asked']} data-state={asked.state}>
            {words.asked({ state: asked.state, day: dates.short(asked.asked_at, on(asked.asked_at)) })}
          </p>
        )}
      </div>
      <time className={styles['when']} dateTime={latest_date} title={dates.full(latest_date, on(latest_date))}>
        {dates.short(latest_date, on(latest_date))}
      </time>
      {way && (
        <Button aria-label={words.unsubscribeFrom({ sender })} onClick={() => setLeaving(true)}>
          {words.unsubscribe}
        </Button>
      )}
      {way && isLeaving && <LeaveDialog list={list} way={way} onClose={() => setLeaving(false)} />}
    </li>
  );
}
