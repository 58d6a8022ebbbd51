import { Link } from '@tanstack/react-router';
import { Mail, Truck } from 'lucide-react';
import type { Delivery, DeliveryFilter } from '../../data/queries/deliveries.ts';
import { useMailDates } from '../../data/settings/mail-dates.tsx';
import { strings } from '../../i18n/strings.ts';
import { formatPastMoment } from '../../i18n/upcoming-dates.ts';
import { arrivalText, contentOf, daysLate, senderOf, statusText, stepsDone } from './delivery-texts.ts';
import styles from './deliveries-page.module.css';

const t = strings.deliveries;
const steps = [1, 2, 3, 4] as const;

type DeliveryCardProps = { delivery: Delivery; filter: DeliveryFilter; isOpen: boolean; isToday: boolean; now: Date };

/** One delivery: who sends what, where it is and when it comes, who brings it and which mail says so. */
export function DeliveryCard({ delivery, filter, isOpen, isToday, now }: DeliveryCardProps) {
  const dates = useMailDates();
  const { carrier, tracking_host, status } = delivery;
  const last = delivery.events.findLast(({ subject }) => subject !== null);
  const done = stepsDone(delivery);
  const moment = last && formatPastMoment(new Date(last.at), now);
  return (
    <Link
      to="/deliveries"
      search={{ filter, id: delivery.id }}
      className={styles['card']}
      data-delivery={delivery.id}
      data-open={isOpen || undefined}
      data-today={isToday || undefined}
      aria-current={isOpen ? 'true' : undefined}
    >
      <span className={styles['line']}>
        <span className={styles['sender']} dir="auto">
          {senderOf(delivery)}
        </span>
        <span className={styles['content']} dir="auto">
          {contentOf(delivery)}
        </span>
        <span className={styles['status']} data-status={daysLate(delivery, now) > 0 ? 'late' : status}>
          {statusText(delivery, now)}
        </span>
      </span>
      <span className={styles['line']}>
        <span className={styles['steps']} aria-hidden="true">
          {steps.map((step) => (
            <span key={step} data-done={step <= done || undefined} />
          ))}
        </span>
        <span className={styles['arrival']}>{arrivalText(delivery, now)}</span>
      </span>
      <span className={styles['sources']}>
        <span>
          <Truck aria-hidden="true" />
          {carrier ?? tracking_host ?? t.noCarrier}
        </span>
        {last && moment && (
          <span className={styles['mail']} dir="auto">
            <Mail aria-hidden="true" />
            {t.said({ subject: last.subject ?? '', moment: dates.short(last.at, moment) })}
          </span>
        )}
      </span>
    </Link>
  );
}
