import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { MessageRow } from '../../../../daemon/contract/fields.ts';
import { errorText } from '../../../design/feedback/empty-state.tsx';
import { PopoverPanel } from '../../../design/overlays/popover.tsx';
import { SkeletonBar, Skeleton } from '../../../design/feedback/skeleton.tsx';
import { threadLink } from '../../../data/lens-links.ts';
import { useThreadListData } from '../../../data/thread-list/list/list-context.ts';
import { senderQuery, type SenderProfile } from '../../../data/queries/people.ts';
import { useServices } from '../../../data/services.ts';
import { strings } from '../../../i18n/strings.ts';
import styles from './sender-card.module.css';
import { formatDate } from '../../../i18n/formats.ts';

const t = strings.people;

type SenderCardProps = { message: Pick<MessageRow, 'account_id' | 'sender'>; email: string };

/** The name of a sender, with a popover of facts about the sender. */
export function SenderCard({ message: { account_id, sender }, email }: SenderCardProps) {
  return (
    <PopoverPanel
      name={t.card({ name: sender })}
      trigger={
        <button type="button" className={styles['name']} title={t.open({ name: sender })}>
          {sender}
        </button>
      }
    >
      {(close) => <Card accountId={account_id} email={email} onGo={close} />}
    </PopoverPanel>
  );
}

function Card({ accountId, email, onGo }: { accountId: string; email: string; onGo: () => void }) {
  const { api } = useServices();
  const { data, error } = useQuery(senderQuery(api, accountId, email));
  return (
    <div className={styles['card']}>
      <p className={styles['email']}>{email}</p>
      {error && !data && <p role="alert">{errorText(error)}</p>}
      {!data && !error && <Waiting />}
      {data && (data.profile ? <SenderFacts profile={data.profile} onGo={onGo} /> : <p>{t.unknown}</p>)}
      <div className={styles['acts']}>
        <Link
          to="/people/$email"
          params={{ email }}
          search={{ account: accountId }}
          className={styles['link']}
          onClick={onGo}
        >
          {t.showPerson}
        </Link>
        <SearchLink query={`from:${email} OR to:${email}`} onGo={onGo}>
          {t.showAll}
        </SearchLink>
        <SearchLink query={`from:${email}`} onGo={onGo}>
          {t.search}
        </SearchLink>
      </div>
    </div>
  );
}

function SearchLink({ query, onGo, children }: { query: string; onGo: () => void; children: string }) {
  return (
    <Link to="/search" search={{ q: query, sort: undefined }} className={styles['link']} onClick={onGo}>
      {children}
    </Link>
  );
}

function SenderFacts({ profile, onGo }: { profile: SenderProfile; onGo: () => void }) {
  const { first_seen_at, last_seen_at, open_thread_count, replied_count, is_list_sender, recent_messages } = profile;
  return (
    <>
      <ul className={styles['facts']}>
        <li>{t.letters({ received: profile.total_inbound, sent: profile.total_outbound })}</li>
        <li>
          {t.since({
            first: formatDate(first_seen_at),
            last: formatDate(last_seen_at),
            which: formatDate(first_seen_at) === formatDate(last_seen_at) ? 'once' : 'often',
          })}
        </li>
        {replied_count > 0 && <li>{t.answered({ count: replied_count })}</li>}
        {open_thread_count > 0 && <li>{t.inInbox({ count: open_thread_count })}</li>}
        {is_list_sender && <li>{t.isList}</li>}
      </ul>
      <h3 className={styles['heading']}>{t.recent}</h3>
      <ul className={styles['recent']}>
        {recent_messages.slice(0, maxShown).map((each) => (
          <Recent key={each.message_id} message={each} onGo={onGo} />
        ))}
      </ul>
    </>
  );
}

const maxShown = 5;

function Recent({ message, onGo }: { message: SenderProfile['recent_messages'][number]; onGo: () => void }) {
  const { lens } = useThreadListData();
  const { subject, thread_id, direction, date } = message;
  return (
    <li>
      <Link {...threadLink(lens, thread_id)} className={styles['mail']} onClick={onGo}>
        <span className={styles['subject']} dir="auto">
          {direction === 'outbound' && <span className={styles['you']}>{t.sentByYou} </span>}
          {subject || strings.list.noSubject}
        </span>
        <span className={styles['date']}>{formatDate(date)}</span>
      </Link>
    </li>
  );
}

function Waiting() {
  return (
    <Skeleton label={t.loading}>
      {[70, 84, 52].map((width) => (
        <SkeletonBar key={width} width={`${width}%`} style={{ margin: '8px 0' }} />
      ))}
    </Skeleton>
  );
}
