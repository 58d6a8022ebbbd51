import { useState } from 'react';
import type { CalendarEvent } from '../../../../daemon/contract/calendar.ts';
import { strings } from '../../../i18n/strings.ts';
import styles from './guests.module.css';

const t = strings.invites;

/** The number of guests that are shown at first. */
const shownAtOnce = 6;

type Event = Pick<CalendarEvent, 'organizer' | 'attendees'> & { viewer_attendee_email?: string | null };
type Guest = Event['attendees'][number];

/** The organizer, the guests and their answers; the user comes first. */
export function Guests({ event }: { event: Event }) {
  const [isWhole, setIsWhole] = useState(false);
  const { organizer, attendees, viewer_attendee_email } = event;
  const isOwner = ({ email }: Guest) => email !== '' && email === viewer_attendee_email;
  const guests = attendees.toSorted((a, b) => Number(isOwner(b)) - Number(isOwner(a)));
  const shown = isWhole || guests.length <= shownAtOnce + 1 ? guests : guests.slice(0, shownAtOnce);
  return (
    <>
      {organizer && (
        <p title={organizer.email || undefined}>
          {organizer.name ?? organizer.email}
          <span className={styles['soft']}> · {t.organises}</span>
        </p>
      )}
      <ul className={styles['guests']} aria-label={t.guests}>
        {shown.map((guest, at) => (
          <li key={at} className={styles['guest']} data-partstat={guest.partstat} title={guest.email || undefined}>
            {isOwner(guest) ? t.you : (guest.name ?? guest.email)}
            <span className={styles['soft']}> · {t.partstat({ partstat: guest.partstat ?? '' })}</span>
          </li>
        ))}
      </ul>
      {shown.length < guests.length && (
        <button type="button" className={styles['all']} onClick={() => setIsWhole(true)}>
          {t.allGuests({ count: guests.length })}
        </button>
      )}
    </>
  );
}
