import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Newspaper } from 'lucide-react';
import { subscriptionPages } from '../../data/queries/subscriptions.ts';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import type { Person } from './person.ts';
import { Section } from './section.tsx';
import styles from './person-page.module.css';

const t = strings.person;

/** Lists from the address of the person, or from their domain. Nothing is shown where there are none. */
export function PersonSubscriptions({ person }: { person: Person }) {
  const { api } = useServices();
  const { data } = useInfiniteQuery(subscriptionPages(api));
  const domain = person.email.toLowerCase().split('@')[1];
  const all = data?.pages.flatMap(({ subscriptions }) => subscriptions) ?? [];
  const lists = all.filter(
    ({ account_id, sender_email }) =>
      account_id === person.accountId && sender_email.toLowerCase().split('@')[1] === domain,
  );
  if (lists.length === 0) return null;
  return (
    <Section title={t.subscriptions}>
      <ul role="list" className={styles['lists']}>
        {lists.map((list) => (
          <li key={list.sender_email} className={styles['file']}>
            <Newspaper aria-hidden="true" />
            <div className={styles['words']}>
              <Link to="/subscriptions" className={styles['fileName']} dir="auto">
                {list.sender_name ?? list.sender_email}
              </Link>
              <p className={styles['soft']}>
                {strings.subscriptions.facts({
                  messages: list.message_count,
                  share: Math.round((list.opened_count / Math.max(1, list.message_count)) * 100),
                  unread: list.unread_count,
                })}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
