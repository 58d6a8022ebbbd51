import ICAL from 'ical.js';
import type { ZoneDefinition } from './zones.ts';

/** How an event repeats, as stored. Times are local times of the zone, in milliseconds as if they were UTC. */
export type Recurrence = {
  start: number;
  /** The start is a date without a time. */
  isDate: boolean;
  /** Rules (RRULE), whose ends are local times. */
  rules: string[];
  /** Single starts (RDATE), ascending. */
  dates: number[];
  /** Starts that are left out (EXDATE), and days on which all starts are left out. */
  excluded: number[];
  excludedDays: number[];
  zone: ZoneDefinition;
};

/**
 * What may still be spent on expanding recurrences, in steps of ical.js, because a rule may have any number of
 * occurrences, or none at all. Expansions that share an object share the limit.
 */
export type ExpansionBudget = { steps: number };

/** For one series: 27 years of days. */
export const seriesBudget = 10_000;

const dayMs = 86_400_000;
/** How far a rule is followed. */
const maxYears = 200;

/**
 * The starts of a series from the local time `from` on, ascending, each once; local times in milliseconds as if they
 * were UTC. They end early when the budget is spent, which is then 0.
 */
export function* startsFrom(recurrence: Recurrence, from: number, budget: ExpansionBudget): Generator<number> {
  const excluded = new Set(recurrence.excluded);
  const excludedDays = new Set(recurrence.excludedDays);
  // Without a rule, the start and the single dates are all.
  const dates = recurrence.rules.length === 0 ? [recurrence.start, ...recurrence.dates] : recurrence.dates;
  const sources = [
    ascending(dates.toSorted((a, b) => a - b)),
    ...recurrence.rules.map((rule) => ruleStarts(rule, recurrence, from, budget)),
  ];
  let last = -Infinity;
  for (const start of merged(sources)) {
    if (start > last && start >= from && !excluded.has(start) && !excludedDays.has(dayOf(start))) yield start;
    last = Math.max(last, start);
  }
}

function* ascending(values: readonly number[]): Generator<number> {
  yield* values;
}

/** All values of ascending generators, ascending. */
function* merged(sources: readonly Generator<number>[]): Generator<number> {
  const heads = sources.map((source) => ({ source, value: valueOf(source) }));
  for (;;) {
    const open = heads.filter((head): head is { source: Generator<number>; value: number } => head.value !== undefined);
    const [first] = open.toSorted((a, b) => a.value - b.value);
    if (!first) return;
    yield first.value;
    first.value = valueOf(first.source) as number;
  }
}

function valueOf(source: Generator<number>): number | undefined {
  const { value, done } = source.next();
  return done === true ? undefined : value;
}

function dayOf(local: number): number {
  return Math.floor(local / dayMs) * dayMs;
}

/** The starts of a rule from a point at or before `from`, which skips most of the earlier ones. */
function* ruleStarts(text: string, recurrence: Recurrence, from: number, budget: ExpansionBudget): Generator<number> {
  const rule = withYearlyMonths(ICAL.Recur.fromString(text), recurrence.start);
  const cost = stepCost(rule);
  const next = boundedIterator(rule, skipTo(rule, recurrence.start, from), { cost, budget });
  const months = rule.getComponent('BYMONTH').map(Number);
  for (let start = next(); start !== undefined; start = next()) {
    // ical.js 2.2.1 moves a day that a month lacks to the next month.
    if (months.length === 0 || months.includes(new Date(start).getUTCMonth() + 1)) yield start;
  }
}

/** ical.js 2.2.1 begins a monthly rule for some months in other months; the same yearly rule is followed correctly. */
function withYearlyMonths(rule: ICAL.Recur, start: number): ICAL.Recur {
  const { freq, interval, parts } = rule;
  if (freq !== 'MONTHLY' || !('BYMONTH' in parts) || interval !== 1 || 'BYSETPOS' in parts) return rule;
  const day = 'BYDAY' in parts || 'BYMONTHDAY' in parts ? {} : { BYMONTHDAY: [new Date(start).getUTCDate()] };
  return Object.assign(rule.clone(), { freq: 'YEARLY', parts: { ...parts, ...day } });
}

/** Returns a function that returns the next start of a rule; undefined after the last one, or when the budget is spent. */
function boundedIterator(
  rule: ICAL.Recur,
  start: number,
  { cost, budget }: { cost: number; budget: ExpansionBudget },
): () => number | undefined {
  const spend = () => {
    budget.steps = Math.max(0, budget.steps - cost);
    return budget.steps > 0;
  };
  if (!spend()) return () => undefined;
  const iterator = endingRule(rule, start).iterator(timeOf(start));
  const lastYear = lastYearFrom(start);
  const matches = iterator.check_contracting_rules.bind(iterator);
  // ical.js searches for the next match without a limit and calls this for every candidate.
  iterator.check_contracting_rules = () => {
    if (!spend() || iterator.last.year > lastYear) throw new Error('Posthorn stopped looking for the next date here.');
    return matches();
  };
  return () => {
    try {
      const time = spend() ? iterator.next() : null;
      return time ? localOf(time) : undefined;
    } catch {
      // The end of the search, or a rule that ical.js cannot follow any further.
      return undefined;
    }
  };
}

/** The last year until which a rule is followed. Later years than 9999 cannot be written. */
function lastYearFrom(start: number): number {
  return Math.min(new Date(start).getUTCFullYear() + maxYears, 9999);
}

/** Whether ical.js can follow a rule from this local time. */
export function isReadableRule(rule: ICAL.Recur, start: number): boolean {
  try {
    endingRule(rule, start).iterator(timeOf(start));
    return true;
  } catch {
    // Its parts contradict each other, or are not allowed together.
    return false;
  }
}

/** A rule that ends after two centuries, because ical.js searches for the first occurrence of a rule until its end. */
function endingRule(rule: ICAL.Recur, start: number): ICAL.Recur {
  const last = timeOf(new Date(start).setUTCFullYear(lastYearFrom(start)));
  return rule.until && rule.until.compare(last) < 0 ? rule : Object.assign(rule.clone(), { until: last });
}

/** ical.js advances day by day to the next occurrence, and searches a month or year for weekdays. */
function stepCost({ freq, interval, parts }: ICAL.Recur): number {
  const days = freq === 'DAILY' ? interval : freq === 'WEEKLY' ? interval * 7 : 0;
  const search = 'BYSETPOS' in parts ? 40 : freq === 'MONTHLY' || freq === 'YEARLY' ? 5 : 1;
  return Math.max(search, Math.ceil(days / 20));
}

const unitMs: Record<string, number | undefined> = {
  SECONDLY: 1000,
  MINUTELY: 60_000,
  HOURLY: 3_600_000,
  DAILY: dayMs,
  WEEKLY: 7 * dayMs,
};

/** A later start with the same occurrences from the local time `from` on; a rule with a count must be followed from its start. */
function skipTo(rule: ICAL.Recur, start: number, from: number): number {
  if (rule.count || from <= start) return start;
  const unit = unitMs[rule.freq];
  if (unit !== undefined) {
    const period = unit * rule.interval;
    return start + Math.max(0, Math.floor((from - start) / period) - 1) * period;
  }
  const [begin, target] = [new Date(start), new Date(from)];
  // In shorter months, the days after the 28th would move.
  if (rule.freq !== 'MONTHLY' || 'BYMONTH' in rule.parts || begin.getUTCDate() > 28) return start;
  const months =
    (target.getUTCFullYear() - begin.getUTCFullYear()) * 12 + target.getUTCMonth() - begin.getUTCMonth() - 1;
  const skipped = Math.max(0, Math.floor(months / rule.interval)) * rule.interval;
  return begin.setUTCMonth(begin.getUTCMonth() + skipped);
}

function timeOf(local: number): ICAL.Time {
  return ICAL.Time.fromDateTimeString(new Date(local).toISOString().slice(0, 19));
}

function localOf({ year, month, day, hour, minute, second }: ICAL.Time): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The last start of a series, as `startsFrom`; null if the series has no end, or it was not found within the budget. */
export function lastStart(recurrence: Recurrence, budget: ExpansionBudget): number | null {
  const rules = recurrence.rules.map((rule) => ICAL.Recur.fromString(rule));
  if (rules.some((rule) => !rule.isFinite())) return null;
  let last = recurrence.start;
  for (const start of startsFrom(recurrence, -Infinity, budget)) last = start;
  if (budget.steps > 0) return last;
  const ends = rules.map(({ until }) => (until ? localOf(until) : null));
  return ends.some((end) => end === null) ? null : Math.max(last, ...ends.map(Number), ...recurrence.dates);
}
