import { useQuery } from '@tanstack/react-query';
import { UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../design/button.tsx';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { entriesOf, type Entry, entryFor } from './address-line.ts';
import styles from './composer.module.css';
import { collaboratorsQuery } from './queries.ts';
import { fieldsOf, type ComposeSession } from './writing.ts';

const words = strings.compose;

/** Somebody who is usually written to together with those it goes to. */
export function MissingPerson({ session, onAdd }: { session: ComposeSession; onAdd: (entry: Entry) => void }) {
  const { api } = useParts();
  const [declined, setDeclined] = useState<readonly string[]>([]);
  const { to, cc, bcc } = fieldsOf(session);
  const recipients = [to, cc, bcc].join(', ');
  const { data = [] } = useQuery({
    ...collaboratorsQuery(api, session.draftPath, recipients),
    enabled: to !== '',
  });
  const there = new Set(entriesOf(recipients).map(({ email }) => email.toLowerCase()));
  const person = data.find(({ email }) => !there.has(email.toLowerCase()) && !declined.includes(email));
  if (!person) return null;
  const entry = entryFor(person.display_name ?? null, person.email);
  return (
    <p className={styles['missing']} title={person.reason}>
      <UserRoundPlus />
      <span dir="auto">{words.include({ who: entry.name || entry.email })}</span>
      <Button look="quiet" onClick={() => onAdd(entry)}>
        {words.add}
      </Button>
      <Button look="quiet" onClick={() => setDeclined([...declined, person.email])}>
        {words.no}
      </Button>
    </p>
  );
}
