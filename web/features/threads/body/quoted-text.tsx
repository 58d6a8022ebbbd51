import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { useMailDates } from '../../../data/settings/mail-dates.tsx';
import { strings } from '../../../i18n/strings.ts';
import { useViews } from '../view-context.ts';
import type { QuoteFacts } from './quote-facts.ts';
import styles from './quoted-text.module.css';

const t = strings.reader;

type QuotedTextProps = {
  facts: QuoteFacts;
  /** Addresses of the user, in lower case. */
  own: ReadonlySet<string>;
  children: ReactNode;
};

/** A quote of an earlier message, collapsed until the user wants to see it. */
export function QuotedText(props: QuotedTextProps) {
  const { isAllShown } = useViews();
  return <Quote key={String(isAllShown)} {...props} isOpen={isAllShown} />;
}

function Quote({ facts, own, children, isOpen }: QuotedTextProps & { isOpen: boolean }) {
  const [isShown, setIsShown] = useState(isOpen);
  const id = useId();
  const Chevron = isShown ? ChevronDown : ChevronRight;
  return (
    <>
      <button
        type="button"
        className={styles['toggle']}
        aria-expanded={isShown}
        aria-controls={isShown ? id : undefined}
        onClick={() => setIsShown(!isShown)}
      >
        <Chevron aria-hidden="true" />
        <span className={styles['name']}>{isShown ? t.hideQuoted : t.showQuoted}</span>
        <span className={styles['facts']}>
          · <Facts facts={facts} own={own} />
        </span>
      </button>
      {isShown && <div id={id}>{children}</div>}
    </>
  );
}

function Facts({ facts: { lines, message }, own }: Pick<QuotedTextProps, 'facts' | 'own'>) {
  const dates = useMailDates();
  if (!message) return t.quotedLines({ lines });
  const isOwn = own.has(message.sender_detail?.toLowerCase() ?? '');
  return t.quotedFacts({
    who: isOwn ? t.you : message.sender,
    when: dates.short(message.date, message.date_label),
    lines,
  });
}
