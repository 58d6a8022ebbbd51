import type { MessageBody } from '../../../../daemon/contract/body.ts';
import type { MessageRow } from '../../../../daemon/contract/fields.ts';
import { strings } from '../../../i18n/strings.ts';
import { LinkedText } from './linked-text.tsx';
import { paragraphs, textPartsOf, unquote, withoutSeparator } from './quotes.ts';
import { reflowed } from './reflow.ts';
import styles from './text-body.module.css';
import { quotedMessage, type QuoteFacts } from './quote-facts.ts';
import { QuotedText } from './quoted-text.tsx';

const t = strings.reader;

type TextBodyProps = {
  body: Pick<MessageBody, 'message_id' | 'text_plain' | 'text_blocks'>;
  /** The messages of the conversation before this one. */
  earlier?: readonly MessageRow[];
  /** Addresses of the user, in lower case. */
  own?: ReadonlySet<string>;
};

const unknownEarlier: readonly MessageRow[] = [];
const unknownOwn: ReadonlySet<string> = new Set();

/** Plain text with collapsed quotes, a muted signature, and links. */
export function TextBody({ body, earlier = unknownEarlier, own = unknownOwn }: TextBodyProps) {
  const { message_id: messageId } = body;
  const parts = textPartsOf(body.text_plain ?? '', body.text_blocks);
  if (parts.length === 0) return <p className={styles['empty']}>{t.empty}</p>;
  return (
    <div className={styles['text']}>
      {parts.map((part, at) => (
        <div key={at} className={styles['part']}>
          {part.kind === 'quote' && (
            <QuotedText facts={factsOf(part.text, earlier)} own={own}>
              <blockquote className={styles['quote']}>
                <Paragraphs text={unquote(part.text)} messageId={messageId} />
              </blockquote>
            </QuotedText>
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

function factsOf(quote: string, earlier: readonly MessageRow[]): QuoteFacts {
  const lines = quote.split('\n').filter((line) => /[^\s>]/.test(line));
  return { lines: lines.length, message: quotedMessage(lines.slice(0, 4).join(' '), earlier) };
}

type TextProps = { text: string; messageId: string };

function Paragraphs({ text, messageId }: TextProps) {
  return paragraphs(text).map((paragraph, at) => (
    <p key={at} dir="auto">
      <LinkedText text={reflowed(paragraph)} messageId={messageId} />
    </p>
  ));
}
