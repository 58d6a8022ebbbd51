import { useState } from 'react';
import type { MessageRow } from '../../daemon/contract/fields.ts';
import { useKeys } from '../shell/keys.ts';
import { strings } from '../strings.ts';
import { LeaveDialog } from './leave-dialog.tsx';
import styles from './unsubscribe-button.module.css';
import { type Method, wayOf } from './ways.ts';

const words = strings.subscriptions;

/** Leaves the list that a message came by; nothing where there is no way to. */
export function UnsubscribeButton({ message, method }: { message: MessageRow; method: Method }) {
  const [isOpen, setOpen] = useState(false);
  const way = wayOf(method);
  const { id, account_id, sender, sender_detail } = message;
  const canLeave = way !== undefined && sender_detail !== undefined && sender_detail !== null;
  useKeys(canLeave ? { unsubscribe: () => setOpen(true) } : {});
  if (!canLeave) return null;
  const list = { sender, email: sender_detail, accountId: account_id, messageId: id };
  return (
    <>
      <button
        type="button"
        className={styles['button']}
        aria-label={words.unsubscribeFrom({ sender })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {words.unsubscribe}
      </button>
      {isOpen && <LeaveDialog list={list} way={way} onClose={() => setOpen(false)} />}
    </>
  );
}
