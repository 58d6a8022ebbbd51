import { instantOf, type Clock } from '../../base/clock.ts';
import type { Readers } from '../../handling.ts';
import { addressesOf } from '../../mail/accounts.ts';
import { cancelledWithSeries, foldedInvites } from '../../mail/invites.ts';
import { messageOf } from '../../mail/messages.ts';
import { answersOf } from './answers.ts';
import type { invitesRequests } from './contract.ts';
import { obstacleTo } from './obstacle.ts';
import { inviteRecord, stateOf } from './record.ts';
import { toldIn } from './told.ts';

export function invitesReaders({ clock }: { clock: Clock }): Readers<typeof invitesRequests> {
  return {
    list({ limit, upcoming }, { db, accounts }) {
      const now = clock.now();
      const found = foldedInvites(db, accounts, { limit, upcomingAt: upcoming ? instantOf(now) : undefined });
      const ids = found.map(({ invite_id }) => invite_id);
      const answers = answersOf(db, ids);
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
      const told = toldIn(db, account, id, clock.now());
      if (!told)
        return {
          invite: null,
          more: 0,
          state: 'current',
          superseded_by: null,
          superseded_in: null,
          answering: noAnswer,
        };
      const why_not = obstacleTo(told, account, addressesOf(db, account.id))?.message ?? null;
      return { invite: told.record, more: told.more, ...told.became, answering: { can: why_not === null, why_not } };
    },
  };
}

const noAnswer = { can: false, why_not: null };
