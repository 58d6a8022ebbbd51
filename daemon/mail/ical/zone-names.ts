import { findIana } from 'windows-iana';
import { localTime, utcDay } from '../../base/local-time.ts';

/** A zone by its IANA name, or by the UTC offset in its name, in milliseconds. */
type NamedZone = { iana: string } | { offset: number };

/**
 * The zone of a TZID: an IANA name, with or without a path before it, a Windows zone name, or a Windows display name,
 * `(UTC+01:00) Amsterdam, Berlin, …`. Undefined if it is unknown.
 */
export function zoneNamed(tzid: string): NamedZone | undefined {
  const name = plainName(tzid);
  if (name === '' || name.length > 300) return undefined;
  return olsonZone(name) ?? windowsZone(name) ?? windowsDisplayZone(name);
}

function plainName(tzid: string): string {
  return tzid.replace(/^["'\s]+|["'\s]+$/g, '').replace(/^TZID=/i, '');
}

/** Like `zoneNamed`, by IANA name only. */
export function ianaNamed(tzid: string): string | undefined {
  const zone = zoneNamed(tzid);
  return zone && 'iana' in zone ? zone.iana : undefined;
}

/** Like `ianaNamed`, for names of the time zone database only. */
export function olsonNamed(tzid: string): string | undefined {
  return tzid.length > 300 ? undefined : olsonZone(plainName(tzid))?.iana;
}

/** Outlook and other programs add a path: `/example.org/20260101_1/Europe/Berlin`, `tzone://Microsoft/Utc`. */
function olsonZone(name: string): { iana: string } | undefined {
  const path = name.split('/');
  for (const from of path.keys()) {
    const iana = intlZone(path.slice(from).join('/'));
    if (iana !== undefined) return { iana };
  }
  return undefined;
}

/** Names of offsets are excluded here; they are parsed separately. */
function intlZone(name: string): string | undefined {
  if (!/^[a-z][\w+-]*(\/[\w+-]+)*$/i.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    // Not a name in the time zone database.
    return undefined;
  }
}

/** Exchange numbers zones of the same name: `W. Europe Standard Time 1`. */
function windowsZone(name: string): NamedZone | undefined {
  const plain = name.replace(/ \d+$/, '').replace(/ Daylight Time$/, ' Standard Time');
  const iana = [name, plain].map((each) => findIana(each)[0]).find((found) => found !== undefined);
  return iana === undefined ? undefined : { iana };
}

const offsetPattern = /\(?(?:UTC|GMT)\s*(?:([+-])(\d{1,2})(?::?(\d{2}))?)?\)?/i;

const adjectives: Record<string, string | undefined> = { Alaska: 'Alaskan', Hawaii: 'Hawaiian' };

/**
 * The zone of a Windows display name. Its offset is the winter offset, so the zone is that of the first named city
 * with a matching offset.
 */
function windowsDisplayZone(name: string): NamedZone | undefined {
  const offsetMatch = offsetPattern.exec(name);
  const offset = offsetMatch?.[1] === undefined ? undefined : offsetFrom(offsetMatch);
  const cities = name.replace(offsetPattern, '').trim();
  const region = /^(Eastern|Central|Mountain|Pacific|Atlantic|Alaska|Hawaii) Time/i.exec(cities)?.[1];
  if (region !== undefined) return windowsZone(`${adjectives[region] ?? region} Standard Time`);
  const iana = cities
    .split(/\s*[,;]\s*/)
    .map(zoneOfCity)
    .find((zone) => zone !== undefined && (offset === undefined || winterOffset(zone) === offset));
  if (iana !== undefined) return { iana };
  return offsetMatch && (cities === '' || offset !== undefined) ? { offset: offset ?? 0 } : undefined;
}

function offsetFrom([, sign, hours, minutes]: RegExpExecArray): number | undefined {
  const offsetMinutes = Number(hours) * 60 + Number(minutes ?? 0);
  return offsetMinutes > 15 * 60 ? undefined : (sign === '-' ? -offsetMinutes : offsetMinutes) * 60_000;
}

function zoneOfCity(city: string): string | undefined {
  return Intl.supportedValuesOf('timeZone').find((zone) => cityOf(zone) === city.toLowerCase());
}

function cityOf(zone: string): string {
  return zone
    .slice(zone.lastIndexOf('/') + 1)
    .replaceAll('_', ' ')
    .toLowerCase();
}

/** The smaller of the UTC offsets in January and in July. */
function winterOffset(zone: string): number {
  const months = [utcDay(2026, 1, 1), utcDay(2026, 7, 1)];
  return Math.min(...months.map((at) => localTime(at, zone) - at));
}
