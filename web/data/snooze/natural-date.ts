import type { Chrono, ParsedComponents, ParsedResult } from 'chrono-node';

/** The hour of a day or a part of a day without a time. */
export type DayHours = { morning: number; evening: number };

/** The result of parsing a text. Unclear means that the text contains no date. */
export type ParsedMoment = { kind: 'moment'; at: Date } | { kind: 'past' | 'far'; at: Date } | { kind: 'unclear' };

/** The languages in which dates are parsed, the user's preferred language first. */
export type DateLanguages = readonly Pick<Chrono, 'parse'>[];

const maxYears = 5;

/** Parses a date in words, in the local zone: `next friday 9am`, `in 3 days`, `4 dec`. */
export function parseMoment(text: string, languages: DateLanguages, now: Date, hours: DayHours): ParsedMoment {
  const found = longestResult(
    languages.flatMap((language) => language.parse(text, now, { forwardDate: true }).slice(0, 1)),
  );
  if (!found) return { kind: 'unclear' };
  const at = dateOfResult(found.start, hours, now);
  const hour = hourAfter(text, found);
  if (hour !== undefined) at.setHours(hour, 0, 0, 0);
  return { kind: momentKindOf(at, now), at };
}

/** Whether the time is in the future. */
export function momentKindOf(at: Date, now: Date): 'moment' | 'past' | 'far' {
  if (at <= now) return 'past';
  const end = new Date(now);
  end.setFullYear(end.getFullYear() + maxYears);
  return at > end ? 'far' : 'moment';
}

/** The hour of `tomorrow 8`: a bare number after a day without a time, which the library does not read. */
function hourAfter(text: string, { index, text: matched, start }: ParsedResult): number | undefined {
  const rest = /^[ ,]+(\d{1,2})\s*$/.exec(text.slice(index + matched.length));
  const hour = Number(rest?.[1] ?? Number.NaN);
  return !start.isCertain('hour') && hour < 24 ? hour : undefined;
}

/** The result of the language that matches most of the text; the preferred language wins ties. */
function longestResult(results: readonly ParsedResult[]): ParsedResult | undefined {
  return results.reduce<ParsedResult | undefined>(
    (best, each) => (best && best.text.length >= each.text.length ? best : each),
    undefined,
  );
}

function dateOfResult(start: ParsedComponents, hours: DayHours, now: Date): Date {
  const at = start.date();
  const hour = start.isCertain('hour') ? undefined : impliedHour(start, hours, now);
  if (hour !== undefined) at.setHours(hour, 0, 0, 0);
  // The name of today's weekday means the day in a week, as in the presets.
  if (start.isCertain('weekday') && at.toDateString() === now.toDateString()) at.setDate(at.getDate() + 7);
  return at;
}

/** The hour of a day or of a part of a day; undefined if the default of the library is suitable. */
function impliedHour(start: ParsedComponents, { morning, evening }: DayHours, now: Date): number | undefined {
  const tags = [...start.tags()];
  if (tags.some((tag) => /evening|tonight|night/i.test(tag))) return evening;
  if (tags.some((tag) => /morning/i.test(tag))) return morning;
  // For a day without a time the library uses noon or the current hour.
  return [12, now.getHours()].includes(start.get('hour') ?? 12) ? morning : undefined;
}
