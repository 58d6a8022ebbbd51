import { useState } from 'react';
import type { MessageRow } from '../../../daemon/contract/fields.ts';
import { useKeys } from '../../keyboard/use-keys.ts';
import { strings } from '../../i18n/strings.ts';
import { UnsubscribeDialog } from '../../data/subscriptions/unsubscribe-dialog.tsx';
import styles from './unsubscribe-button.module.css';
import { type UnsubscribeHeader, unsubscribeMethodOf } from '../../data/subscriptions/unsubscribe-method.ts';

const t = strings.subscriptions;

/** Unsubscribes from the list of a message; nothing if that is not possible. */
export function UnsubscribeButton({ message, method }: { message: MessageRow; method: UnsubscribeHeader }) {
  const [isOpen, setOpen] = useState(false);
  const unsubscribeMethod = unsubscribeMethodOf(method);
  const { id, account_id, sender, sender_detail } = message;
  const canUnsubscribe = unsubscribeMethod !== undefined && sender_detail !== undefined && sender_detail !== null;
  useKeys(canUnsubscribe ? { unsubscribe: () => setOpen(true) } : {});
  if (!canUnsubscribe) return null;
  const list = { sender, email: sender_detail, accountId: account_id, messageId: id };
  return (
    <>
      <button
        type="button"
        className={styles['button']}
        aria-label={t.unsubscribeFrom({ sender })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t.unsubscribe}
      </button>
      {isOpen && <UnsubscribeDialog list={list} method={unsubscribeMethod} onClose={() => setOpen(false)} />}
    </>
  );
}
