import { CircleAlert, Paperclip } from 'lucide-react';
import { useState } from 'react';
import type { Approval } from '../../data/queries/approvals.ts';
import { useMailDates } from '../../data/settings/mail-dates.tsx';
import { Button } from '../../design/controls/button.tsx';
import { useNow } from '../../design/use-now.ts';
import { formatMomentShort } from '../../i18n/upcoming-dates.ts';
import { lineChanges } from './line-changes.ts';
import { formatSize } from '../../i18n/formats.ts';
import { strings } from '../../i18n/strings.ts';
import styles from './approvals-page.module.css';

const t = strings.approvals;

type Message = Approval['content']['messages'][number];
type ChangedFrom = Approval['content']['changed_from'];

/** A message as it would be sent. */
export function MessagePreview({ message, changedFrom }: { message: Message; changedFrom: ChangedFrom }) {
  const { from, to, cc, bcc, subject, attachments } = message;
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
      <MessageText message={message} changedFrom={changedFrom} />
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

/** The text, or what has changed in the message since the owner wrote it, or since it was asked for before. */
function MessageText({ message, changedFrom }: { message: Message; changedFrom: ChangedFrom }) {
  const dates = useMailDates();
  const now = useNow();
  const [view, setView] = useState<'changes' | 'message'>('changes');
  const at = changedFrom && new Date(changedFrom.at);
  const [before, after] = comparedTexts(changedFrom ?? message, message);
  return (
    <>
      {at && (
        <div className={styles['views']}>
          <p>{t.changedSince[changedFrom.of]({ when: dates.short(at, formatMomentShort(at, now)) })}</p>
          {(['changes', 'message'] as const).map((each) => (
            <Button key={each} aria-pressed={view === each} onClick={() => setView(each)}>
              {t.views[each]}
            </Button>
          ))}
        </div>
      )}
      <div className={styles['body']} tabIndex={0} role="group" aria-label={t.text} dir="auto">
        {changedFrom && view === 'changes' ? (
          <Changes before={before} after={after} />
        ) : message.body === '' ? (
          t.emptyBody
        ) : (
          message.body
        )}
      </div>
    </>
  );
}

type Version = NonNullable<ChangedFrom> | Message;

/** Two versions as texts, each below those of its recipients and its subject that differ. */
function comparedTexts(before: Version, after: Version): [string, string] {
  const [old, current] = [headerLines(before), headerLines(after)];
  const changed = old.map((line, at) => line !== current[at]);
  const textOf = (lines: readonly string[], { body }: Version) => {
    const shown = lines.filter((_line, at) => changed[at]);
    return shown.length === 0 ? body : [...shown, '', body].join('\n');
  };
  return [textOf(old, before), textOf(current, after)];
}

function headerLines({ to, cc, bcc, subject }: Version): string[] {
  const emails = (people: Version['to']) => people.map(({ email }) => email).join(', ');
  return [`${t.to}: ${emails(to)}`, `${t.cc}: ${emails(cc)}`, `${t.bcc}: ${emails(bcc)}`, `${t.subject}: ${subject}`];
}

const lineElements = { same: 'span', removed: 'del', added: 'ins' } as const;

function Changes({ before, after }: { before: string; after: string }) {
  return lineChanges(before, after).map(({ kind, line }, at) => {
    const Line = lineElements[kind];
    return (
      <Line key={at} className={styles['line']}>
        {line}
      </Line>
    );
  });
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
