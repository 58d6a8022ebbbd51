import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowDownLeft, ArrowUpRight, Paperclip } from 'lucide-react';
import { useState } from 'react';
import type { MessageRow } from '../../../daemon/contract/fields.ts';
import { threadLink } from '../../data/lens-links.ts';
import type { SenderProfile } from '../../data/queries/people.ts';
import { newestQuery, type Relationship } from '../../data/queries/relationship.ts';
import { useServices } from '../../data/services.ts';
import { useMailDates } from '../../data/settings/mail-dates.tsx';
import { ErrorState } from '../../design/feedback/empty-state.tsx';
import { ListSkeleton } from '../../design/feedback/list-skeleton.tsx';
import { strings } from '../../i18n/strings.ts';
import type { Person } from './person.ts';
import { Section } from './section.tsx';
import styles from './person-page.module.css';

const t = strings.person;
const directions = ['both', 'them', 'you'] as const;
type Direction = (typeof directions)[number];

const shownCount = 8;

type BetweenYouProps = { person: Person; profile: SenderProfile; relationship: Relationship | null };

/** The newest mail both ways, or of one side. */
export function BetweenYou({ person, profile, relationship }: BetweenYouProps) {
  const [direction, setDirection] = useState<Direction>('both');
  const query = queryOf(direction, person.email);
  const total = profile.total_inbound + profile.total_outbound;
  return (
    <Section
      title={t.between}
      aside={
        <>
          {relationship && (
            <p className={styles['soft']}>
              {t.totals({ conversations: relationship.statistics.conversation_count, messages: total })}
            </p>
          )}
          <div className={styles['choices']} role="group" aria-label={t.directionLabel}>
            {directions.map((each) => (
              <button
                key={each}
                type="button"
                className={styles['choice']}
                aria-pressed={each === direction}
                onClick={() => setDirection(each)}
              >
                {each === 'them' ? t.directions.them({ name: person.name }) : t.directions[each]}
              </button>
            ))}
          </div>
        </>
      }
    >
      <Messages person={person} query={query} />
      <Link to="/search" search={{ q: query, sort: undefined, account: person.accountId }} className={styles['more']}>
        {t.showAll}
      </Link>
    </Section>
  );
}

function queryOf(direction: Direction, email: string): string {
  if (direction === 'them') return `from:${email}`;
  return direction === 'you' ? `to:${email} is:sent` : `from:${email} OR to:${email}`;
}

function Messages({ person, query }: { person: Person; query: string }) {
  const { api } = useServices();
  const { accountId } = person;
  const { data, error, refetch } = useQuery(
    newestQuery(api, { accountId, query, scope: 'messages', limit: shownCount }),
  );
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ListSkeleton />;
  if (data.rows.length === 0) return <p className={styles['empty']}>{t.noMessages}</p>;
  return (
    <ul role="list" className={styles['messages']}>
      {data.rows.map((row) => (
        <Message key={row.id} row={row} person={person} query={query} />
      ))}
    </ul>
  );
}

function Message({ row, person, query }: { row: MessageRow; person: Person; query: string }) {
  const dates = useMailDates();
  const isTheirs = row.sender_detail?.toLowerCase() === person.email.toLowerCase();
  const Arrow = isTheirs ? ArrowDownLeft : ArrowUpRight;
  const lens = { kind: 'search', query, sort: undefined, account: person.accountId } as const;
  return (
    <li className={styles['message']}>
      <Arrow
        className={styles['arrow']}
        data-theirs={isTheirs || undefined}
        role="img"
        aria-label={isTheirs ? t.fromThem({ name: person.name }) : t.fromYou}
      />
      <Link {...threadLink(lens, row.thread_id)} className={styles['subject']} dir="auto">
        <strong>{row.subject || strings.list.noSubject}</strong>{' '}
        <span className={styles['snippet']}>{row.snippet}</span>
      </Link>
      {row.has_attachments && <Paperclip className={styles['clip']} role="img" aria-label={t.hasFile} />}
      <time className={styles['day']} dateTime={row.date} title={dates.full(row.date, row.date_full)}>
        {dates.short(row.date, row.date_label)}
      </time>
    </li>
  );
}
