import { Fragment, type ReactNode } from 'react';
import { strings } from '../../../i18n/strings.ts';
import styles from './thread-assist.module.css';

const t = strings.assist.reader;

export type Citation = {
  field?: string | undefined;
  message_id?: string | null | undefined;
  quote?: string | undefined;
};

type CitedTextProps = {
  /** Lines, lists with `- `, and marks as in `[2, 3]`. It is shown as text, whatever Markdown it contains. */
  text: string;
  citations: readonly Citation[];
  onReveal: (messageIds: readonly string[]) => void;
};

/** What a model wrote. The marks of messages lead to them; nothing else in it can be followed. */
export function CitedText({ text, citations, onReveal }: CitedTextProps) {
  const quotes = citations.filter(({ field, quote }) => field === 'quote' && quote);
  return (
    <div className={styles['text']} dir="auto">
      {text
        .split(/\n{2,}/)
        .filter((block) => block.trim() !== '')
        .map((block, at) => (
          <Block key={at} block={block} citations={citations} onReveal={onReveal} />
        ))}
      {quotes.map(({ quote, message_id }, at) => (
        <blockquote key={at}>
          {quote} <MessageLink number="→" messageId={message_id} onReveal={onReveal} />
        </blockquote>
      ))}
    </div>
  );
}

function Block({ block, ...marks }: Omit<CitedTextProps, 'text'> & { block: string }) {
  const lines = block.split('\n').filter((line) => line.trim() !== '');
  if (!lines.every((line) => line.startsWith('- '))) return <p>{marked(block, marks)}</p>;
  return (
    <ul>
      {lines.map((line, at) => (
        <li key={at}>{marked(line.slice(2), marks)}</li>
      ))}
    </ul>
  );
}

function marked(line: string, { citations, onReveal }: Omit<CitedTextProps, 'text'>): ReactNode {
  return line.split(/(\[\d+(?:, \d+)*\])/).map((piece, at) => {
    if (at % 2 === 0) return piece;
    return (
      <Fragment key={at}>
        {piece
          .slice(1, -1)
          .split(', ')
          .map((number) => (
            <MessageLink
              key={number}
              number={number}
              messageId={citations.find(({ field }) => field === number)?.message_id}
              onReveal={onReveal}
            />
          ))}
      </Fragment>
    );
  });
}

type MessageLinkProps = { number: string; messageId: string | null | undefined; onReveal: CitedTextProps['onReveal'] };

/** Expands a message and scrolls to it. */
function MessageLink({ number, messageId, onReveal }: MessageLinkProps) {
  if (!messageId) return null;
  return (
    <button
      type="button"
      className={styles['mark']}
      aria-label={t.goTo({ number })}
      onClick={() => {
        onReveal([messageId]);
        // After the message is expanded.
        requestAnimationFrame(() =>
          document.querySelector(`[data-message="${CSS.escape(messageId)}"]`)?.scrollIntoView(),
        );
      }}
    >
      {number}
    </button>
  );
}
