import { instantOf, type Clock } from '../../base/clock.ts';
import type { ReaderHandlers } from '../../handler-types.ts';
import { ownAddressesOf } from '../../mail/accounts/accounts.ts';
import { seriesBudget } from '../../mail/ical/occurrences.ts';
import { cancelledWithSeries, latestInvites } from '../../mail/invites/invites.ts';
import { requireMessage } from '../../mail/messages/messages.ts';
import { answersOf } from '../../mail/invites/answer-record.ts';
import type { invitesRequests } from './contract.ts';
import { checkAnswerable } from '../../mail/invites/reply-checks.ts';
import { inviteRecord, stateOf } from '../../mail/invites/record.ts';
import { findInviteDetails } from '../../mail/invites/invite-details.ts';
import { findSeries } from '../../mail/invites/series.ts';
import { seriesRecord } from '../../mail/invites/series-record.ts';

type ReaderDeps = {
  clock: Clock;
  /** The IANA name of a time zone; undefined is the machine's own. */
  zone: string | undefined;
};

export function invitesReaders({ clock, zone }: ReaderDeps): ReaderHandlers<typeof invitesRequests> {
  return {
    list({ limit, upcoming }, { db, accounts }) {
      const now = clock.now();
      const found = latestInvites(db, accounts, { limit, upcomingAt: upcoming ? instantOf(now) : undefined });
      const ids = found.map(({ invite_id }) => invite_id);
      const answers = answersOf(db, ids);
      const cancelled = cancelledWithSeries(db, ids);
      const addresses = new Map(accounts.map(({ id }) => [id, ownAddressesOf(db, id)]));
      const deps = { now, zone, budget: { steps: listBudget } };
      const invites = found.map((invite) => {
        const own = addresses.get(invite.account) ?? new Set<string>();
        const series =
          invite.recurrence === null || invite.uid === null
            ? undefined
            : findSeries(db, invite.account, invite.uid, deps);
        const state = cancelled.has(invite.invite_id) ? ('cancelled' as const) : stateOf(invite, now);
        return {
          ...inviteRecord({
            invite: { ...invite, raw_ics: null },
            addresses: own,
            answers: answers.get(invite.invite_id) ?? [],
            isUpdate: invite.is_update === 1,
          }),
          state: state === 'current' && series?.isOver ? ('past' as const) : state,
          series: series ? seriesRecord(db, series, own) : null,
        };
      });
      return { invites: upcoming ? upcomingOf(invites) : invites };
    },
    ofMessage({ message_id }, { db, accounts }) {
      const { id, account } = requireMessage(db, accounts, message_id);
      const details = findInviteDetails(db, account, id, { now: clock.now(), zone });
      if (!details)
        return {
          invite: null,
          more: 0,
          state: 'current',
          series: null,
          superseded_by: null,
          superseded_in: null,
          answering: cannotAnswer,
        };
      const addresses = ownAddressesOf(db, account.id);
      const why_not = checkAnswerable(details, account, addresses)?.message ?? null;
      return {
        invite: details.record,
        more: details.otherCount,
        series: details.series ? seriesRecord(db, details.series, addresses) : null,
        ...details.status,
        answering: { can: why_not === null, why_not },
      };
    },
  };
}

/** For all series of a list together. */
const listBudget = 2 * seriesBudget;

const cannotAnswer = { can: false, why_not: null };

type ListedInvite = {
  account_id: string;
  metadata: { uid: string | null; recurrence_id: string | null; starts_at: string | null };
  state: string;
  series: { next: { recurrence_id: string; starts_at: string } | null } | null;
};

/** Upcoming events, the next one first. A series is left out if its next event has an entry of its own. */
function upcomingOf<Invite extends ListedInvite>(invites: readonly Invite[]): Invite[] {
  const keyOf = ({ account_id, metadata }: Invite, recurrence_id: string | null) =>
    JSON.stringify([account_id, metadata.uid, recurrence_id]);
  const listed = new Set(invites.map((invite) => keyOf(invite, invite.metadata.recurrence_id)));
  const startOf = ({ metadata, series }: Invite) => series?.next?.starts_at ?? metadata.starts_at ?? '';
  return invites
    .filter(({ state }) => state === 'current')
    .filter((invite) => !invite.series?.next || !listed.has(keyOf(invite, invite.series.next.recurrence_id)))
    .toSorted((a, b) => Number(startOf(a) > startOf(b)) - Number(startOf(a) < startOf(b)));
}
