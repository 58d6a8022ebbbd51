import { instantOf } from '../../base/clock.ts';
import {
  partstats,
  type CalendarEvent,
  type CalendarInvite,
  type InviteState,
  type Partstat,
} from '../../contract/calendar.ts';
import type { Invite } from './invites.ts';
import { eventOf, ownAnswerIn, partstatsIn, type Answer } from './answer-record.ts';

type InviteRecordInput = {
  invite: Invite;
  /** The user's addresses, lower-case. */
  addresses: ReadonlySet<string>;
  /** The answers of attendees, oldest first. */
  answers: readonly Answer[];
  isUpdate: boolean;
};

/** The event of a message on the wire, with the known answers of its attendees. */
export function inviteRecord({ invite, addresses, answers, isUpdate }: InviteRecordInput): CalendarInvite {
  const event = eventOf(invite);
  const attendees = withAnswers(event.attendees, invite, answers);
  const viewer = attendees.find(({ email }) => addresses.has(email.toLowerCase()));
  return {
    id: invite.invite_id,
    account_id: invite.account_id,
    message_id: invite.message_id,
    thread_id: invite.thread_id,
    metadata: {
      ...event,
      attendees,
      is_update: isUpdate,
      raw_ics: invite.raw_ics,
      viewer_attendee_email: viewer?.email ?? null,
      viewer_partstat: viewer ? partstatOf(viewer.partstat) : null,
      warnings: [...event.warnings, ...senderWarnings(invite, event)],
    },
    own_answer: ownAnswerIn(invite, answers),
    created_at: invite.first_at,
    updated_at: invite.sort_key,
  };
}

/** The state of the event itself, without regard to later messages. */
export function stateOf({ is_cancelled, series_ends_at }: Invite, now: Date): Exclude<InviteState, 'updated'> {
  if (is_cancelled) return 'cancelled';
  return series_ends_at !== null && series_ends_at <= instantOf(now) ? 'past' : 'current';
}

/** An answer to an earlier version of the event may not apply to this version. */
function withAnswers(
  attendees: CalendarEvent['attendees'],
  { sequence, is_answer }: Invite,
  answers: InviteRecordInput['answers'],
): CalendarEvent['attendees'] {
  if (is_answer) return attendees;
  const partstatByEmail = partstatsIn(answers, sequence);
  return attendees.map((each) => ({
    ...each,
    partstat: partstatByEmail.get(each.email.toLowerCase()) ?? each.partstat,
  }));
}

function senderWarnings({ from_email, direction, is_answer }: Invite, { organizer }: CalendarEvent): string[] {
  if (is_answer || direction === 'outbound' || !organizer?.email || from_email === '') return [];
  if (organizer.email.toLowerCase() === from_email.toLowerCase()) return [];
  return [`The message is from ${from_email}, not from the organizer, ${organizer.email}.`];
}

/** The answer of an attendee as on the wire; an unknown value counts as no answer. */
export function partstatOf(value: string | null): Partstat {
  return partstats.find((each) => each === value) ?? 'needs_action';
}
