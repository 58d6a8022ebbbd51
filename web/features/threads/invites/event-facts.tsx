import { CalendarDays, CalendarX2, Clock, Link2, MapPin, Repeat, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CalendarEvent } from '../../../../daemon/contract/calendar.ts';
import { strings } from '../../../i18n/strings.ts';
import { LinkedText } from '../body/linked-text.tsx';
import { eventTimes } from '../../../data/event-times.ts';
import { Guests } from './guests.tsx';
import styles from './invite-card.module.css';
import { currentLocale } from '../../../i18n/current-locale.ts';

const t = strings.invites;

/** What calendar mail or a calendar file says of an event; `viewer_attendee_email` is as whom the owner is invited. */
type Event = CalendarEvent & { viewer_attendee_email?: string | null };

/** When an event is, how often, where, how one joins it, and with whom. `messageId` is of the message that tells of it. */
export function EventFacts({ event, messageId }: { event: Event; messageId: string }) {
  const { location, url, organizer, attendees } = event;
  const times = eventTimes(event);
  return (
    <>
      {times && (
        <Fact Icon={Clock} name={t.when}>
          <span className={styles['main']}>{[times.day, times.time].filter(Boolean).join(', ')}</span>
          {times.length && <span className={styles['soft']}> · {times.length}</span>}
          {times.inOwnZone && <span className={styles['second']}>{times.inOwnZone}</span>}
        </Fact>
      )}
      {times?.repeats && (
        <Fact Icon={Repeat} name={t.repeats}>
          {times.repeats}
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

/** A leaf of a calendar, for the eyes alone: what it shows is said beside it. */
export function CalendarDateIcon({ event, isCancelled }: { event: Event; isCancelled: boolean }) {
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
