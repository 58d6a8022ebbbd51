import { CalendarClock, CalendarDays, CalendarX2, Clock, Link2, MapPin, Repeat, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CalendarEvent } from '../../../../daemon/contract/calendar.ts';
import { strings } from '../../../i18n/strings.ts';
import { LinkedText } from '../body/linked-text.tsx';
import { eventTimes } from '../../../data/event-times.ts';
import { repetitionText } from '../../../data/repetition-text.ts';
import { Guests } from './guests.tsx';
import { SeriesChanges, type Series } from './series-changes.tsx';
import styles from './invite-card.module.css';
import { currentLocale } from '../../../i18n/current-locale.ts';

const t = strings.invites;

/** The event data of a calendar message or file; `viewer_attendee_email` is the address under which the user is invited. */
type Event = CalendarEvent & { viewer_attendee_email?: string | null };

type FactsProps = { event: Event; messageId: string; series?: Series | null };

/**
 * The time, recurrence, location, conference link and guests of an event. `messageId` is the message with the event,
 * `series` the series that it is or belongs to.
 */
export function EventFacts({ event, messageId, series = null }: FactsProps) {
  const { url, organizer, attendees } = event;
  const isSeries = series !== null && event.recurrence_id === null;
  const next = isSeries ? series.next : null;
  const location = next ? next.location : event.location;
  const times = eventTimes(next ? { ...next, repeats: event.repeats } : event);
  const seriesText = series && !isSeries ? repetitionText(series)?.repeats : undefined;
  const when = times && [times.day, times.time].filter(Boolean).join(', ');
  return (
    <>
      {times && when && (
        <Fact Icon={Clock} name={t.when}>
          <span className={styles['main']}>{next ? t.next({ when }) : when}</span>
          {times.length && <span className={styles['soft']}> · {times.length}</span>}
          {times.inOwnZone && <span className={styles['second']}>{times.inOwnZone}</span>}
        </Fact>
      )}
      {(times?.repeats ?? seriesText) && (
        <Fact Icon={Repeat} name={t.repeats}>
          {times?.repeats ?? t.oneOf({ repeats: seriesText ?? '' })}
        </Fact>
      )}
      {isSeries && series.changes.length > 0 && (
        <Fact Icon={CalendarClock} name={t.changes}>
          <SeriesChanges changes={series.changes} event={event} />
        </Fact>
      )}
      {location && (
        <Fact Icon={MapPin} name={t.where}>
          <LinkedText text={location} messageId={messageId} />
        </Fact>
      )}
      {url && url !== location && (
        <Fact Icon={Link2} name={t.link}>
          <LinkedText text={url} messageId={messageId} />
        </Fact>
      )}
      {(organizer ?? attendees[0]) && (
        <Fact Icon={Users} name={t.who}>
          <Guests event={event} />
        </Fact>
      )}
    </>
  );
}

type DatedEvent = Pick<Event, 'starts_at' | 'starts_local' | 'all_day'>;

/** A calendar leaf, hidden from screen readers because the text beside it has the same content. */
export function CalendarDateIcon({ event, isCancelled }: { event: DatedEvent; isCancelled: boolean }) {
  const { starts_at, starts_local, all_day } = event;
  if (starts_at === null || starts_local === null) return <CalendarDays aria-hidden="true" />;
  const at = all_day ? new Date(`${starts_local}T12:00`) : new Date(starts_at);
  return (
    <div className={styles['leaf']} aria-hidden="true">
      <span className={styles['month']}>{month(at)}</span>
      {isCancelled ? <CalendarX2 /> : <span className={styles['number']}>{at.getDate()}</span>}
      <span className={styles['weekday']}>{weekday(at)}</span>
    </div>
  );
}

const month = (at: Date) => currentLocale().dateFormat({ month: 'short' }).format(at);
const weekday = (at: Date) => currentLocale().dateFormat({ weekday: 'short' }).format(at);

function Fact({ Icon, name, children }: { Icon: typeof Clock; name: string; children: ReactNode }) {
  return (
    <div className={styles['fact']}>
      <Icon role="img" aria-label={name} />
      <div dir="auto">{children}</div>
    </div>
  );
}
