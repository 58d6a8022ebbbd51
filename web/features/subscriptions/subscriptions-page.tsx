import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Reply } from '../../api/client.ts';
import { Button } from '../../design/controls/button.tsx';
import { ErrorState, EmptyState } from '../../design/feedback/empty-state.tsx';
import { ListSkeleton } from '../../design/feedback/list-skeleton.tsx';
import { useServices } from '../../data/services.ts';
import { useMailDates } from '../../data/settings/mail-dates.tsx';
import { Page } from '../../design/layout/page.tsx';
import { strings } from '../../i18n/strings.ts';
import { UnsubscribeDialog } from '../../data/subscriptions/unsubscribe-dialog.tsx';
import { subscriptionPages } from '../../data/queries/subscriptions.ts';
import styles from './subscriptions-page.module.css';
import { unsubscribeMethodOf } from '../../data/subscriptions/unsubscribe-method.ts';
import { formatDate } from '../../i18n/formats.ts';

const t = strings.subscriptions;

type Summary = Reply<'subscriptions', 'list'>['subscriptions'][number];

/** The subscribed lists, how much of their mail is opened, and how to unsubscribe. */
export function SubscriptionsPage() {
  return (
    <Page title={t.title} hint={t.hint}>
      <Lists />
    </Page>
  );
}

function Lists() {
  const { api } = useServices();
  const pages = useInfiniteQuery(subscriptionPages(api));
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = pages;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton />;
  const all = data.pages.flatMap(({ subscriptions }) => subscriptions);
  if (all.length === 0) return <EmptyState illustration="resting" title={t.empty} hint={t.emptyHint} />;
  return (
    <div className={styles['lists']}>
      <ul className={styles['records']}>
        {all.map((each) => (
          <Subscription key={`${each.account_id} ${each.sender_email}`} subscription={each} />
        ))}
      </ul>
      {hasNextPage && (
        <Button onClick={() => void fetchNextPage()} isBusy={isFetchingNextPage}>
          {t.more}
        </Button>
      )}
    </div>
  );
}

function Subscription({ subscription }: { subscription: Summary }) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  const { account_id, sender_name, sender_email, message_count, opened_count, unread_count } = subscription;
  const { latest_message_id, latest_subject, latest_date, unsubscribe, asked } = subscription;
  const dates = useMailDates();
  const on = (instant: string) => formatDate(instant);
  const unsubscribeMethod = unsubscribeMethodOf(unsubscribe);
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
          {t.facts({
            messages: message_count,
            share: Math.round((opened_count / Math.max(1, message_count)) * 100),
            unread: unread_count,
          })}
          {asked && (
            <>
              {' · '}
              <span className={styles['asked']} data-state={asked.state}>
                {t.asked({ state: asked.state, day: dates.short(asked.asked_at, on(asked.asked_at)) })}
              </span>
            </>
          )}
        </p>
      </div>
      <time className={styles['when']} dateTime={latest_date} title={dates.full(latest_date, on(latest_date))}>
        {dates.short(latest_date, on(latest_date))}
      </time>
      {unsubscribeMethod && asked?.state !== 'done' && (
        <Button aria-label={t.unsubscribeFrom({ sender })} onClick={() => setDialogOpen(true)}>
          {t.unsubscribe}
        </Button>
      )}
      {unsubscribeMethod && isDialogOpen && (
        <UnsubscribeDialog list={list} method={unsubscribeMethod} onClose={() => setDialogOpen(false)} />
      )}
    </li>
  );
}
