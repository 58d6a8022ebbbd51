import { useQuery } from '@tanstack/react-query';
import { UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../design/controls/button.tsx';
import { useServices } from '../../../data/services.ts';
import { strings } from '../../../i18n/strings.ts';
import { parseRecipients, type RecipientEntry, recipientFor } from '../../../data/compose/address-list.ts';
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
  const [declined, setDeclined] = useState<readonly string[]>([]);
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
  return (
    <p className={styles['missing']} title={person.reason}>
      <UserRoundPlus />
      <span dir="auto">{t.include({ who: entry.name || entry.email })}</span>
      <Button look="quiet" onClick={() => onAdd(entry)}>
        {t.add}
      </Button>
      <Button look="quiet" onClick={() => setDeclined([...declined, person.email])}>
        {t.no}
      </Button>
    </p>
  );
}
