import { instantOf, type Clock } from '../../base/clock.ts';
import type { ReaderHandlers } from '../../handler-types.ts';
import { ownAddressesOf } from '../../mail/accounts/accounts.ts';
import { cancelledWithSeries, latestInvites } from '../../mail/invites/invites.ts';
import { requireMessage } from '../../mail/messages/messages.ts';
import { answersOf } from '../../mail/invites/answer-record.ts';
import type { invitesRequests } from './contract.ts';
import { checkAnswerable } from '../../mail/invites/reply-checks.ts';
import { inviteRecord, stateOf } from '../../mail/invites/record.ts';
import { findInviteDetails } from '../../mail/invites/invite-details.ts';

export function invitesReaders({ clock }: { clock: Clock }): ReaderHandlers<typeof invitesRequests> {
  return {
    list({ limit, upcoming }, { db, accounts }) {
      const now = clock.now();
      const found = latestInvites(db, accounts, { limit, upcomingAt: upcoming ? instantOf(now) : undefined });
      const ids = found.map(({ invite_id }) => invite_id);
      const answers = answersOf(db, ids);
      const cancelled = cancelledWithSeries(db, ids);
      const addresses = new Map(accounts.map(({ id }) => [id, ownAddressesOf(db, id)]));
      const invites = found.map((invite) => ({
        ...inviteRecord({
          invite: { ...invite, raw_ics: null },
          addresses: addresses.get(invite.account) ?? new Set(),
          answers: answers.get(invite.invite_id) ?? [],
          isUpdate: invite.is_update === 1,
        }),
        state: cancelled.has(invite.invite_id) ? ('cancelled' as const) : stateOf(invite, now),
      }));
      return { invites: upcoming ? invites.filter(({ state }) => state === 'current') : invites };
    },
    ofMessage({ message_id }, { db, accounts }) {
      const { id, account } = requireMessage(db, accounts, message_id);
      const details = findInviteDetails(db, account, id, clock.now());
      if (!details)
        return {
          invite: null,
          more: 0,
          state: 'current',
          superseded_by: null,
          superseded_in: null,
          answering: cannotAnswer,
        };
      const why_not = checkAnswerable(details, account, ownAddressesOf(db, account.id))?.message ?? null;
      return {
        invite: details.record,
        more: details.otherCount,
        ...details.status,
        answering: { can: why_not === null, why_not },
      };
    },
  };
}

const cannotAnswer = { can: false, why_not: null };
