/** A range of days relative to now. */
export type RelativeDay =
  | 'today'
  | 'yesterday'
  | 'this-week'
  | 'last-week'
  | 'this-month'
  | 'last-month'
  | 'this-year'
  | 'last-year'
  /** The latest such month or day of it that has begun. */
  | { unit: 'month-name'; month: number; day?: number }
  /** The latest such day, 1 for Monday. */
  | { unit: 'weekday'; weekday: number; isBeforeToday: boolean }
  /** The single day so long ago. */
  | { unit: 'ago'; days: number }
  | { unit: 'months-ago'; months: number }
  /** So many days, the last of which is today. */
  | { unit: 'last-days'; days: number };

// prettier-ignore
export const monthNames = [
  'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December',
];

export const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const numberWords = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const maxCount = 3_660;
const daysInUnit: Record<string, number> = { day: 1, days: 1, week: 7, weeks: 7 };
const monthsInUnit: Record<string, number> = { month: 1, months: 1, year: 12, years: 12 };

/** Parses the lower-case words of a relative range: `last week`, `march`, `3 march`, `monday`, `3 days ago`. */
export function readRelativeDay(words: readonly string[]): RelativeDay | undefined {
  const [first = '', second = '', third] = words;
  if (words.length === 1) return readOneWord(first);
  if (words.length === 2) return readTwoWords(first, second);
  return words.length === 3 ? readCount(first, second, third) : undefined;
}

function readOneWord(word: string): RelativeDay | undefined {
  if (word === 'today' || word === 'yesterday') return word;
  const month = monthNumber(word);
  if (month !== undefined) return { unit: 'month-name', month };
  const weekday = weekdayNumber(word);
  return weekday === undefined ? undefined : { unit: 'weekday', weekday, isBeforeToday: false };
}

function readTwoWords(first: string, second: string): RelativeDay | undefined {
  if (first === 'this' && (second === 'week' || second === 'month' || second === 'year')) return `this-${second}`;
  if (first === 'last' && (second === 'week' || second === 'month' || second === 'year')) return `last-${second}`;
  const weekday = first === 'last' ? weekdayNumber(second) : undefined;
  if (weekday !== undefined) return { unit: 'weekday', weekday, isBeforeToday: true };
  const found = readDayOfMonth(first, second) ?? readDayOfMonth(second, first);
  // The 29th of February exists in some years only, so it needs the year.
  const isInEveryYear = found && found.day >= 1 && found.day <= daysInMonth(found.month);
  return isInEveryYear ? { unit: 'month-name', ...found } : undefined;
}

/** `3 march` and `3rd march`; the day may be too large for the month. */
export function readDayOfMonth(dayText: string, monthText: string): { month: number; day: number } | undefined {
  const [, digits] = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(dayText) ?? [];
  const month = monthNumber(monthText);
  return month === undefined || digits === undefined ? undefined : { month, day: Number(digits) };
}

function daysInMonth(month: number): number {
  return new Date(Date.UTC(2001, month, 0)).getUTCDate();
}

/** `3 days ago`, `a week ago`, `last 7 days`, `past two weeks`. */
function readCount(first: string, second: string, third = ''): RelativeDay | undefined {
  if (third === 'ago') {
    const count = first === 'a' ? 1 : countFrom(first);
    const [days, months] = [daysInUnit[second], monthsInUnit[second]];
    if (count === undefined || count > maxCount) return undefined;
    if (days !== undefined) return { unit: 'ago', days: count * days };
    return months === undefined ? undefined : { unit: 'months-ago', months: count * months };
  }
  const count = first === 'last' || first === 'past' ? countFrom(second) : undefined;
  const days = daysInUnit[third];
  return count === undefined || days === undefined ? undefined : { unit: 'last-days', days: count * days };
}

function countFrom(word: string): number | undefined {
  const count = /^\d{1,4}$/.test(word) ? Number(word) : numberWords.indexOf(word);
  return count >= 1 && count <= maxCount ? count : undefined;
}

/** 1 for January; undefined if the word is no month. */
export function monthNumber(word: string): number | undefined {
  return numberOf(monthNames, word === 'sept' ? 'sep' : word);
}

function weekdayNumber(word: string): number | undefined {
  return numberOf(weekdayNames, word);
}

/** A name or its first three letters. */
function numberOf(names: readonly string[], word: string): number | undefined {
  const at = names.findIndex((name) => name.toLowerCase() === word || name.slice(0, 3).toLowerCase() === word);
  return at < 0 ? undefined : at + 1;
}
