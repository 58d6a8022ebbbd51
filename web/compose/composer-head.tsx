import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { useParts } from '../parts.ts';
import { accountsQuery } from '../queries.ts';
import { strings } from '../strings.ts';
import { entriesOf, type Entry, entryFor, lineOf, withEntries } from './address-line.ts';
import styles from './composer.module.css';
import { type RecipientKind, RecipientsField } from './recipients-field.tsx';
import type { Fields } from './writing.ts';

const words = strings.compose;

type ComposerHeadProps = {
  fields: Fields;
  /** The fields that are shown although nobody is in them. */
  shown: ReadonlySet<RecipientKind>;
  /** The field that was asked for last, and how often one was. */
  wanted: { kind: RecipientKind; at: number } | undefined;
  onShow: (kind: RecipientKind) => void;
  onChange: (change: Partial<Fields>) => void;
  onFrom: (from: string) => void;
  /** On to the text, past the buttons above it. */
  onText: () => void;
};

/** From whom, to whom and about what. */
export function ComposerHead({ fields, shown, wanted, onShow, onChange, onFrom, onText }: ComposerHeadProps) {
  const [said, setSaid] = useState('');
  const isShown = (kind: RecipientKind) => kind === 'to' || shown.has(kind) || fields[kind] !== '';

  function move(entry: Entry, from: RecipientKind, to: RecipientKind): void {
    onShow(to);
    onChange({
      [from]: lineOf(entriesOf(fields[from]).filter(({ text }) => text !== entry.text)),
      [to]: lineOf(withEntries(entriesOf(fields[to]), [entry])),
    });
    setSaid(words.moved({ who: entry.name || entry.text, field: words.fields[to] }));
  }

  const kinds = (['to', 'cc', 'bcc'] as const).filter(isShown);
  const hidden = (['cc', 'bcc'] as const).filter((kind) => !isShown(kind));
  return (
    <div className={styles['head']}>
      <FromField from={fields.from} onFrom={onFrom} />
      <div className={styles['recipients']}>
        <span className={styles['more']}>
          {hidden.map((kind) => (
            <button key={kind} type="button" className={styles['add']} onClick={() => onShow(kind)}>
              {words.fields[kind]}
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
            onSay={setSaid}
            wantedAt={wanted?.kind === kind ? wanted.at : undefined}
          />
        ))}
      </div>
      <label className={styles['line']}>
        <span className={styles['name']}>{words.fields.subject}</span>
        <input
          className={styles['subject']}
          data-field="subject"
          dir="auto"
          spellCheck
          value={fields.subject}
          onChange={({ target }) => onChange({ subject: target.value })}
          onKeyDown={(event) => {
            if ((event.key !== 'Tab' && event.key !== 'Enter') || hasModifier(event)) return;
            event.preventDefault();
            onText();
          }}
        />
      </label>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </div>
  );
}

function hasModifier({ shiftKey, ctrlKey, metaKey, altKey, nativeEvent }: KeyboardEvent): boolean {
  return shiftKey || ctrlKey || metaKey || altKey || nativeEvent.isComposing;
}

/** The owner's addresses, where there are several. */
function FromField({ from, onFrom }: { from: string; onFrom: (from: string) => void }) {
  const { api } = useParts();
  const { data } = useQuery(accountsQuery(api));
  const [current] = entriesOf(from);
  // What the owner calls an account is for them alone: mail goes out under the name it went out under so far.
  const own = (data?.accounts ?? [])
    .filter(({ enabled, send_kind }) => enabled && send_kind !== null)
    .flatMap(({ name, addresses }) =>
      addresses.map((email) => ({ account: name, ...entryFor(current?.name || null, email) })),
    );
  const isKnown = own.some(({ email }) => email.toLowerCase() === current?.email.toLowerCase());
  const choices = isKnown || !current ? own : [{ account: '', ...current }, ...own];
  if (choices.length < 2) return null;
  return (
    <label className={styles['line']}>
      <span className={styles['name']}>{words.fields.from}</span>
      <select
        className={styles['from']}
        value={current?.email.toLowerCase()}
        onChange={({ target }) => {
          const chosen = choices.find(({ email }) => email.toLowerCase() === target.value);
          if (chosen) onFrom(chosen.text);
        }}
      >
        {choices.map(({ account, email }) => (
          <option key={email} value={email.toLowerCase()}>
            {account ? words.fromAccount({ email, account }) : email}
          </option>
        ))}
      </select>
    </label>
  );
}
