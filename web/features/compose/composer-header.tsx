import { useQuery } from '@tanstack/react-query';
import { Forward, Reply, ReplyAll } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useServices } from '../../data/services.ts';
import { accountsQuery } from '../../data/queries/mail.ts';
import { strings } from '../../i18n/strings.ts';
import {
  parseRecipients,
  type RecipientEntry,
  recipientFor,
  formatRecipients,
  withRecipients,
} from '../../data/compose/address-list.ts';
import styles from './composer.module.css';
import { RecipientsField } from './recipients/recipients-field.tsx';
import type { ComposeSession, Fields } from '../../data/compose/fields.ts';
import type { RecipientKind } from './recipients/recipient-kind.ts';
import { Select } from '../../design/controls/select.tsx';

const t = strings.compose;

type ComposerHeaderProps = {
  fields: Fields;
  intent: ComposeSession['frontmatter']['intent'];
  /** Whether the subject has a line; `opened` by the user, who wants to change it. */
  subject: 'shown' | 'opened' | 'hidden';
  /** The recipient fields that are shown although they are empty. */
  shown: ReadonlySet<RecipientKind>;
  /** The field that was opened last, and how often a field was opened. */
  requestedField: { kind: RecipientKind; at: number } | undefined;
  onShow: (kind: RecipientKind) => void;
  onChange: (change: Partial<Fields>) => void;
  onFrom: (from: string) => void;
  /** Moves the focus to the text, past the buttons above it. */
  onText: () => void;
};

/** Sender, recipients and subject. */
export function ComposerHeader({
  fields,
  intent,
  subject,
  shown,
  requestedField,
  onShow,
  onChange,
  onFrom,
  onText,
}: ComposerHeaderProps) {
  const [announcement, setAnnouncement] = useState('');
  const isShown = (kind: RecipientKind) => kind === 'to' || shown.has(kind) || fields[kind] !== '';

  function move(entry: RecipientEntry, from: RecipientKind, to: RecipientKind): void {
    onShow(to);
    onChange({
      [from]: formatRecipients(parseRecipients(fields[from]).filter(({ text }) => text !== entry.text)),
      [to]: formatRecipients(withRecipients(parseRecipients(fields[to]), [entry])),
    });
    setAnnouncement(t.moved({ who: entry.name || entry.text, field: t.fields[to] }));
  }

  const kinds = (['to', 'cc', 'bcc'] as const).filter(isShown);
  const hidden = (['cc', 'bcc'] as const).filter((kind) => !isShown(kind));
  return (
    <div className={styles['head']}>
      {intent && <IntentMark intent={intent} />}
      <FromField from={fields.from} onFrom={onFrom} />
      <div className={styles['recipients']}>
        <span className={styles['more']}>
          {hidden.map((kind) => (
            <button key={kind} type="button" className={styles['add']} onClick={() => onShow(kind)}>
              {t.fields[kind]}
            </button>
          ))}
        </span>
        {kinds.map((kind) => (
          <RecipientsField
            key={kind}
            kind={kind}
            line={fields[kind]}
            onLine={(line) => onChange({ [kind]: line })}
            onMove={move}
            onAnnounce={setAnnouncement}
            focusRequest={requestedField?.kind === kind ? requestedField.at : undefined}
          />
        ))}
      </div>
      {subject !== 'hidden' && (
        <SubjectField
          subject={fields.subject}
          isOpened={subject === 'opened'}
          onSubject={(text) => onChange({ subject: text })}
          onText={onText}
        />
      )}
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
    </div>
  );
}

const intentIcons = { reply: Reply, reply_all: ReplyAll, forward: Forward };

/** In a conversation, which has no title for its composer. */
function IntentMark({ intent }: { intent: keyof typeof intentIcons }) {
  const Icon = intentIcons[intent];
  return (
    <span className={styles['intent']}>
      <Icon role="img" aria-label={t.intents[intent]} />
    </span>
  );
}

type SubjectFieldProps = {
  subject: string;
  isOpened: boolean;
  onSubject: (subject: string) => void;
  onText: () => void;
};

function SubjectField({ subject, isOpened, onSubject, onText }: SubjectFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isOpened) input.current?.focus();
  }, [isOpened]);
  return (
    <label className={styles['line']}>
      <span className={styles['name']}>{t.fields.subject}</span>
      <input
        ref={input}
        className={styles['subject']}
        data-field="subject"
        dir="auto"
        spellCheck
        value={subject}
        onChange={({ target }) => onSubject(target.value)}
        onKeyDown={(event) => {
          if ((event.key !== 'Tab' && event.key !== 'Enter') || hasModifier(event)) return;
          event.preventDefault();
          onText();
        }}
      />
    </label>
  );
}

function hasModifier({ shiftKey, ctrlKey, metaKey, altKey, nativeEvent }: KeyboardEvent): boolean {
  return shiftKey || ctrlKey || metaKey || altKey || nativeEvent.isComposing;
}

/** The user's addresses, if there are several. */
function FromField({ from, onFrom }: { from: string; onFrom: (from: string) => void }) {
  const { api } = useServices();
  const { data } = useQuery(accountsQuery(api));
  const [current] = parseRecipients(from);
  // The account name is private: mail keeps the display name that was used so far.
  const own = (data?.accounts ?? [])
    .filter(({ enabled, send_kind }) => enabled && send_kind !== null)
    .flatMap(({ name, addresses }) =>
      addresses.map((email) => ({ account: name, ...recipientFor(current?.name || null, email) })),
    );
  const isKnown = own.some(({ email }) => email.toLowerCase() === current?.email.toLowerCase());
  const choices = isKnown || !current ? own : [{ account: '', ...current }, ...own];
  if (choices.length < 2) return null;
  return (
    <label className={styles['line']} data-from>
      <span className={styles['name']}>{t.fields.from}</span>
      <Select
        className={styles['from']}
        value={current?.email.toLowerCase()}
        onChange={({ target }) => {
          const chosen = choices.find(({ email }) => email.toLowerCase() === target.value);
          if (chosen) onFrom(chosen.text);
        }}
      >
        {choices.map(({ account, email }) => (
          <option key={email} value={email.toLowerCase()}>
            {account ? t.fromAccount({ email, account }) : email}
          </option>
        ))}
      </Select>
    </label>
  );
}
