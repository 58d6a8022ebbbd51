import type { CalendarEvent } from '../../../../daemon/contract/calendar.ts';
import { CalendarDateIcon, EventFacts } from '../invites/event-facts.tsx';
import { strings } from '../../../i18n/strings.ts';
import { LinkedText } from '../body/linked-text.tsx';
import card from '../invites/invite-card.module.css';
import styles from './cards.module.css';

type CalendarProps = { events: readonly CalendarEvent[]; messageId: string };

/** The events of a calendar file, each as a card like an invitation. */
export function CalendarPreview({ events, messageId }: CalendarProps) {
  return (
    <ul className={styles['cards']}>
      {events.map((event, at) => (
        <Event key={at} event={event} messageId={messageId} />
      ))}
    </ul>
  );
}

function Event({ event, messageId }: { event: CalendarEvent; messageId: string }) {
  const { summary, description, warnings, status, method } = event;
  const isCancelled = method === 'CANCEL' || status === 'CANCELLED';
  return (
    <li className={card['card']} data-state={isCancelled ? 'cancelled' : undefined}>
      <CalendarDateIcon event={event} isCancelled={isCancelled} />
      <div className={card['facts']}>
        <h3 className={card['title']} dir="auto">
          {summary ?? strings.invites.untitled}
        </h3>
        {isCancelled && (
          <p className={card['became']} data-state="cancelled">
            {strings.invites.became.cancelled}
          </p>
        )}
        <EventFacts event={event} messageId={messageId} />
        {description && (
          <p className={styles['words']} dir="auto">
            <LinkedText text={description} messageId={messageId} />
          </p>
        )}
        {warnings.length > 0 && (
          <ul className={card['warnings']}>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}
