import { CircleAlert, Paperclip } from 'lucide-react';
import type { Approval } from '../../data/queries/approvals.ts';
import { formatSize } from '../../i18n/formats.ts';
import { strings } from '../../i18n/strings.ts';
import styles from './approvals-page.module.css';

const t = strings.approvals;

type Message = Approval['content']['messages'][number];

/** A message as it would be sent. */
export function MessagePreview({ message }: { message: Message }) {
  const { from, to, cc, bcc, subject, body, attachments } = message;
  return (
    <section className={styles['message']} aria-label={t.message}>
      <dl className={styles['facts']}>
        <Recipients name={t.to} people={to} />
        <Recipients name={t.cc} people={cc} />
        <Recipients name={t.bcc} people={bcc} />
        {from !== null && (
          <div>
            <dt>{t.from}</dt>
            <dd dir="auto">{from}</dd>
          </div>
        )}
        <div>
          <dt>{t.subject}</dt>
          <dd className={styles['subject']} dir="auto">
            {subject || strings.list.noSubject}
          </dd>
        </div>
      </dl>
      <div className={styles['body']} tabIndex={0} role="group" aria-label={t.text} dir="auto">
        {body === '' ? t.emptyBody : body}
      </div>
      {attachments.length > 0 && (
        <ul className={styles['files']} role="list" aria-label={t.attachments}>
          {attachments.map(({ name, size }) => (
            <li key={name}>
              <Paperclip aria-hidden="true" />
              <span dir="auto">{name}</span> {formatSize(size)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Recipients({ name, people }: { name: string; people: Message['to'] }) {
  if (people.length === 0) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd className={styles['people']}>
        {people.map(({ name: person, email, is_new }) => (
          <span key={email} className={styles['person']} data-new={is_new || undefined}>
            <span dir="auto">{person ? `${person} <${email}>` : email}</span>
            {is_new && (
              <strong>
                <CircleAlert aria-hidden="true" />
                {t.newAddress}
              </strong>
            )}
          </span>
        ))}
      </dd>
    </div>
  );
}
