import { Cake, Globe, type LucideIcon, Mail, MapPin, Phone, StickyNote } from 'lucide-react';
import type { Reply } from '../../../api/client.ts';
import { strings } from '../../../i18n/strings.ts';
import { LinkedText } from '../body/linked-text.tsx';
import { initials } from '../recipients.ts';
import styles from './cards.module.css';

const t = strings.attachments.contact;

type Contact = Extract<Reply<'attachments', 'preview'>['preview'], { form: 'contacts' }>['contacts'][number];
type Fact = { Icon: LucideIcon; name: string; value: string; label: string | null };

/** The contacts of a contact file, each as a card. */
export function ContactsPreview({ contacts, messageId }: { contacts: readonly Contact[]; messageId: string }) {
  return (
    <ul className={styles['cards']}>
      {contacts.map((contact, at) => (
        <Card key={at} contact={contact} messageId={messageId} />
      ))}
    </ul>
  );
}

function Card({ contact, messageId }: { contact: Contact; messageId: string }) {
  const { name, nickname, organization, title, emails } = contact;
  const shown = name ?? nickname ?? organization ?? emails[0]?.value ?? t.nameless;
  const position = [title, shown === organization ? null : organization].filter(Boolean).join(' · ');
  return (
    <li className={styles['contact']}>
      <span className={styles['avatar']} aria-hidden="true">
        {initials(shown)}
      </span>
      <div className={styles['facts']}>
        <h3 className={styles['name']} dir="auto">
          {shown}
          {nickname && nickname !== shown && <span className={styles['soft']}> {t.called({ nickname })}</span>}
        </h3>
        {position && (
          <p className={styles['soft']} dir="auto">
            {position}
          </p>
        )}
        <dl className={styles['list']}>
          {factsOf(contact).map((fact, at) => (
            <div key={at} className={styles['fact']}>
              <dt>
                <fact.Icon role="img" aria-label={fact.name} />
              </dt>
              <dd dir="auto">
                <LinkedText text={fact.value} messageId={messageId} />
                {fact.label && <span className={styles['soft']}> · {fact.label}</span>}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </li>
  );
}

function factsOf({ emails, phones, addresses, urls, birthday, note }: Contact): Fact[] {
  return [
    ...emails.map((email) => ({ Icon: Mail, name: t.email, ...email })),
    ...phones.map((phone) => ({ Icon: Phone, name: t.phone, ...phone })),
    ...addresses.map((address) => ({ Icon: MapPin, name: t.address, ...address })),
    ...urls.map((url) => ({ Icon: Globe, name: t.url, ...url })),
    ...(birthday ? [{ Icon: Cake, name: t.birthday, value: birthday, label: null }] : []),
    ...(note ? [{ Icon: StickyNote, name: t.note, value: note, label: null }] : []),
  ];
}
