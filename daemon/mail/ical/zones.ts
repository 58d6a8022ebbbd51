import { instantAt, instantFromClock, localTime } from '../../base/local-time.ts';
import { componentsNamed, propertiesNamed, valueOf, type Component } from './jcal.ts';
import type { CalendarTime } from './times.ts';
import { ianaNamed, zoneNamed } from './zone-names.ts';
import { zoneRules } from './zone-rules.ts';

/** The clocks a time is written on. */
export type EventTimeZone = {
  /** As `time_zone` of an event says it; null for the reader's own. */
  name: string | null;
  /** When they show a time; both in milliseconds. */
  instantAt: (local: number) => number;
  /** What they show at an instant. */
  localAt: (instant: number) => number;
  /** What there is to be said of how they were found. */
  warning?: string;
};

/**
 * Finds the clocks that the times of one calendar are written on: the rules it brings along, where they are usable, else
 * the zone of that name. `zone` is that of who reads it, by IANA name; undefined is the machine's own.
 */
export function createZoneLookup(calendar: Component, zone: string | undefined): (time: CalendarTime) => EventTimeZone {
  const zones = new Map<string, EventTimeZone>();
  for (const component of componentsNamed(calendar, 'vtimezone')) {
    // Of two names nobody knows which one the rules are for.
    const tzid = propertiesNamed(component, 'tzid').length === 1 ? valueOf(component, 'tzid') : undefined;
    const timeZone = tzid === undefined ? undefined : timeZoneOfRules(tzid, component);
    if (timeZone && tzid !== undefined && !zones.has(zoneKey(tzid))) zones.set(zoneKey(tzid), timeZone);
  }
  const readerZone = ianaTimeZone(zone);
  const floatingZone =
    timeZoneOfName(valueOf(calendar, 'x-wr-timezone') ?? '') ?? (zones.size === 1 ? [...zones.values()][0] : undefined);
  return ({ isUtc, isDate, tzid }) => {
    if (isUtc) return utc;
    if (isDate) return readerZone;
    if (tzid === undefined) return floatingZone ?? readerZone;
    return zones.get(zoneKey(tzid)) ?? timeZoneOfName(tzid) ?? unknownTimeZone(tzid, floatingZone ?? readerZone);
  };
}

const utc: EventTimeZone = { name: 'UTC', instantAt: (local) => local, localAt: (instant) => instant };

function ianaTimeZone(zone: string | undefined): EventTimeZone {
  return { name: null, instantAt: (local) => instantAt(local, zone), localAt: (instant) => localTime(instant, zone) };
}

function timeZoneOfRules(tzid: string, component: Component): EventTimeZone | undefined {
  const offsetAt = zoneRules(component);
  if (!offsetAt) return undefined;
  const localAt = (instant: number) => instant + offsetAt(instant);
  const name = ianaNamed(tzid) ?? ianaNamed(valueOf(component, 'x-lic-location') ?? '') ?? tzid;
  return { name, instantAt: (local) => instantFromClock(local, localAt), localAt };
}

function timeZoneOfName(tzid: string): EventTimeZone | undefined {
  const zone = zoneNamed(tzid);
  if (!zone) return undefined;
  if ('iana' in zone) return { ...ianaTimeZone(zone.iana), name: zone.iana };
  const { offset } = zone;
  const warning = `The time zone “${tzid}” is only known by its distance from UTC; in summer it may be an hour off.`;
  return { name: tzid, instantAt: (local) => local - offset, localAt: (instant) => instant + offset, warning };
}

function unknownTimeZone(tzid: string, fallback: EventTimeZone): EventTimeZone {
  const description = fallback.name === null ? 'your own time' : `that of ${fallback.name}`;
  return { ...fallback, warning: `The time zone “${tzid}” is not known: the time is read as ${description}.` };
}

/** By which a zone and the times on its clocks are matched. */
export function zoneKey(tzid: string): string {
  return tzid.replace(/^["'\s]+|["'\s]+$/g, '').toLowerCase();
}
