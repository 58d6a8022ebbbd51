import { Fragment, useId, useState } from 'react';
import type { MessageBody } from '../../daemon/contract/body.ts';
import { strings } from '../strings.ts';
import { linkRuns } from './links.ts';
import { paragraphs, partsOf, unquote } from './quotes.ts';
import styles from './text-body.module.css';

const words = strings.reader;

/** Plain text as one reads a letter: quotes behind a button, the signature dimmed, links that can be followed. */
export function TextBody({ body }: { body: Pick<MessageBody, 'text_plain' | 'text_blocks'> }) {
  const parts = partsOf(body.text_plain ?? '', body.text_blocks);
  if (parts.length === 0) return <p className={styles['empty']}>{words.empty}</p>;
  return (
    <div className={styles['text']}>
      {parts.map((part, at) => (
        <div key={at} className={styles['part']}>
          {part.kind === 'quote' && <Quote text={part.text} />}
          {part.kind === 'words' && <Paragraphs text={part.text} />}
          {part.kind === 'signature' && (
            <div className={styles['signature']}>
              <Paragraphs text={part.text.replace(/^-- ?\n?/, '')} />
            </div>
          )}
        </div>
      ))}
    </div>
  );
}

function Quote({ text }: { text: string }) {
  const [isShown, setIsShown] = useState(false);
  const id = useId();
  return (
    <>
      <button
        type="button"
        className={styles['toggle']}
        aria-expanded={isShown}
        aria-controls={isShown ? id : undefined}
        aria-label={isShown ? words.hideQuoted : words.showQuoted}
        title={isShown ? words.hideQuoted : words.showQuoted}
        onClick={() => setIsShown(!isShown)}
      >
        …
      </button>
      {isShown && (
        <blockquote className={styles['quote']} id={id}>
          <Paragraphs text={unquote(text)} />
        </blockquote>
      )}
    </>
  );
}

function Paragraphs({ text }: { text: string }) {
  return paragraphs(text).map((paragraph, at) => (
    <p key={at} dir="auto">
      {linkRuns(paragraph).map((run, place) =>
        run.target === undefined ? (
          <Fragment key={place}>{run.text}</Fragment>
        ) : (
          <a key={place} href={run.target} target="_blank" rel="noopener noreferrer" title={run.target}>
            {run.text}
          </a>
        ),
      )}
    </p>
  ));
}
