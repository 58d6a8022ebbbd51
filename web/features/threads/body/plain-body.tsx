import type { MessageBody } from '../../../../daemon/contract/body.ts';
import { strings } from '../../../i18n/strings.ts';
import { LinkedText } from './linked-text.tsx';
import styles from './source-view.module.css';

/** The plain text with nothing collapsed. */
export function PlainBody({ body: { text_plain: text, message_id: messageId } }: { body: MessageBody }) {
  if (text === null) return <p className={styles['note']}>{strings.reader.empty}</p>;
  return (
    <div className={styles['plain']} dir="auto">
      <LinkedText text={text} messageId={messageId} />
    </div>
  );
}
