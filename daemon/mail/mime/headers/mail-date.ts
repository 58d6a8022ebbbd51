const months = 'january february march april may june july august september october november december'.split(' ');

/** Hours east of Greenwich: the names of RFC 5322, section 4.3, and other names that senders write. */
const zoneOffsetHours = new Map(
  (
    [
      [-8, 'pst'],
      [-7, 'pdt mst'],
      [-6, 'mdt cst'],
      [-5, 'cdt est'],
      [-4, 'edt'],
      [1, 'cet met bst west'],
      [2, 'cest mest eet'],
      [3, 'eest msk'],
      [5.5, 'ist'],
      [8, 'hkt sgt awst'],
      [9, 'jst kst'],
      [10, 'aest'],
      [11, 'aedt'],
      [12, 'nzst'],
      [13, 'nzdt'],
    ] as const
  ).flatMap(([hours, names]) => names.split(' ').map((name) => [name, hours] as const)),
);

type Time = { hour: number; minute: number; second: number; millisecond: number };

/** The parts found so far; `month` counts from 0, `offset` is in minutes east of Greenwich. */
type DateParts = { year?: number; month?: number; day?: number; time?: Time; offset?: number };

const commonDate = /^(?:[A-Za-z]{3}, ?)?(\d\d?) ([A-Za-z]{3}) (\d{4}) (\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)\b/;

const dateToken = new RegExp(
  [
    String.raw`(?<time>\d\d?\s*:\s*\d\d?(?:\s*:\s*\d\d?(?:[.,]\d+)?)?)`,
    String.raw`(?<yearFirst>\d{4}[-/]\d\d?[-/]\d\d?)`,
    String.raw`(?<dayFirst>\d\d?[.-]\d\d?[.-]\d{2,4})`,
    String.raw`(?<american>\d\d?/\d\d?/\d{2,4})`,
    // Do not match the year of `1-Jan-2026`.
    String.raw`(?<zone>(?<!-[a-z]{3,9})[+-]\d\d?:?(?:\d\d)?(?!\d))`,
    String.raw`(?<number>\d+)`,
    String.raw`(?<word>[a-z]+)`,
  ].join('|'),
  'gi',
);

/**
 * The instant of a Date field as `YYYY-MM-DDTHH:MM:SS.mmmZ`; null if it is not a date or outside the years 0 to 9999.
 * Reads RFC 5322, sections 3.3 and 4.3, asctime, ISO 8601 and common mixtures of them. A weekday is not checked against
 * the date; unknown zones and the military letters count as UTC, as section 4.3 asks; a date without a time is its
 * midnight.
 */
export function parseMailDate(value: string): string | null {
  const fields = commonDate.exec(value);
  if (!fields) return instantOf(findDateParts(withoutComments(value.slice(0, 500))));
  const [, day, month = '', year, hour, minute, second, sign, zoneHour, zoneMinute] = fields;
  return instantOf({
    year: Number(year),
    month: monthOf(month.toLowerCase()),
    day: Number(day),
    time: { hour: Number(hour), minute: Number(minute), second: Number(second), millisecond: 0 },
    offset: (sign === '-' ? -1 : 1) * (Number(zoneHour) * 60 + Number(zoneMinute)),
  });
}

function instantOf({ year, month, day, time, offset = 0 }: DateParts): string | null {
  if (year === undefined || month === undefined || day === undefined || year > 9999) return null;
  const { hour, minute, second, millisecond } = time ?? { hour: 0, minute: 0, second: 0, millisecond: 0 };
  // 24:00 is the end of a day (ISO 8601), second 60 a leap second.
  if (hour > 24 || (hour === 24 && minute + second > 0) || minute > 59 || second > 60) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  if (date.getUTCMonth() !== month || date.getUTCDate() !== day) return null;
  // An offset of a day or more is a mistake; the date and the time are still used.
  const shift = Math.abs(offset) < 24 * 60 ? offset : 0;
  date.setTime(date.getTime() + ((hour * 60 + minute - shift) * 60 + second) * 1000 + millisecond);
  const text = date.toISOString();
  return text.length === 24 ? text : null;
}

/** Comments nest (RFC 5322, section 3.2.2). */
function withoutComments(value: string): string {
  if (!value.includes('(')) return value;
  let depth = 0;
  let kept = '';
  for (const character of value) {
    if (character === '(') depth++;
    if (depth === 0) kept += character;
    if (character === ')') depth = Math.max(0, depth - 1);
  }
  return kept;
}

function findDateParts(value: string): DateParts {
  const found: DateParts = {};
  for (const { groups = {} } of value.matchAll(dateToken)) {
    const { time, yearFirst, dayFirst, american, zone, number, word } = groups;
    if (time) found.time ??= timeOf(time);
    else if (yearFirst) setDate(found, yearFirst.split(/\D/));
    else if (dayFirst) setDate(found, dayFirst.split(/\D/).toReversed());
    else if (american) setAmericanDate(found, american.split('/'));
    else if (zone) found.offset ??= offsetOf(zone);
    else if (number) setNumber(found, number);
    else if (word) setWord(found, word.toLowerCase());
  }
  return found;
}

function timeOf(text: string): Time {
  const [hour = 0, minute = 0, second = 0] = text.split(/[:.,]/).map(Number);
  const fraction = /[.,](\d{1,3})/.exec(text)?.[1] ?? '';
  return { hour, minute, second, millisecond: Number(fraction.padEnd(3, '0')) };
}

function setDate(found: DateParts, [year = '', month, day]: readonly string[]): void {
  if (found.year !== undefined || found.month !== undefined || found.day !== undefined) return;
  found.year = fullYear(year);
  found.month = Number(month) - 1;
  found.day = Number(day);
}

function setAmericanDate(found: DateParts, [first = '', second = '', year = '']: readonly string[]): void {
  setDate(found, Number(first) > 12 ? [year, second, first] : [year, first, second]);
}

function offsetOf(zone: string): number {
  const digits = zone.slice(1).replace(':', '');
  const hours = Number(digits.length > 2 ? digits.slice(0, -2) : digits);
  const minutes = digits.length > 2 ? Number(digits.slice(-2)) : 0;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

function setNumber(found: DateParts, digits: string): void {
  if (digits.length > 2 || found.day !== undefined) found.year ??= fullYear(digits);
  else found.day = Number(digits);
}

/** RFC 5322, section 4.3: two digits mean 1950 to 2049, three digits count from 1900. */
function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length > 3) return year;
  return digits.length < 3 && year < 50 ? 2000 + year : 1900 + year;
}

function setWord(found: DateParts, word: string): void {
  const zone = zoneOffsetHours.get(word);
  if (found.time && (word === 'am' || word === 'pm')) found.time.hour = hourOfDay(found.time.hour, word);
  else if (found.time && zone !== undefined) found.offset ??= zone * 60;
  else found.month ??= monthOf(word);
}

function hourOfDay(hour: number, half: 'am' | 'pm'): number {
  if (hour > 12) return hour;
  return (hour % 12) + (half === 'pm' ? 12 : 0);
}

function monthOf(word: string): number | undefined {
  const month = months.findIndex((name) => word.length >= 3 && name.startsWith(word === 'sept' ? 'sep' : word));
  return month < 0 ? undefined : month;
}
