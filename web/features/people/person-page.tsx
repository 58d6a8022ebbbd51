import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { PenLine } from 'lucide-react';
import { contactsQuery } from '../../data/queries/contacts.ts';
import { senderQuery, type SenderProfile } from '../../data/queries/people.ts';
import { relationshipQuery, type Relationship } from '../../data/queries/relationship.ts';
import { useServices } from '../../data/services.ts';
import { Button } from '../../design/controls/button.tsx';
import { EmptyState, ErrorState } from '../../design/feedback/empty-state.tsx';
import { ListSkeleton } from '../../design/feedback/list-skeleton.tsx';
import { Page } from '../../design/layout/page.tsx';
import { strings } from '../../i18n/strings.ts';
import { BetweenYou } from './between-you.tsx';
import { Files } from './files.tsx';
import { HowOften } from './how-often.tsx';
import { HowYouWrite } from './how-you-write.tsx';
import type { Person } from './person.ts';
import { PersonPromises, Waiting } from './person-promises.tsx';
import { PersonSubscriptions } from './person-subscriptions.tsx';
import styles from './person-page.module.css';

const t = strings.person;

/** Everything that the user and a person have to do with each other, according to the mail of an account. */
export function PersonPage() {
  const { email = '' } = useParams({ strict: false });
  const { account } = useSearch({ strict: false });
  const { api } = useServices();
  const contacts = useQuery({ ...contactsQuery(api, email), enabled: account === undefined });
  const known = contacts.data?.contacts.find((each) => each.email.toLowerCase() === email.toLowerCase());
  const accountId = account ?? known?.account_id;
  if (accountId !== undefined) return <PersonOf accountId={accountId} email={email} />;
  if (contacts.data) return <Unknown email={email} />;
  return <Loading email={email} error={contacts.error} retry={() => void contacts.refetch()} />;
}

function Loading({ email, error, retry }: { email: string; error: unknown; retry: () => void }) {
  return (
    <Page title={email} hint={t.loading} isWide>
      {error ? <ErrorState error={error} onRetry={retry} /> : <ListSkeleton />}
    </Page>
  );
}

function Unknown({ email }: { email: string }) {
  return (
    <Page title={email} hint="" isWide>
      <EmptyState illustration="resting" title={t.unknown({ email })} hint={t.unknownHint} />
    </Page>
  );
}

function PersonOf({ accountId, email }: { accountId: string; email: string }) {
  const { api } = useServices();
  const sender = useQuery(senderQuery(api, accountId, email));
  const relation = useQuery(relationshipQuery(api, { accountId, email }));
  if (!sender.data || !relation.data) {
    const retry = () => void Promise.all([sender.refetch(), relation.refetch()]);
    return <Loading email={email} error={sender.error ?? relation.error} retry={retry} />;
  }
  const { profile } = sender.data;
  if (!profile) return <Unknown email={email} />;
  return <Profile profile={profile} relationship={relation.data.profile} />;
}

function Profile({ profile, relationship }: { profile: SenderProfile; relationship: Relationship | null }) {
  const { openCompositions } = useServices();
  const { account_id: accountId, email, display_name } = profile;
  const name = display_name ?? email;
  const person: Person = { accountId, email, name };
  const write = () => void openCompositions.start({ kind: 'new', to: addressOf(profile), account_id: accountId });
  const tools = (
    <div className={styles['tools']}>
      <Link to="/screener/decisions" className={styles['quiet']}>
        {t.decisions}
      </Link>
      <Button look="primary" onClick={write}>
        <PenLine aria-hidden="true" />
        {t.write({ name })}
      </Button>
    </div>
  );
  return (
    <Page title={name} hint={hintOf(profile, relationship)} tools={tools} isWide>
      <div className={styles['columns']}>
        <div className={styles['column']}>
          <BetweenYou person={person} profile={profile} relationship={relationship} />
          <Files person={person} />
          <PersonSubscriptions person={person} />
        </div>
        <div className={styles['column']}>
          {relationship ? (
            <HowOften person={person} relationship={relationship} />
          ) : (
            <p className={styles['note']}>{t.stranger({ name })}</p>
          )}
          <PersonPromises person={person} />
          {relationship && <Waiting person={person} relationship={relationship} />}
          {relationship && <HowYouWrite person={person} relationship={relationship} />}
          <p className={styles['note']}>{t.local}</p>
        </div>
      </div>
    </Page>
  );
}

function hintOf({ display_name, email }: SenderProfile, relationship: Relationship | null): string {
  const parts = display_name === null ? [] : [email];
  if (relationship && relationship.statistics.received_count > 0)
    parts.push(t.known({ year: relationship.statistics.first_at.slice(0, 4) }));
  return parts.join(' · ');
}

function addressOf({ display_name, email }: SenderProfile): string {
  return display_name === null ? email : `"${display_name.replaceAll(/["\\]/g, '')}" <${email}>`;
}
