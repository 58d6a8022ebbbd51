import { Failure } from '../../base/failure.ts';
import { instantsOf, readAge, readDay, type Now } from '../../mail/query/days.ts';

/** A period in unix seconds: `from` is in it, `until` is not. */
export type Period = { from: number; until: number };

const defaultSeconds = 30 * 86_400;

/** Throws Failure `bad_period`. */
export function readPeriod(input: { since?: string | undefined; until?: string | undefined }, at: Now): Period {
  const now = Math.floor(at.now.getTime() / 1000);
  const from = input.since === undefined ? now - defaultSeconds : Math.max(readMoment(input.since, at), 0);
  // Mail of this very second counts too, and so does mail whose sender has a clock that is ahead.
  const until = input.until === undefined ? Math.max(now, from) + 86_400 : Math.max(readMoment(input.until, at), 0);
  if (until < from) throw new Failure('invalid', 'bad_period', 'The period ends before it starts.');
  return { from, until };
}

function readMoment(text: string, at: Now): number {
  const age = readAge(text);
  if (age !== undefined) return Math.floor(at.now.getTime() / 1000) - age;
  const day = readDay(text);
  if (day !== undefined) return instantsOf(day, at).from;
  const instant = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(instant)) return Math.ceil(instant / 1000);
  const sentence = `“${text}” isn’t a time. Use an instant such as 2026-03-01T00:00:00Z, a day such as 2026-03-01, or an age such as 30d.`;
  throw new Failure('invalid', 'bad_period', sentence);
}
