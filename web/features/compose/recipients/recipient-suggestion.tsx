import { useQuery } from '@tanstack/react-query';
import { UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../design/controls/button.tsx';
import { useServices } from '../../../data/services.ts';
import { strings } from '../../../i18n/strings.ts';
import { parseRecipients, type RecipientEntry, recipientFor } from '../../../data/compose/address-list.ts';
import { declinedIn, storeDeclined } from './declined-suggestions.ts';
import styles from '../composer.module.css';
import { collaboratorsQuery } from '../../../data/queries/contacts.ts';
import { fieldsOf, type ComposeSession } from '../../../data/compose/fields.ts';

const t = strings.compose;

/** A contact that often receives mail together with the current recipients. */
export function RecipientSuggestion({
  session,
  onAdd,
}: {
  session: ComposeSession;
  onAdd: (entry: RecipientEntry) => void;
}) {
  const { api } = useServices();
  const threadId = session.frontmatter['thread-id'];
  const [declined, setDeclined] = useState(() => declinedIn(threadId));
  const { to, cc, bcc } = fieldsOf(session);
  const recipients = [to, cc, bcc].join(', ');
  const { data = [] } = useQuery({
    ...collaboratorsQuery(api, session.draftPath, recipients),
    enabled: to !== '',
  });
  const present = new Set(parseRecipients(recipients).map(({ email }) => email.toLowerCase()));
  const person = data.find(({ email }) => !present.has(email.toLowerCase()) && !declined.includes(email));
  if (!person) return null;
  const entry = recipientFor(person.display_name ?? null, person.email);
  const who = givenName(entry);
  return (
    <div className={styles['missing']} title={person.reason} role="group" aria-label={t.include({ who })}>
      <UserRoundPlus aria-hidden="true" />
      <p dir="auto">
        <strong>{t.include({ who })}</strong> {t.includeWhy}
      </p>
      <Button look="quiet" onClick={() => onAdd(entry)}>
        {t.add({ who })}
      </Button>
      <Button
        look="quiet"
        className={styles['decline']}
        onClick={() => {
          storeDeclined(threadId, person.email);
          setDeclined([...declined, person.email]);
        }}
      >
        {t.no}
      </Button>
    </div>
  );
}

/** The first name, which may be the whole name where it is not clear which part that is. */
function givenName({ name, email }: RecipientEntry): string {
  return (name.includes(',') ? name : name.split(/\s+/)[0]) || email;
}
