import { Link } from '@tanstack/react-router';
import { Ban, Bell, BookOpen, type LucideIcon, MessageCircle } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Decision, Disposition, QueueEntry } from '../../data/queries/screener.ts';
import { useMailDates } from '../../data/settings/mail-dates.tsx';
import { Button, classes } from '../../design/controls/button.tsx';
import { Checkbox } from '../../design/controls/checkbox.tsx';
import { Kbd } from '../../design/controls/kbd.tsx';
import { useNow } from '../../design/use-now.ts';
import { strings } from '../../i18n/strings.ts';
import { formatPastMoment } from '../../i18n/upcoming-dates.ts';
import { SenderFacts } from './sender-facts.tsx';
import { SenderMark } from './sender-mark.tsx';
import styles from './screener-page.module.css';
import { useChoiceKeys } from '../../keyboard/use-choice-keys.ts';
import { nameOf, targetOf, useDecide } from './use-decide.ts';

const t = strings.screener;

type Choice = Exclude<Disposition, 'unknown'>;

/** The choices in the order of their keys, 1 to 4. */
const choices: readonly { disposition: Choice; Icon: LucideIcon }[] = [
  { disposition: 'allow', Icon: MessageCircle },
  { disposition: 'paper_trail', Icon: Bell },
  { disposition: 'feed', Icon: BookOpen },
  { disposition: 'deny', Icon: Ban },
];

/** Whether a denied sender's mail is archived too; kept from one sender to the next. */
let archivesDenied = false;

/** An unknown sender: who it is, what it wrote, and where its mail goes. */
export function SenderCard({ entry, onPostpone }: { entry: QueueEntry; onPostpone: () => void }) {
  const { decide } = useDecide();
  const [isForDomain, setForDomain] = useState(false);
  const [isArchiving, setArchiving] = useState(archivesDenied);
  const heading = useRef<HTMLHeadingElement>(null);
  // The question moves on to the next sender, and with it the focus.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  const choose = (disposition: Choice) => {
    const { account_id, domain, list_id } = entry;
    const target = isForDomain ? domainTarget(entry) : targetOf(entry);
    const name = isForDomain ? domain : (list_id ?? nameOf(entry));
    const apply_to_existing = disposition === 'deny' && isArchiving;
    void decide({ account_id, ...target, disposition, apply_to_existing }, { name, disposition }, [entry]);
  };
  useChoiceKeys({
    ...Object.fromEntries(choices.map(({ disposition }, at) => [`${at + 1}`, () => choose(disposition)])),
    s: onPostpone,
  });

  return (
    <article className={styles['card']} aria-labelledby="screened-sender">
      <SenderHead entry={entry} ref={heading} />
      <SenderFacts entry={entry} />
      <Excerpt entry={entry} />
      <fieldset className={styles['question']}>
        <legend dir="auto">
          {entry.list_id === null ? entry.question.question : t.listQuestion({ list: entry.list_id })}
        </legend>
        <div className={styles['choices']}>
          {choices.map(({ disposition, Icon }, at) => (
            <button
              key={disposition}
              type="button"
              className={classes(styles['choice'], disposition === 'deny' && styles['deny'])}
              aria-keyshortcuts={`${at + 1}`}
              onClick={() => choose(disposition)}
            >
              <Icon aria-hidden="true" />
              <span className={styles['choiceName']}>{t.choice[disposition]}</span>
              <Kbd>{`${at + 1}`}</Kbd>
              <span className={styles['choiceHint']}>{t.choiceHint[disposition]}</span>
            </button>
          ))}
        </div>
      </fieldset>
      <div className={styles['options']}>
        {!entry.is_public_domain && entry.list_id === null && (
          <Checkbox
            label={t.forDomain({ domain: entry.domain })}
            isOn={isForDomain}
            onChange={async (isOn) => setForDomain(isOn)}
          />
        )}
        <Checkbox
          label={t.archiveDenied}
          isOn={isArchiving}
          onChange={async (isOn) => {
            archivesDenied = isOn;
            setArchiving(isOn);
          }}
        />
        <Button look="quiet" className={styles['later']} aria-keyshortcuts="s" onClick={onPostpone}>
          {t.later}
          <Kbd>s</Kbd>
        </Button>
      </div>
    </article>
  );
}

function domainTarget({ domain }: QueueEntry): Pick<Decision, 'scope' | 'value'> {
  return { scope: 'domain', value: domain };
}

function SenderHead({ entry, ref }: { entry: QueueEntry; ref: React.Ref<HTMLHeadingElement> }) {
  const now = useNow();
  const dates = useMailDates();
  const at = new Date(entry.latest_at);
  return (
    <header className={styles['head']}>
      <SenderMark name={nameOf(entry)} isLarge />
      <div className={styles['who']}>
        <h2 id="screened-sender" ref={ref} tabIndex={-1} dir="auto">
          {nameOf(entry)}
        </h2>
        <p dir="auto">{entry.list_id === null ? entry.sender_email : t.onList({ list: entry.list_id })}</p>
      </div>
      <time dateTime={entry.latest_at} title={dates.full(at, formatPastMoment(at, now))}>
        {formatPastMoment(at, now)}
      </time>
    </header>
  );
}

function Excerpt({ entry: { latest_subject, latest_snippet, latest_thread_id } }: { entry: QueueEntry }) {
  return (
    <div className={styles['excerpt']}>
      <h3 dir="auto">{latest_subject || strings.list.noSubject}</h3>
      {latest_snippet && <p dir="auto">{withoutCutWord(latest_snippet)}</p>}
      <div className={styles['reading']}>
        <Link to="/all/m/$threadId" params={{ threadId: latest_thread_id }} className={styles['read']}>
          {t.read}
        </Link>
        <span>{t.unnoticed}</span>
      </div>
    </div>
  );
}

/** A snippet of this length was probably cut within a word. */
const maxSnippet = 195;

function withoutCutWord(snippet: string): string {
  return snippet.length < maxSnippet ? snippet : snippet.replace(/\s\S*$/u, '…');
}
