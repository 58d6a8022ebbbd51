import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import type { MessageRow } from '../../daemon/contract/fields.ts';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import styles from './delivery-line.module.css';
import { deliveryQuery } from './queries.ts';

/** Below the head of a sent message: whom it did not reach, and why. Nothing where nothing is known against it. */
export function DeliveryLine({ message: { id } }: { message: MessageRow }) {
  const { api } = useParts();
  const { data } = useQuery(deliveryQuery(api, id));
  const missed = (data?.recipients ?? []).filter(({ state }) => state === 'bounced' || state === 'refused');
  if (missed.length === 0) return null;
  return (
    <ul className={styles['missed']}>
      {missed.map(({ email, reason }) => (
        <li key={email}>
          <CircleAlert aria-hidden="true" />
          <span dir="auto">{strings.outbox.notReached({ who: email, why: reason })}</span>
        </li>
      ))}
    </ul>
  );
}
