import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MessageRow } from '../../../daemon/contract/fields.ts';
import { useKeys } from '../../keyboard/use-keys.ts';
import { formatDate } from '../../i18n/formats.ts';
import { strings } from '../../i18n/strings.ts';
import { unsubscribedAtQuery } from '../../data/queries/subscriptions.ts';
import { useServices } from '../../data/services.ts';
import { useMailDates } from '../../data/settings/mail-dates.tsx';
import { UnsubscribeDialog } from './lazy-parts.ts';
import styles from './unsubscribe-button.module.css';
import type { MailingList } from '../../data/subscriptions/use-unsubscribe.ts';
import {
  type UnsubscribeHeader,
  type UnsubscribeMethod,
  unsubscribeMethodOf,
} from '../../data/subscriptions/unsubscribe-method.ts';

const t = strings.subscriptions;

/** Unsubscribes from the list of a message; nothing if that is not possible. */
export function UnsubscribeButton({ message, method }: { message: MessageRow; method: UnsubscribeHeader }) {
  const unsubscribeMethod = unsubscribeMethodOf(method);
  const { id, account_id, sender, sender_detail } = message;
  if (unsubscribeMethod === undefined || sender_detail === null) return null;
  const list = { sender, email: sender_detail, accountId: account_id, messageId: id };
  return <ListUnsubscribe list={list} method={unsubscribeMethod} />;
}

/** The button, or the day on which the user has unsubscribed. */
function ListUnsubscribe({ list, method }: { list: MailingList; method: UnsubscribeMethod }) {
  const { api } = useServices();
  const [isOpen, setOpen] = useState(false);
  const dates = useMailDates();
  const { data: unsubscribedAt } = useQuery(unsubscribedAtQuery(api, list));
  useKeys(unsubscribedAt ? {} : { unsubscribe: () => setOpen(true) });
  if (unsubscribedAt) {
    const day = dates.short(unsubscribedAt, formatDate(unsubscribedAt));
    return <span>{t.asked({ state: 'done', day })}</span>;
  }
  const { sender } = list;
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
      {isOpen && <UnsubscribeDialog list={list} method={method} onClose={() => setOpen(false)} />}
    </>
  );
}
