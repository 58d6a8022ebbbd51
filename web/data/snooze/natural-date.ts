import type { Chrono, ParsedComponents, ParsedResult } from 'chrono-node';

/** The hours that a day stands for where no time was said. */
export type DayHours = { morning: number; evening: number };

/** What a text was understood as. Unclear is what names no moment at all. */
export type ParsedMoment = { kind: 'moment'; at: Date } | { kind: 'past' | 'far'; at: Date } | { kind: 'unclear' };

/** Languages that dates are read in, the reader's own first. */
export type DateLanguages = readonly Pick<Chrono, 'parse'>[];

const maxYears = 5;

/** Reads a moment in words, in the zone this runs in: `next friday 9am`, `in 3 days`, `4 dec`. */
export function parseMoment(text: string, languages: DateLanguages, now: Date, hours: DayHours): ParsedMoment {
  const found = longestResult(
    languages.flatMap((language) => language.parse(text, now, { forwardDate: true }).slice(0, 1)),
  );
  if (!found) return { kind: 'unclear' };
  const at = dateOfResult(found.start, hours, now);
  return { kind: momentKindOf(at, now), at };
}

/** Whether a moment can be waited for. */
export function momentKindOf(at: Date, now: Date): 'moment' | 'past' | 'far' {
  if (at <= now) return 'past';
  const end = new Date(now);
  end.setFullYear(end.getFullYear() + maxYears);
  return at > end ? 'far' : 'moment';
}

/** The language that made sense of most of it; of equals the reader's own. */
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
  return at;
}

/** The hour of a day or of a part of one; undefined where the library's own guess is as good as any. */
function impliedHour(start: ParsedComponents, { morning, evening }: DayHours, now: Date): number | undefined {
  const tags = [...start.tags()];
  if (tags.some((tag) => /evening|tonight|night/i.test(tag))) return evening;
  if (tags.some((tag) => /morning/i.test(tag))) return morning;
  // A mere day is given noon or the hour of now.
  return [12, now.getHours()].includes(start.get('hour') ?? 12) ? morning : undefined;
}
