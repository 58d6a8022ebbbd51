import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import type { MessageRow } from '../../../daemon/contract/fields.ts';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import styles from './delivery-status.module.css';
import { deliveryQuery } from '../../data/queries/outbox.ts';

/** Below the header of a sent message: the recipients that it did not reach, and why. Nothing without a known failure. */
export function DeliveryStatus({ message: { id } }: { message: MessageRow }) {
  const { api } = useServices();
  const { data } = useQuery(deliveryQuery(api, id));
  const undelivered = (data?.recipients ?? []).filter(({ state }) => state === 'bounced' || state === 'refused');
  if (undelivered.length === 0) return null;
  return (
    <ul className={styles['missed']}>
      {undelivered.map(({ email, reason }) => (
        <li key={email}>
          <CircleAlert aria-hidden="true" />
          <span dir="auto">{strings.outbox.notReached({ who: email, why: reason })}</span>
        </li>
      ))}
    </ul>
  );
}
