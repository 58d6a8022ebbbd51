import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CommitmentList } from '../../data/commitments/commitment-list.tsx';
import { threadLink } from '../../data/lens-links.ts';
import { commitmentsQuery } from '../../data/queries/commitments.ts';
import type { Relationship } from '../../data/queries/relationship.ts';
import { useServices } from '../../data/services.ts';
import { formatDate } from '../../i18n/formats.ts';
import { strings } from '../../i18n/strings.ts';
import type { Person } from './person.ts';
import { Section } from './section.tsx';
import styles from './person-page.module.css';

const t = strings.person;
const lens = { kind: 'all' } as const;

const shownCount = 5;

/** Who owes whom an answer, the newest first. */
export function Waiting({ person, relationship }: { person: Person; relationship: Relationship }) {
  const { you_owe, they_owe } = relationship;
  return (
    <Section title={t.waiting}>
      {you_owe.length + they_owe.length === 0 && <p className={styles['empty']}>{t.nothingWaits}</p>}
      <WaitingSide title={t.youOwe} conversations={you_owe} />
      <WaitingSide title={t.theyOwe({ name: person.name })} conversations={they_owe} />
    </Section>
  );
}

function WaitingSide({ title, conversations }: { title: string; conversations: Relationship['you_owe'] }) {
  if (conversations.length === 0) return null;
  return (
    <>
      <h3 className={styles['side']}>{title}</h3>
      <ul role="list" className={styles['waiting']}>
        {conversations
          .slice(-shownCount)
          .toReversed()
          .map(({ thread_id, subject, since }) => (
            <li key={thread_id}>
              <Link {...threadLink(lens, thread_id)} className={styles['fileName']} dir="auto">
                {subject || strings.list.noSubject}
              </Link>{' '}
              <span className={styles['soft']}>{t.since({ day: formatDate(since) })}</span>
            </li>
          ))}
      </ul>
      {conversations.length > shownCount && (
        <p className={styles['soft']}>{t.moreWait({ count: conversations.length - shownCount })}</p>
      )}
    </>
  );
}

/** What the user and the person have promised each other and not kept yet. */
export function PersonPromises({ person }: { person: Person }) {
  const { api } = useServices();
  const { accountId, email } = person;
  const { data } = useQuery(commitmentsQuery(api, { status: 'open', email, account_id: accountId }));
  if (!data) return null;
  return (
    <Section
      title={t.promises}
      aside={
        <Link to="/promises" search={{}} className={styles['link']}>
          {t.allPromises}
        </Link>
      }
    >
      {data.commitments.length === 0 ? (
        <p className={styles['empty']}>{t.noPromises}</p>
      ) : (
        <CommitmentList label={t.promises} commitments={data.commitments} />
      )}
    </Section>
  );
}
