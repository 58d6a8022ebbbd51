import type { CalendarInvite, InviteState } from '../../contract/calendar.ts';
import { ownAddressesOf, type Account } from '../accounts/accounts.ts';
import { cancelledWithSeries, invitesIn, invitesOfEvent, type Invite } from './invites.ts';
import type { ReadDb } from '../../store/db.ts';
import { answersOf, type Answer } from './answer-record.ts';
import { inviteRecord, stateOf } from './record.ts';

/** The current state of an event, and the later message that defines it, if any. */
type InviteStatus = { state: InviteState; superseded_by: string | null; superseded_in: string | null };

/** The event of a message, as it is shown. */
export type InviteDetails = {
  invite: Invite;
  record: CalendarInvite;
  answers: readonly Answer[];
  status: InviteStatus;
  otherCount: number;
};

/** Undefined if a message (internal id) has no event, or was not scanned yet. */
export function findInviteDetails(db: ReadDb, account: Account, message: number, now: Date): InviteDetails | undefined {
  const [invite, ...others] = invitesIn(db, message);
  if (!invite) return undefined;
  const versions = invitesOfEvent(db, invite.invite_id);
  const answers = answersOf(db, [invite.invite_id]).get(invite.invite_id) ?? [];
  const record = inviteRecord({
    invite,
    addresses: ownAddressesOf(db, account.id),
    answers,
    isUpdate: versions.some((earlier) => !earlier.is_answer && isBefore(earlier, invite)),
  });
  return { invite, record, answers, status: statusOf(db, invite, versions, now), otherCount: others.length };
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

/** Whether one version of an event precedes another; two copies of one message are equal. */
function isBefore(one: Invite, other: Invite): boolean {
  if (one.sequence !== other.sequence) return one.sequence < other.sequence;
  return one.dtstamp < other.dtstamp;
}
