import { useId, useState } from 'react';
import type { MessageBody } from '../../../../daemon/contract/body.ts';
import { strings } from '../../../i18n/strings.ts';
import { LinkedText } from './linked-text.tsx';
import { paragraphs, textPartsOf, unquote, withoutSeparator } from './quotes.ts';
import { reflowed } from './reflow.ts';
import styles from './text-body.module.css';
import { useViews } from '../view-context.ts';

const t = strings.reader;

/** Plain text with collapsed quotes, a muted signature, and links. */
export function TextBody({ body }: { body: Pick<MessageBody, 'message_id' | 'text_plain' | 'text_blocks'> }) {
  const { message_id: messageId } = body;
  const { isAllShown } = useViews();
  const parts = textPartsOf(body.text_plain ?? '', body.text_blocks);
  if (parts.length === 0) return <p className={styles['empty']}>{t.empty}</p>;
  return (
    <div className={styles['text']}>
      {parts.map((part, at) => (
        <div key={at} className={styles['part']}>
          {part.kind === 'quote' && (
            <Quote key={String(isAllShown)} text={part.text} messageId={messageId} isOpen={isAllShown} />
          )}
          {part.kind === 'words' && <Paragraphs text={part.text} messageId={messageId} />}
          {part.kind === 'signature' && (
            <div className={styles['signature']}>
              <Paragraphs text={withoutSeparator(part.text)} messageId={messageId} />
            </div>
          )}
        </div>
      ))}
    </div>
  );
}

type TextProps = { text: string; messageId: string };

function Quote({ text, messageId, isOpen }: TextProps & { isOpen: boolean }) {
  const [isShown, setIsShown] = useState(isOpen);
  const id = useId();
  return (
    <>
      <button
        type="button"
        className={styles['toggle']}
        aria-expanded={isShown}
        aria-controls={isShown ? id : undefined}
        aria-label={isShown ? t.hideQuoted : t.showQuoted}
        title={isShown ? t.hideQuoted : t.showQuoted}
        onClick={() => setIsShown(!isShown)}
      >
        …
      </button>
      {isShown && (
        <blockquote className={styles['quote']} id={id}>
          <Paragraphs text={unquote(text)} messageId={messageId} />
        </blockquote>
      )}
    </>
  );
}

function Paragraphs({ text, messageId }: TextProps) {
  return paragraphs(text).map((paragraph, at) => (
    <p key={at} dir="auto">
      <LinkedText text={reflowed(paragraph)} messageId={messageId} />
    </p>
  ));
}
