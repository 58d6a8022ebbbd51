import { instantAt, localTime, utcDay } from '../../base/local-time.ts';
import type { Eta } from './delivery.ts';

const dayMs = 86_400_000;
const lastSecond = dayMs - 1000;
/** Languages whose names of months and days are read. */
const languages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'sv', 'da', 'nb', 'fi', 'cs', 'ar'];
/** A parcel is not expected longer before or after the message than this, in days. */
const maxDaysBefore = 2;
const maxDaysAfter = 150;

/** Names of months (0 to 11) and of weekdays (0 is Sunday), as CLDR has them, in lower case and without dots. */
const monthNames = new Map<string, number>();
const weekdayNames = new Map<string, number>();
for (const language of languages) {
  for (const form of ['long', 'short'] as const) {
    const format = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
    // In some languages a month has another form beside a day.
    for (const months of [format({ month: form }), format({ month: form, day: 'numeric' })])
      for (let at = 0; at < 12; at++) addName(monthNames, partOf(months, Date.UTC(2024, at, 1), 'month'), at);
    const days = format({ weekday: form });
    // 7 January 2024 was a Sunday.
    for (let at = 0; at < 7; at++) addName(weekdayNames, partOf(days, Date.UTC(2024, 0, 7 + at), 'weekday'), at);
  }
}

function partOf(format: Intl.DateTimeFormat, at: number, type: Intl.DateTimeFormatPartTypes): string {
  return format.formatToParts(at).find((part) => part.type === type)?.value ?? '';
}

function addName(names: Map<string, number>, name: string, value: number): void {
  const plain = name.toLowerCase().replaceAll('.', '').trim();
  if (/^\p{L}{2,}/u.test(plain) && !names.has(plain)) names.set(plain, value);
}

const relativeDays: readonly (readonly [number, RegExp])[] = [
  [
    2,
    /day after tomorrow|übermorgen|après-demain|pasado mañana|depois de amanhã|dopodomani|overmorgen|pojutrze|明後日/iu,
  ],
  [
    0,
    /\btoday\b|\btonight\b|\bheute\b|aujourd['’]hui|\bhoy\b|\bhoje\b|\boggi\b|\bvandaag\b|\bdziś\b|\bdzisiaj\b|\bidag\b|\bi dag\b|本日|今日|اليوم/iu,
  ],
  [1, /\btomorrow\b|\bmorgen\b|\bdemain\b|mañana|amanhã|\bdomani\b|\bjutro\b|\bimorgon\b|\bi morgen\b|明日|غدا/iu],
];

/** Words before a date on which a parcel is expected. */
const labels =
  /arriv(?:es?|ing|al)|deliver(?:y|ed|ing|s)?\b|expected|estimated|scheduled|\bdue\b|get it|coming|until|voraussichtlich|zustell|liefer|ankunft|kommt|geliefert|zugestellt|livraison|livré|arrivée|arrive|prévue|entrega|llega|prevista|chega|previsão|consegn|arriv[oe]|bezorg|levering|verwacht|dostaw|doręcz|dostarcz|お届け|配達|到着予定|التسليم|التوصيل|الوصول/giu;

const windowLength = 110;
const maxLabels = 12;

type LocalDay = number;
/** `until` is the last day of a span such as `March 12 - 14`. */
type FoundDay = { day: LocalDay; until: LocalDay; index: number; end: number };
type FoundTimes = { from: number | undefined; until: number | undefined };

/**
 * When a text says that a parcel arrives; undefined if it gives no date, or one that can be read in two ways. `sentAt` is the
 * instant of the message in milliseconds, from which relative words count; `zone` is the reader’s zone.
 */
export function etaIn(text: string, sentAt: number, zone: string | undefined): Eta | undefined {
  const today = Math.floor(localTime(sentAt, zone) / dayMs) * dayMs;
  let count = 0;
  for (const label of text.matchAll(labels)) {
    if (++count > maxLabels) return undefined;
    const window = text.slice(label.index, label.index + windowLength);
    const found = rangeIn(window, today);
    if (found) return etaOf(found, timesIn(window), zone);
  }
  return undefined;
}

/** The day of a message, as a window of time. */
export function wholeDay(sentAt: number, zone: string | undefined): Eta {
  const day = Math.floor(localTime(sentAt, zone) / dayMs) * dayMs;
  return etaOf({ from: day, until: day }, { from: undefined, until: undefined }, zone);
}

type Range = { from: LocalDay; until: LocalDay };

function etaOf(days: Range, times: FoundTimes, zone: string | undefined): Eta {
  const isOneDay = days.from === days.until;
  const from = days.from + (isOneDay ? (times.from ?? 0) : 0);
  const until = days.until + (isOneDay ? (times.until ?? lastSecond) : lastSecond);
  const instant = (local: number) => new Date(instantAt(local, zone)).toISOString();
  return { from: instant(from), until: instant(Math.max(from, until)) };
}

/** The first day in a text, or two days with a word of a range between them. */
function rangeIn(text: string, today: LocalDay): Range | undefined {
  const days = daysIn(text, today);
  const [first, second] = days;
  if (!first) return undefined;
  if (first.until > first.day) return { from: first.day, until: first.until };
  const between = text.slice(first.end, second?.index ?? first.end).toLowerCase();
  const isRange =
    /^\s*,?\s*(?:[-–—~～]|to|and|until|or|bis|und|oder|et|ou|au|y|e|a|al|ed?|en|tot|do|i|から|إلى)\s*(?:\w+\s+)?$/u.test(
      between,
    );
  const until = second && isRange && second.day > first.day ? second.day : first.day;
  return { from: first.day, until };
}

/** An alternative for each name, the longest first. Names are followed by no other letter. */
const anyOf = (names: Iterable<string>) =>
  String.raw`(?<!\p{L})(?:${[...names].toSorted((a, b) => b.length - a.length).join('|')})(?!\p{L})\.?`;
const month = anyOf(monthNames.keys());
/** Kinds of dates: `9月12日`, `2026-03-12`, `12.03.2026`, `12 March 2026`, `March 12, 2026`, `March 12 - 14`, and a weekday. */
const datePattern = new RegExp(
  [
    String.raw`(?:(?<jy>\d{4})年)?(?<jm>\d{1,2})月(?<jd>\d{1,2})日`,
    String.raw`(?<iy>20\d\d)[-/.](?<im>\d{1,2})[-/.](?<id>\d{1,2})(?!\d)`,
    String.raw`(?<![\d.:/-])(?<n1>\d{1,2})(?<sep>[./-])(?<n2>\d{1,2})(?:\k<sep>(?<ny>20\d\d|\d\d)(?!\d)|\.(?!\d)|(?=\s|$|[,;)]))`,
    String.raw`(?<![\d.:/])(?:(?<d0>\d{1,2})\.?\s*[-–]\s*)?(?<d1>\d{1,2})(?:st|nd|rd|th|er|º|ª|\.)?\s+(?:de\s+|of\s+)?(?<m1>${month})(?:,?\s+(?:de\s+)?(?<y1>(?:19|20)\d\d))?`,
    String.raw`(?<m2>${month})\s+(?<d2>\d{1,2})(?!\d|:)(?:st|nd|rd|th)?(?:\s*[-–]\s*(?<d3>\d{1,2})(?!\d|:))?(?:,?\s+(?<y2>(?:19|20)\d\d))?`,
    String.raw`(?<w>${anyOf(weekdayNames.keys())})`,
  ].join('|'),
  'giu',
);

/** The days in a text, in order. A weekday beside a date belongs to it, and decides how `03/04` is read. */
function daysIn(text: string, today: LocalDay): FoundDay[] {
  const found: FoundDay[] = [];
  let weekday: { value: number; index: number; end: number } | undefined;
  const settle = () => {
    const day = weekday && nextWeekday(weekday.value, today);
    if (weekday && day !== undefined) found.push({ day, until: day, index: weekday.index, end: weekday.end });
    weekday = undefined;
  };
  for (const relative of relativeIn(text, today)) found.push(relative);
  for (const match of text.matchAll(datePattern)) {
    const groups = match.groups ?? {};
    const end = match.index + match[0].length;
    if (groups['w'] !== undefined) {
      settle();
      weekday = { value: weekdayNames.get(plainName(groups['w'])) ?? 0, index: match.index, end };
      continue;
    }
    const days = daysOf(groups, { today, weekday: weekday?.value });
    if (days.length === 0) continue;
    const isBeside = weekday && text.slice(weekday.end, match.index).trim().length <= 3;
    if (!isBeside) settle();
    weekday = undefined;
    const [day = 0, until = day] = days;
    found.push({ day, until, index: match.index, end });
  }
  settle();
  const plausible = found.filter(
    ({ day }) => day >= today - maxDaysBefore * dayMs && day <= today + maxDaysAfter * dayMs,
  );
  return plausible.toSorted((a, b) => a.index - b.index);
}

function relativeIn(text: string, today: LocalDay): FoundDay[] {
  for (const [days, pattern] of relativeDays) {
    const match = pattern.exec(text);
    if (!match) continue;
    const day = today + days * dayMs;
    return [{ day, until: day, index: match.index, end: match.index + match[0].length }];
  }
  return [];
}

const plainName = (name: string) => name.toLowerCase().replaceAll('.', '');

type Groups = Readonly<Record<string, string | undefined>>;
type DateContext = { today: LocalDay; weekday: number | undefined };

function daysOf(groups: Groups, context: DateContext): LocalDay[] {
  const { jm, jd, jy, iy, im, id, n1, n2, ny, d0, d1, m1, y1, m2, d2, d3, y2 } = groups;
  if (jm !== undefined) return dated(jy, Number(jm) - 1, jd, context);
  if (iy !== undefined) return dated(iy, Number(im) - 1, id, context);
  if (n1 !== undefined && n2 !== undefined) return numeric({ n1, n2, ny, sep: groups['sep'] ?? '' }, context);
  const month = monthNames.get(plainName(m1 ?? m2 ?? ''));
  if (month === undefined) return [];
  const days = d1 === undefined ? [d2, d3] : [d0, d1];
  return days.flatMap((day) => (day === undefined ? [] : dated(y1 ?? y2, month, day, context)));
}

/** A day without a year is the one nearest to the message, and not long before it. */
function dated(year: string | undefined, month: number, day: string | undefined, { today }: DateContext): LocalDay[] {
  const thisYear = new Date(today).getUTCFullYear();
  const years =
    year === undefined ? [thisYear, thisYear + 1] : [year.length === 2 ? 2000 + Number(year) : Number(year)];
  const days = years.map((each) => utcDay(each, month + 1, Number(day)));
  const valid = days.filter(
    (each) => new Date(each).getUTCMonth() === month && new Date(each).getUTCDate() === Number(day),
  );
  const [first] = year === undefined ? valid.filter((each) => each >= today - 60 * dayMs) : valid;
  return first === undefined ? [] : [first];
}

/** `03/04` is April or March: the weekday beside it decides, or which of the two can be. Else it is not read. */
function numeric(
  { n1, n2, ny, sep }: { n1: string; n2: string; ny: string | undefined; sep: string },
  context: DateContext,
): LocalDay[] {
  const dayFirst = dated(ny, Number(n2) - 1, n1, context);
  if (sep === '.') return dayFirst;
  const monthFirst = dated(ny, Number(n1) - 1, n2, context);
  const both = [...new Set([...dayFirst, ...monthFirst])];
  const { weekday, today } = context;
  const byWeekday = both.filter((day) => weekday !== undefined && new Date(day).getUTCDay() === weekday);
  if (byWeekday.length === 1) return byWeekday;
  const near = both.filter((day) => day >= today - maxDaysBefore * dayMs && day <= today + 45 * dayMs);
  return near.length === 1 ? near : [];
}

/** The next day of that name. On the same weekday it may be today or in a week, so it is not read. */
function nextWeekday(weekday: number, today: LocalDay): LocalDay | undefined {
  const days = (weekday - new Date(today).getUTCDay() + 7) % 7;
  return days === 0 ? undefined : today + days * dayMs;
}

const clock = String.raw`(\d{1,2})(?:[:.h](\d{2}))?\s*(a\.?m\.?|p\.?m\.?|uhr|h\b|u\b|時)?`;
const windowPattern = new RegExp(
  `${clock}\\s*(?:[-–—~～]|to|and|und|bis|et|à|y|a|e|alle|en|tot|do|i)\\s*${clock}`,
  'iu',
);
const limitPattern = new RegExp(
  `(?:\\bby|before|bis|avant|antes de|até|entro|vóór|voor|do|until)\\s+(?:\\p{L}+\\s+)?${clock}`,
  'iu',
);

/** A window of hours, or the hour by which a parcel is there, in milliseconds of the day. */
function timesIn(text: string): FoundTimes {
  const range = windowPattern.exec(text);
  if (range) {
    const [, h1 = '', m1, half1, h2 = '', m2, half2] = range;
    const until = timeOf(h2, m2, half2, undefined);
    const from = timeOf(h1, m1, half1, half2);
    if (from !== undefined && until !== undefined && from < until) return { from, until };
  }
  const limit = limitPattern.exec(text);
  const until = limit ? timeOf(limit[1] ?? '', limit[2], limit[3], undefined) : undefined;
  return { from: undefined, until };
}

/** A number alone is no time: it has minutes, or `am`, `pm` or the like behind it or behind the end of its window. */
function timeOf(
  hours: string,
  minutes: string | undefined,
  half: string | undefined,
  otherHalf: string | undefined,
): number | undefined {
  const mark = (half ?? otherHalf)?.toLowerCase().replaceAll('.', '');
  if (mark === undefined && minutes === undefined) return undefined;
  const hour = Number(hours);
  const isHalfDay = mark === 'am' || mark === 'pm';
  if (hour > (isHalfDay ? 12 : 24) || Number(minutes ?? 0) > 59) return undefined;
  const whole = isHalfDay ? (hour % 12) + (mark === 'pm' ? 12 : 0) : hour;
  return (whole * 60 + Number(minutes ?? 0)) * 60_000;
}
