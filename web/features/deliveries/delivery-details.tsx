import { Link } from '@tanstack/react-router';
import { Check, Copy, ExternalLink, EyeOff, Undo2 } from 'lucide-react';
import { threadLink } from '../../data/lens-links.ts';
import type { Delivery } from '../../data/queries/deliveries.ts';
import { useServices } from '../../data/services.ts';
import { Button, IconButton } from '../../design/controls/button.tsx';
import { strings } from '../../i18n/strings.ts';
import { formatPastMoment } from '../../i18n/upcoming-dates.ts';
import { arrivalText, contentOf, senderOf } from './delivery-texts.ts';
import { useDeliveryActions } from './use-delivery-actions.ts';
import styles from './deliveries-page.module.css';

const t = strings.deliveries;

type DetailsProps = { delivery: Delivery; now: Date };

/** What is known of a delivery, from which mail, and what can be done about it. */
export function DeliveryDetails({ delivery, now }: DetailsProps) {
  const content = contentOf(delivery);
  return (
    <section className={styles['details']} aria-label={t.detailsOf({ from: senderOf(delivery) })}>
      <p className={styles['when']}>{arrivalText(delivery, now)}</p>
      <h2 className={styles['name']} dir="auto">
        {senderOf(delivery)}
      </h2>
      {content && (
        <p className={styles['hint']} dir="auto">
          {content}
        </p>
      )}
      <Events delivery={delivery} now={now} />
      <Facts delivery={delivery} />
      <Actions delivery={delivery} />
      <p className={styles['footnote']}>
        {delivery.tracking_host === null ? t.readHere : t.readHereAndTrack({ host: delivery.tracking_host })}
      </p>
    </section>
  );
}

/** What each message says, the latest first. */
function Events({ delivery: { events, resolved_at }, now }: DetailsProps) {
  return (
    <ol className={styles['events']}>
      {resolved_at !== null && (
        <li>
          <span className={styles['what']}>{t.arrived}</span>
          <time dateTime={resolved_at}>{formatPastMoment(new Date(resolved_at), now)}</time>
          <span className={styles['quote']}>{t.youSaid}</span>
        </li>
      )}
      {events.toReversed().map((event) => (
        <li key={`${event.at} ${event.message_id} ${event.status}`}>
          <span className={styles['what']}>{t.statuses[event.status]}</span>
          <time dateTime={event.at}>{formatPastMoment(new Date(event.at), now)}</time>
          {event.quote !== event.subject && (
            <span className={styles['quote']} dir="auto">
              {event.quote ? t.quoted({ text: event.quote }) : t.reasons[event.reason]}
            </span>
          )}
          {event.thread_id !== null && (
            <Link {...threadLink({ kind: 'all' }, event.thread_id)} className={styles['source']} dir="auto">
              {event.subject || strings.list.noSubject}
            </Link>
          )}
        </li>
      ))}
    </ol>
  );
}

function Facts({ delivery }: { delivery: Delivery }) {
  const { toasts } = useServices();
  const { tracking_number, carrier, order_numbers, events } = delivery;
  const [best] = events.toSorted((a, b) => reasonRank(a) - reasonRank(b));
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text);
    toasts.show({ tone: 'plain', text: t.copied });
  };
  return (
    <dl className={styles['facts']}>
      {tracking_number !== null && (
        <div>
          <dt>{t.trackingNumber}</dt>
          <dd>
            <code>{tracking_number}</code>
            <IconButton name={t.copy} onClick={() => void copy(tracking_number)}>
              <Copy />
            </IconButton>
          </dd>
        </div>
      )}
      <div>
        <dt>{t.carrier}</dt>
        <dd>{carrier ?? t.noCarrier}</dd>
      </div>
      {order_numbers.length > 0 && (
        <div>
          <dt>{t.orders({ count: order_numbers.length })}</dt>
          <dd className={styles['numbers']}>{order_numbers.join(', ')}</dd>
        </div>
      )}
      {best && (
        <div>
          <dt>{t.howKnown}</dt>
          <dd>{t.reasons[best.reason]}</dd>
        </div>
      )}
    </dl>
  );
}

const reasons = ['schema', 'carrier', 'shop', 'number', 'wording'];
const reasonRank = ({ reason }: Delivery['events'][number]) => reasons.indexOf(reason);

function Actions({ delivery }: { delivery: Delivery }) {
  const { resolve, dismiss, isPending } = useDeliveryActions();
  const { tracking_url, tracking_host, resolved_at, dismissed_at, status } = delivery;
  const canResolve = resolved_at !== null || (status !== 'delivered' && dismissed_at === null);
  return (
    <div className={styles['actions']}>
      {tracking_url !== null && (
        <a
          href={tracking_url}
          target="_blank"
          rel="noopener noreferrer nofollow"
          title={tracking_host ?? ''}
          className={styles['track']}
        >
          <ExternalLink aria-hidden="true" />
          {t.track}
        </a>
      )}
      {canResolve && (
        <Button isBusy={isPending} onClick={() => void resolve(delivery)}>
          {resolved_at === null ? <Check /> : <Undo2 />}
          {resolved_at === null ? t.markArrived : t.markNotArrived}
        </Button>
      )}
      <Button look="quiet" isBusy={isPending} onClick={() => void dismiss(delivery)}>
        {dismissed_at === null ? <EyeOff /> : <Undo2 />}
        {dismissed_at === null ? t.notDelivery : t.isDelivery}
      </Button>
    </div>
  );
}
