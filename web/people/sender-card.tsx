import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { MessageRow } from '../../daemon/contract/fields.ts';
import type { Reply } from '../api.ts';
import { wordsOf } from '../design/panel.tsx';
import { Popup } from '../design/popup.tsx';
import { Bone, Skeleton } from '../design/skeleton.tsx';
import { threadLink } from '../lens-paths.ts';
import { usePlace } from '../mailbox/place-context.ts';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { senderQuery } from './queries.ts';
import styles from './sender-card.module.css';
import { dateWords } from '../words/formats.ts';

const words = strings.people;

type Profile = NonNullable<Reply<'people', 'sender'>['profile']>;
type SenderCardProps = { message: Pick<MessageRow, 'account_id' | 'sender'>; email: string };

/** The name of a sender, which opens what the mail tells of them. */
export function SenderCard({ message: { account_id, sender }, email }: SenderCardProps) {
  return (
    <Popup
      name={words.card({ name: sender })}
      trigger={
        <button type="button" className={styles['name']} title={words.open({ name: sender })}>
          {sender}
        </button>
      }
    >
      {(close) => <Card accountId={account_id} email={email} onGo={close} />}
    </Popup>
  );
}

function Card({ accountId, email, onGo }: { accountId: string; email: string; onGo: () => void }) {
  const { api } = useParts();
  const { data, error } = useQuery(senderQuery(api, accountId, email));
  return (
    <div className={styles['card']}>
      <p className={styles['email']}>{email}</p>
      {error && !data && <p role="alert">{wordsOf(error)}</p>}
      {!data && !error && <Waiting />}
      {data && (data.profile ? <Told profile={data.profile} onGo={onGo} /> : <p>{words.unknown}</p>)}
      <div className={styles['acts']}>
        <SearchLink query={`from:${email} OR to:${email}`} onGo={onGo}>
          {words.showAll}
        </SearchLink>
        <SearchLink query={`from:${email}`} onGo={onGo}>
          {words.search}
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

function Told({ profile, onGo }: { profile: Profile; onGo: () => void }) {
  const { first_seen_at, last_seen_at, open_thread_count, replied_count, is_list_sender, recent_messages } = profile;
  return (
    <>
      <ul className={styles['facts']}>
        <li>{words.letters({ received: profile.total_inbound, sent: profile.total_outbound })}</li>
        <li>
          {words.since({
            first: dateWords(first_seen_at),
            last: dateWords(last_seen_at),
            which: dateWords(first_seen_at) === dateWords(last_seen_at) ? 'once' : 'often',
          })}
        </li>
        {replied_count > 0 && <li>{words.answered({ count: replied_count })}</li>}
        {open_thread_count > 0 && <li>{words.inInbox({ count: open_thread_count })}</li>}
        {is_list_sender && <li>{words.isList}</li>}
      </ul>
      <h3 className={styles['heading']}>{words.recent}</h3>
      <ul className={styles['recent']}>
        {recent_messages.slice(0, shownAtMost).map((each) => (
          <Recent key={each.message_id} message={each} onGo={onGo} />
        ))}
      </ul>
    </>
  );
}

const shownAtMost = 5;

function Recent({ message, onGo }: { message: Profile['recent_messages'][number]; onGo: () => void }) {
  const { lens } = usePlace();
  const { subject, thread_id, direction, date } = message;
  return (
    <li>
      <Link {...threadLink(lens, thread_id)} className={styles['mail']} onClick={onGo}>
        <span className={styles['subject']} dir="auto">
          {direction === 'outbound' && <span className={styles['you']}>{words.sentByYou} </span>}
          {subject || strings.list.noSubject}
        </span>
        <span className={styles['date']}>{dateWords(date)}</span>
      </Link>
    </li>
  );
}

function Waiting() {
  return (
    <Skeleton label={words.loading}>
      {[70, 84, 52].map((width) => (
        <Bone key={width} width={`${width}%`} style={{ margin: '8px 0' }} />
      ))}
    </Skeleton>
  );
}
