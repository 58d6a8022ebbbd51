import type { CalendarInvite, InviteState } from '../../contract/calendar.ts';
import type { ReadDb } from '../../store/db.ts';
import { ownAddressesOf, type Account } from '../accounts/accounts.ts';
import { seriesBudget } from '../ical/occurrences.ts';
import { answersOf, answersToOccurrence, type Answer } from './answer-record.ts';
import { cancelledWithSeries, invitesIn, invitesOfEvent, isBefore, occurrenceId, type Invite } from './invites.ts';
import { inviteRecord, stateOf } from './record.ts';
import { findSeries, type Occurrence, type Series } from './series.ts';

/** The current state of an event, and the later message that defines it, if any. */
type InviteStatus = { state: InviteState; superseded_by: string | null; superseded_in: string | null };

/** The event of a message, as it is shown. */
export type InviteDetails = {
  invite: Invite;
  record: CalendarInvite;
  /** The answers to this event alone. */
  answers: readonly Answer[];
  status: InviteStatus;
  /** Other events in the message. */
  otherCount: number;
  /** The series of the event, or the event if it repeats. */
  series: Series | undefined;
  /** The occurrence of the series, if no message tells of it alone. */
  occurrence: Occurrence | undefined;
};

type DetailsDeps = {
  now: Date;
  /** The IANA name of a time zone; undefined is the machine's own. */
  zone: string | undefined;
};

/** Undefined if a message (internal id) has no event, or was not scanned yet. */
export function findInviteDetails(
  db: ReadDb,
  account: Account,
  message: number,
  deps: DetailsDeps,
): InviteDetails | undefined {
  const [invite, ...others] = invitesIn(db, message);
  if (!invite) return undefined;
  const isOther = ({ uid }: Invite) => uid === null || uid !== invite.uid;
  return detailsOf(db, account, { invite, otherCount: others.filter(isOther).length }, deps);
}

/** An occurrence of the series of an event; undefined if it has none of this id. */
export function occurrenceDetails(
  db: ReadDb,
  account: Account,
  { details, recurrence_id }: { details: InviteDetails; recurrence_id: string },
  deps: DetailsDeps,
): InviteDetails | undefined {
  const { series } = details;
  if (details.invite.recurrence_id === recurrence_id) return details;
  const occurrence = series?.find(recurrence_id);
  if (!series || !occurrence) return undefined;
  const { change } = occurrence;
  if (change?.recurrence_id === recurrence_id && !occurrence.this_and_future)
    return detailsOf(db, account, { invite: change, otherCount: 0 }, deps);
  const whole = detailsOf(db, account, { invite: series.invite, otherCount: 0 }, deps);
  const invite_id = occurrenceId(series.invite, series.event.uid ?? '', recurrence_id);
  const { starts_at, ends_at, starts_local, ends_local, summary, location } = occurrence;
  const times = { starts_at, ends_at, starts_local, ends_local, summary, location };
  const metadata = { ...whole.record.metadata, ...times, recurrence_id, rrule: null, repeats: null };
  return {
    ...whole,
    invite: { ...series.invite, invite_id },
    record: { ...whole.record, id: invite_id, metadata },
    answers: answersOf(db, [invite_id]).get(invite_id) ?? [],
    status: occurrenceStatus(occurrence, deps.now),
    occurrence,
  };
}

function occurrenceStatus({ is_cancelled, change, starts_at, ends_at }: Occurrence, now: Date): InviteStatus {
  if (is_cancelled)
    return {
      state: 'cancelled',
      superseded_by: change?.message_id ?? null,
      superseded_in: change?.thread_id ?? null,
    };
  const state = (ends_at ?? starts_at) <= now.toISOString() ? 'past' : 'current';
  return { state, superseded_by: null, superseded_in: null };
}

function detailsOf(
  db: ReadDb,
  account: Account,
  { invite, otherCount }: Pick<InviteDetails, 'invite' | 'otherCount'>,
  { now, zone }: DetailsDeps,
): InviteDetails {
  const versions = invitesOfEvent(db, invite.invite_id);
  const series =
    invite.uid === null || invite.is_answer
      ? undefined
      : findSeries(db, account.id, invite.uid, { now, zone, budget: { steps: seriesBudget } });
  const answers = answersOf(db, [invite.invite_id, ...(series ? [series.invite.invite_id] : [])]);
  const ownAnswers = answers.get(invite.invite_id) ?? [];
  const isSingle = series !== undefined && invite.recurrence_id !== null;
  const record = inviteRecord({
    invite,
    addresses: ownAddressesOf(db, account.id),
    answers: isSingle
      ? answersToOccurrence(answers, invite.invite_id, { series: series.invite, change: invite })
      : ownAnswers,
    isUpdate: versions.some((earlier) => !earlier.is_answer && isBefore(earlier, invite)),
  });
  const status = statusOf(db, invite, versions, now);
  const isOver = status.state === 'current' && series?.isOver === true && !isSingle;
  return {
    invite,
    record,
    answers: ownAnswers,
    status: isOver ? { ...status, state: 'past' } : status,
    otherCount,
    series,
    occurrence: undefined,
  };
}

/** The state of the event in a message, considering all messages about it, the authoritative message first. */
function statusOf(db: ReadDb, invite: Invite, versions: readonly Invite[], now: Date): InviteStatus {
  const latest = versions.find(({ is_answer }) => !is_answer) ?? invite;
  const series = cancelledWithSeries(db, [invite.invite_id]).get(invite.invite_id);
  const state = series ? 'cancelled' : stateOf(latest, now);
  if (series) return { state, superseded_by: series.message_id, superseded_in: series.thread_id };
  if (invite.is_answer || !isBefore(invite, latest)) return { state, superseded_by: null, superseded_in: null };
  const { message_id, thread_id } = latest;
  return { state: state === 'current' ? 'updated' : state, superseded_by: message_id, superseded_in: thread_id };
}
