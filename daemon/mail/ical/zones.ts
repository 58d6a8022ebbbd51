import { instantAt, instantShown, localTime } from '../local-time.ts';
import { componentsNamed, propertiesNamed, valueOf, type Component } from './jcal.ts';
import type { WrittenTime } from './times.ts';
import { ianaNamed, zoneNamed } from './zone-names.ts';
import { zoneRules } from './zone-rules.ts';

/** The clocks a time is written on. */
export type Clocks = {
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
export function clocksIn(calendar: Component, zone: string | undefined): (time: WrittenTime) => Clocks {
  const zones = new Map<string, Clocks>();
  for (const component of componentsNamed(calendar, 'vtimezone')) {
    // Of two names nobody knows which one the rules are for.
    const tzid = propertiesNamed(component, 'tzid').length === 1 ? valueOf(component, 'tzid') : undefined;
    const clocks = tzid === undefined ? undefined : clocksOfRules(tzid, component);
    if (clocks && tzid !== undefined && !zones.has(zoneKey(tzid))) zones.set(zoneKey(tzid), clocks);
  }
  const own = readersClocks(zone);
  const floating =
    clocksOfName(valueOf(calendar, 'x-wr-timezone') ?? '') ?? (zones.size === 1 ? [...zones.values()][0] : undefined);
  return ({ isUtc, isDate, tzid }) => {
    if (isUtc) return utc;
    if (isDate) return own;
    if (tzid === undefined) return floating ?? own;
    return zones.get(zoneKey(tzid)) ?? clocksOfName(tzid) ?? unknown(tzid, floating ?? own);
  };
}

const utc: Clocks = { name: 'UTC', instantAt: (local) => local, localAt: (instant) => instant };

function readersClocks(zone: string | undefined): Clocks {
  return { name: null, instantAt: (local) => instantAt(local, zone), localAt: (instant) => localTime(instant, zone) };
}

function clocksOfRules(tzid: string, component: Component): Clocks | undefined {
  const offsetAt = zoneRules(component);
  if (!offsetAt) return undefined;
  const localAt = (instant: number) => instant + offsetAt(instant);
  const name = ianaNamed(tzid) ?? ianaNamed(valueOf(component, 'x-lic-location') ?? '') ?? tzid;
  return { name, instantAt: (local) => instantShown(local, localAt), localAt };
}

function clocksOfName(tzid: string): Clocks | undefined {
  const zone = zoneNamed(tzid);
  if (!zone) return undefined;
  if ('iana' in zone) return { ...readersClocks(zone.iana), name: zone.iana };
  const { offset } = zone;
  const warning = `The time zone “${tzid}” is only known by its distance from UTC; in summer it may be an hour off.`;
  return { name: tzid, instantAt: (local) => local - offset, localAt: (instant) => instant + offset, warning };
}

function unknown(tzid: string, instead: Clocks): Clocks {
  const shown = instead.name === null ? 'your own time' : `that of ${instead.name}`;
  return { ...instead, warning: `The time zone “${tzid}” is not known: the time is read as ${shown}.` };
}

/** By which a zone and the times on its clocks are matched. */
export function zoneKey(tzid: string): string {
  return tzid.replace(/^["'\s]+|["'\s]+$/g, '').toLowerCase();
}
