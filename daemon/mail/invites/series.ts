import { instantOf } from '../../base/clock.ts';
import type { CalendarEvent, CalendarOccurrence } from '../../contract/calendar.ts';
import type { ReadDb } from '../../store/db.ts';
import { startsFrom, type ExpansionBudget, type Recurrence } from '../ical/occurrences.ts';
import { instantText, localText } from '../ical/times.ts';
import { clocksOf } from '../ical/zones.ts';
import { eventOf } from './answer-record.ts';
import { invitesOfSeries, isBefore, type Invite } from './invites.ts';

/** A series with all that messages say about it and its single occurrences. */
export type Series = {
  invite: Invite;
  event: RepeatedEvent;
  /** The first occurrence that is not over; null if there is none, or none was found within the budget. */
  next: Occurrence | null;
  isOver: boolean;
  /** Occurrences that are not over and were changed or cancelled by a message: the first ones. */
  changes: Occurrence[];
  /** An occurrence; undefined if the series has none of this id. */
  find: (recurrence_id: string) => Occurrence | undefined;
};

type RepeatedEvent = CalendarEvent & {
  starts_at: string;
  starts_local: string;
  repeats: NonNullable<CalendarEvent['repeats']>;
};

/** An occurrence as it takes place; `change` is the message that changed it. */
export type Occurrence = CalendarOccurrence & { change: Invite | null };

type SeriesDeps = {
  now: Date;
  /** The IANA name of a time zone; undefined is the machine's own. */
  zone: string | undefined;
  budget: ExpansionBudget;
};

/** Occurrences in `changes`. */
const maxChanges = 20;

/** Undefined if no message tells of the series as a whole, or if it does not repeat or is cancelled. */
export function findSeries(db: ReadDb, account: number, uid: string, deps: SeriesDeps): Series | undefined {
  const [invite, ...others] = invitesOfSeries(db, account, uid);
  if (!invite || invite.is_cancelled || invite.recurrence === null) return undefined;
  const event = eventOf(invite);
  if (invite.recurrence_id !== null || !isRepeated(event)) return undefined;
  const plan = planOf({ invite, event, recurrence: JSON.parse(invite.recurrence) as Recurrence }, others, deps);
  const isUpcoming = ({ starts_at, ends_at }: Occurrence) => (ends_at ?? starts_at) > instantOf(deps.now);
  const changed = plan.changed.filter(isUpcoming).toSorted(byStart);
  const next = [
    nextUnchanged(plan, isUpcoming, deps),
    changed.find((each) => !each.is_cancelled && !each.this_and_future),
  ]
    .filter((each) => each !== undefined)
    .toSorted(byStart)[0];
  return {
    invite,
    event,
    next: next ?? null,
    isOver: next === undefined && deps.budget.steps > 0,
    changes: changed.slice(0, maxChanges),
    find: (recurrence_id) => occurrenceIn(plan, recurrence_id, deps.budget),
  };
}

function isRepeated(event: CalendarEvent): event is RepeatedEvent {
  return event.starts_at !== null && event.starts_local !== null && event.repeats !== null;
}

const byStart = (a: Occurrence, b: Occurrence) => Number(a.starts_at > b.starts_at) - Number(a.starts_at < b.starts_at);

/** A message about one occurrence, or about it and all later ones. `key` is the RECURRENCE-ID, as `keyOf`. */
type Change = { key: number; invite: Invite; event: CalendarEvent };

type Plan = {
  recurrence: Recurrence;
  invite: Invite;
  event: CalendarEvent;
  zone: string | undefined;
  /** The RECURRENCE-ID of a local start: a date in UTC, or an instant; in milliseconds. */
  keyOf: (local: number) => number;
  localOf: (key: number) => number;
  /** Changes of one occurrence by key, and of all occurrences from a key on, ascending. */
  byKey: ReadonlyMap<number, Change>;
  ranges: readonly Change[];
  /** The occurrences that messages tell of. */
  changed: Occurrence[];
};

function planOf(
  series: Pick<Plan, 'invite' | 'event' | 'recurrence'>,
  others: readonly Invite[],
  { zone, budget }: SeriesDeps,
): Plan {
  const { recurrence } = series;
  const clocks = clocksOf(recurrence.zone, zone);
  const keyOf = (local: number) => (recurrence.isDate ? local : clocks.instantAt(local));
  const localOf = (key: number) => (recurrence.isDate ? key : clocks.localAt(key));
  const changes = others
    .map((invite) => ({ invite, event: eventOf(invite) }))
    .flatMap(({ invite, event }) =>
      event.recurrence_id === null ? [] : [{ key: Date.parse(event.recurrence_id), invite, event }],
    )
    // After a change of the whole series, an earlier change of an occurrence counts only if the series still has it.
    .filter(({ invite, key }) => !isBefore(invite, series.invite) || hasStart(recurrence, localOf(key), budget));
  const singles = changes.filter(({ event }) => !event.this_and_future);
  const plan = {
    ...series,
    zone,
    keyOf,
    localOf,
    byKey: new Map(singles.map((change) => [change.key, change])),
    ranges: changes.filter(({ event }) => event.this_and_future).toSorted((a, b) => a.key - b.key),
    changed: [],
  };
  return { ...plan, changed: changes.map(({ key }) => occurrenceAt(plan, localOf(key))) };
}

function hasStart(recurrence: Recurrence, local: number, budget: ExpansionBudget): boolean {
  return startsFrom(recurrence, local, budget).next().value === local;
}

/** The first occurrence ahead that no message changed singly. */
function nextUnchanged(
  plan: Plan,
  isUpcoming: (occurrence: Occurrence) => boolean,
  { now, budget }: SeriesDeps,
): Occurrence | undefined {
  const { recurrence, ranges, byKey, keyOf, localOf } = plan;
  const from = localOf(now.getTime()) - Math.max(...[plan.event, ...ranges.map(({ event }) => event)].map(reachOf));
  const lastRange = ranges.at(-1);
  for (const local of startsFrom(recurrence, from, budget)) {
    const key = keyOf(local);
    if (byKey.has(key)) continue;
    if (lastRange?.invite.is_cancelled && key >= lastRange.key) return undefined;
    const occurrence = occurrenceAt(plan, local);
    if (!occurrence.is_cancelled && isUpcoming(occurrence)) return occurrence;
  }
  return undefined;
}

const dayMs = 86_400_000;

/** How much later than its RECURRENCE-ID an occurrence may end, with a margin for clock changes. */
function reachOf({ recurrence_id, starts_at, ends_at }: CalendarEvent): number {
  const end = Date.parse(ends_at ?? starts_at ?? '');
  const begin = Date.parse(recurrence_id ?? starts_at ?? '');
  return (Number.isNaN(end - begin) ? 0 : Math.max(0, end - begin)) + 2 * dayMs;
}

function occurrenceIn(plan: Plan, recurrence_id: string, budget: ExpansionBudget): Occurrence | undefined {
  const key = Date.parse(recurrence_id);
  const local = plan.localOf(key);
  return plan.byKey.has(key) || hasStart(plan.recurrence, local, budget) ? occurrenceAt(plan, local) : undefined;
}

/** The occurrence that begins at a local time, with the changes that messages made to it. */
function occurrenceAt(plan: Plan, local: number): Occurrence {
  const key = plan.keyOf(local);
  const range = plan.ranges.findLast((each) => each.key <= key);
  const change = plan.byKey.get(key) ?? range;
  const recurrence_id = new Date(key).toISOString();
  const isCancelled = change?.invite.is_cancelled === 1;
  const facts = {
    recurrence_id,
    is_cancelled: isCancelled,
    this_and_future: change?.event.this_and_future === true && change.key === key,
    change: change?.invite ?? null,
  };
  if (!change || isCancelled || change.event.starts_at === null)
    return { ...placed(plan, plan.event, local), ...facts };
  if (change === range) return { ...placed(plan, change.event, local + shiftOf(plan, change)), ...facts };
  return { ...timesOf(change.event), ...facts };
}

/** By how much a change of all later occurrences moves them on their clocks, in milliseconds. */
function shiftOf({ recurrence, localOf }: Plan, { key, event }: Change): number {
  if (event.starts_at === null || event.starts_local === null) return 0;
  const start = recurrence.isDate ? Date.parse(event.starts_local.slice(0, 10)) : localOf(Date.parse(event.starts_at));
  return start - localOf(key);
}

type Placed = Omit<CalendarOccurrence, 'recurrence_id' | 'is_cancelled' | 'this_and_future'>;

/** The times of `event`, moved to a local start of the series. */
function placed({ recurrence, zone }: Plan, event: CalendarEvent, local: number): Placed {
  const { starts_at, ends_at, starts_local, ends_local, all_day } = event;
  const clocks = clocksOf(all_day ? null : recurrence.zone, zone);
  const instant = clocks.instantAt(local);
  if (starts_at === null || ends_at === null || starts_local === null || ends_local === null)
    return { ...timesOf(event), ...spanTexts({ instant, local }, null, all_day) };
  // Days are counted on the calendar, hours by the clock.
  const endLocal = all_day
    ? local + Date.parse(ends_local) - Date.parse(starts_local)
    : clocks.localAt(instant + Date.parse(ends_at) - Date.parse(starts_at));
  const end = all_day ? clocks.instantAt(endLocal) : instant + Date.parse(ends_at) - Date.parse(starts_at);
  return { ...timesOf(event), ...spanTexts({ instant, local }, { instant: end, local: endLocal }, all_day) };
}

type Moment = { instant: number; local: number };

/** Empty if the time cannot be written. */
function spanTexts(start: Moment, end: Moment | null, isDate: boolean): Partial<Placed> {
  const [starts_at, starts_local] = [instantText(start.instant), localText(start.local, isDate)];
  if (starts_at === undefined || starts_local === undefined) return {};
  const ends_at = (end && instantText(end.instant)) ?? null;
  const ends_local = (end && localText(end.local, isDate)) ?? null;
  return { starts_at, starts_local, ends_at, ends_local };
}

function timesOf(event: CalendarEvent): Placed {
  const { starts_at, ends_at, starts_local, ends_local, all_day, time_zone, summary, location } = event;
  return {
    starts_at: starts_at ?? event.recurrence_id ?? '',
    ends_at,
    starts_local: starts_local ?? '',
    ends_local,
    all_day,
    time_zone,
    summary,
    location,
  };
}
