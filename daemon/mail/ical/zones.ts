import { instantAt, instantFromClock, localTime } from '../../base/local-time.ts';
import { componentsNamed, propertiesNamed, valueOf, type Component } from './jcal.ts';
import type { CalendarTime } from './times.ts';
import { ianaNamed, olsonNamed, zoneNamed } from './zone-names.ts';
import { zoneRules } from './zone-rules.ts';

/** The clocks of a zone in a form that can be stored; null is the zone of the reader. */
export type ZoneDefinition = { iana: string } | { offset: number } | { rules: Component } | null;

/** The clocks of a time. */
export type EventTimeZone = {
  definition: ZoneDefinition;
  /** As in `time_zone` of an event; null for the zone of the reader. */
  name: string | null;
  /** The instant of a local time; both in milliseconds. */
  instantAt: (local: number) => number;
  /** The local time at an instant. */
  localAt: (instant: number) => number;
  /** A warning about how the zone was determined. */
  warning?: string;
};

/**
 * Finds the clocks of the times of a calendar: its own rules if they are usable, else the zone of that name. Rules
 * without the yearly changes of the clocks are not trusted over an IANA name, because some writers give only one
 * offset. `zone` is the reader's zone by IANA name; undefined is the zone of the machine.
 */
export function createZoneLookup(calendar: Component, zone: string | undefined): (time: CalendarTime) => EventTimeZone {
  const zones = new Map<string, EventTimeZone>();
  for (const component of componentsNamed(calendar, 'vtimezone')) {
    // With two TZID properties it is ambiguous which zone the rules belong to.
    const tzid = propertiesNamed(component, 'tzid').length === 1 ? valueOf(component, 'tzid') : undefined;
    const timeZone = tzid === undefined ? undefined : timeZoneOfRules(tzid, component);
    if (timeZone && tzid !== undefined && !zones.has(zoneKey(tzid))) zones.set(zoneKey(tzid), timeZone);
  }
  const readerZone = readerTimeZone(zone);
  const floatingZone =
    timeZoneOfName(valueOf(calendar, 'x-wr-timezone') ?? '') ?? (zones.size === 1 ? [...zones.values()][0] : undefined);
  return ({ isUtc, isDate, tzid }) => {
    if (isUtc) return utc;
    if (isDate) return readerZone;
    if (tzid === undefined) return floatingZone ?? readerZone;
    return zones.get(zoneKey(tzid)) ?? timeZoneOfName(tzid) ?? unknownTimeZone(tzid, floatingZone ?? readerZone);
  };
}

type Clocks = Pick<EventTimeZone, 'instantAt' | 'localAt'>;

/** The clocks of a stored zone; `zone` is as for `createZoneLookup`. */
export function clocksOf(definition: ZoneDefinition, zone: string | undefined): Clocks {
  if (definition === null) return ianaClocks(zone);
  if ('iana' in definition) return ianaClocks(definition.iana);
  if ('offset' in definition) return offsetClocks(definition.offset);
  const offsetAt = zoneRules(definition.rules);
  return offsetAt ? ruleClocks(offsetAt) : ianaClocks(zone);
}

function ianaClocks(zone: string | undefined): Clocks {
  return { instantAt: (local) => instantAt(local, zone), localAt: (instant) => localTime(instant, zone) };
}

function offsetClocks(offset: number): Clocks {
  return { instantAt: (local) => local - offset, localAt: (instant) => instant + offset };
}

function ruleClocks(offsetAt: (instant: number) => number): Clocks {
  const localAt = (instant: number) => instant + offsetAt(instant);
  return { instantAt: (local) => instantFromClock(local, localAt), localAt };
}

const utc: EventTimeZone = { definition: { offset: 0 }, name: 'UTC', ...offsetClocks(0) };

function readerTimeZone(zone: string | undefined): EventTimeZone {
  return { definition: null, name: null, ...ianaClocks(zone) };
}

function ianaTimeZone(iana: string): EventTimeZone {
  return { definition: { iana }, name: iana, ...ianaClocks(iana) };
}

function timeZoneOfRules(tzid: string, component: Component): EventTimeZone | undefined {
  const iana = olsonNamed(tzid) ?? olsonNamed(valueOf(component, 'x-lic-location') ?? '');
  if (iana !== undefined && !hasYearlyChanges(component)) return ianaTimeZone(iana);
  const offsetAt = zoneRules(component);
  if (!offsetAt) return undefined;
  const name = ianaNamed(tzid) ?? ianaNamed(valueOf(component, 'x-lic-location') ?? '') ?? tzid;
  return { definition: { rules: component }, name, ...ruleClocks(offsetAt) };
}

/** Whether a VTIMEZONE has repeated changes in both directions. */
function hasYearlyChanges({ components }: Component): boolean {
  return ['standard', 'daylight'].every((kind) =>
    components.some((each) => each.name === kind && propertiesNamed(each, 'rrule').length > 0),
  );
}

function timeZoneOfName(tzid: string): EventTimeZone | undefined {
  const zone = zoneNamed(tzid);
  if (!zone) return undefined;
  if ('iana' in zone) return ianaTimeZone(zone.iana);
  const { offset } = zone;
  const warning = `The time zone “${tzid}” has only an offset from UTC, so times in summer may be an hour off.`;
  return { definition: { offset }, name: tzid, ...offsetClocks(offset), warning };
}

function unknownTimeZone(tzid: string, fallback: EventTimeZone): EventTimeZone {
  const description = fallback.name === null ? 'your own time' : `that of ${fallback.name}`;
  return { ...fallback, warning: `The time zone “${tzid}” is unknown, so the time is read as ${description}.` };
}

/** The key under which zones and times match. */
export function zoneKey(tzid: string): string {
  return tzid.replace(/^["'\s]+|["'\s]+$/g, '').toLowerCase();
}
