import { instantOf, type Clock } from '../../base/clock.ts';
import type { Readers, ReplyOf } from '../../handling.ts';
import { addressesOf } from '../../mail/accounts.ts';
import {
  answersTo,
  cancelledWithSeries,
  foldedInvites,
  invitesIn,
  invitesOfEvent,
  type Invite,
} from '../../mail/invites.ts';
import { messageOf } from '../../mail/messages.ts';
import type { ReadDb } from '../../store/db.ts';
import type { invitesRequests } from './contract.ts';
import { inviteRecord, stateOf } from './record.ts';

type OfMessage = ReplyOf<(typeof invitesRequests)['ofMessage']>;

export function invitesReaders({ clock }: { clock: Clock }): Readers<typeof invitesRequests> {
  return {
    list({ limit, upcoming }, { db, accounts }) {
      const now = clock.now();
      const found = foldedInvites(db, accounts, { limit, upcomingAt: upcoming ? instantOf(now) : undefined });
      const ids = found.map(({ invite_id }) => invite_id);
      const answers = Map.groupBy(answersTo(db, ids), ({ invite_id }) => invite_id);
      const gone = cancelledWithSeries(db, ids);
      const addresses = new Map(accounts.map(({ id }) => [id, addressesOf(db, id)]));
      const invites = found.map((invite) => ({
        ...inviteRecord({
          invite: { ...invite, raw_ics: null },
          addresses: addresses.get(invite.account) ?? new Set(),
          answers: answers.get(invite.invite_id) ?? [],
          isUpdate: invite.is_update === 1,
        }),
        state: gone.has(invite.invite_id) ? ('cancelled' as const) : stateOf(invite, now),
      }));
      return { invites: upcoming ? invites.filter(({ state }) => state === 'current') : invites };
    },
    ofMessage({ message_id }, { db, accounts }) {
      const { id, account } = messageOf(db, accounts, message_id);
      const [invite, ...others] = invitesIn(db, id);
      if (!invite) return { invite: null, more: 0, state: 'current', superseded_by: null, superseded_in: null };
      const now = clock.now();
      const told = invitesOfEvent(db, invite.invite_id);
      const record = inviteRecord({
        invite,
        addresses: addressesOf(db, account.id),
        answers: answersTo(db, [invite.invite_id]),
        isUpdate: told.some((earlier) => !earlier.is_answer && isBefore(earlier, invite)),
      });
      return { invite: record, more: others.length, ...becameOf(db, invite, told, now) };
    },
  };
}

type Became = Pick<OfMessage, 'state' | 'superseded_by' | 'superseded_in'>;

/** What holds of an event that a message tells of: what all messages say of it, the one that counts first. */
function becameOf(db: ReadDb, invite: Invite, told: readonly Invite[], now: Date): Became {
  const latest = told.find(({ is_answer }) => !is_answer) ?? invite;
  const series = cancelledWithSeries(db, [invite.invite_id]).get(invite.invite_id);
  const state = series ? 'cancelled' : stateOf(latest, now);
  if (series) return { state, superseded_by: series.message_id, superseded_in: series.thread_id };
  if (invite.is_answer || !isBefore(invite, latest)) return { state, superseded_by: null, superseded_in: null };
  const { message_id, thread_id } = latest;
  return { state: state === 'current' ? 'updated' : state, superseded_by: message_id, superseded_in: thread_id };
}

/** Whether one says less lately of an event than the other; one mail that came twice says the same. */
function isBefore(one: Invite, other: Invite): boolean {
  if (one.sequence !== other.sequence) return one.sequence < other.sequence;
  return one.dtstamp < other.dtstamp;
}
