import type { CalendarEvent } from '../../contract/calendar.ts';
import { cleanText } from '../text/clean-text.ts';
import { parameterOf, propertiesNamed, propertyNamed, type Component, type Property } from './jcal.ts';

type Organizer = NonNullable<CalendarEvent['organizer']>;
type Attendee = CalendarEvent['attendees'][number];

/** Attendees of an event; further attendees are dropped. */
const maxAttendees = 500;

export function organizerOf(event: Component): Organizer | null {
  const property = propertyNamed(event, 'organizer');
  return property ? organizerFrom(property) : null;
}

export function attendeesOf(event: Component): Attendee[] {
  return propertiesNamed(event, 'attendee')
    .slice(0, maxAttendees)
    .flatMap((property) => {
      const person = organizerFrom(property);
      if (!person) return [];
      const partstat = normalizeToken(parameterOf(property, 'partstat')) ?? 'needs_action';
      const rsvp = parameterOf(property, 'rsvp');
      const role = normalizeToken(parameterOf(property, 'role'));
      return [{ ...person, partstat, role: role ?? null, rsvp: rsvp === undefined ? null : /^true$/i.test(rsvp) }];
    });
}

/** A CAL-ADDRESS (RFC 5545, section 3.3.3). Exchange puts the address into EMAIL if the value is not an address. */
function organizerFrom(property: Property): Organizer | null {
  const uri = typeof property[3] === 'string' ? property[3].trim().slice(0, 1_000) : '';
  const addressed = /^mailto:/i.test(uri) ? decodeUri(uri.slice(7).split('?')[0] ?? '') : uri;
  const email = [addressed, parameterOf(property, 'email') ?? ''].map((each) => each.trim()).find(isAddress);
  const name =
    cleanText(parameterOf(property, 'cn') ?? '')
      .trim()
      .slice(0, 300) || null;
  if (email === undefined && name === null) return null;
  return { email: email ?? '', name: name === email ? null : name, uri: uri || null };
}

function isAddress(text: string): boolean {
  return text.length <= 320 && /^[^\s@<>,;:]+@[^\s@<>,;]+$/.test(text);
}

function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // An invalid percent escape: use the address unchanged.
    return text;
  }
}

function normalizeToken(value: string | undefined): string | undefined {
  return value === undefined ? undefined : value.toLowerCase().replaceAll('-', '_').slice(0, 60);
}
