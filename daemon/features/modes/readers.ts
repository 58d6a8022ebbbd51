import { instantOf } from '../../base/clock.ts';
import type { ReaderDeps } from '../../feature.ts';
import type { Call, ReaderHandlers } from '../../handler-types.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { trustReader } from '../../mail/authentication/trust.ts';
import { conversationsByIds, conversationsInInbox, type Conversation } from '../../mail/modes/conversations.ts';
import { membershipsOf } from '../../mail/modes/membership.ts';
import { modeKeys, modeNames } from '../../mail/modes/modes.ts';
import { findMessage } from '../../mail/messages/messages.ts';
import type { ReadDb } from '../../store/db.ts';
import type { modesRequests } from './contract.ts';
import { modeThreads } from './mode-threads.ts';
import { nowOf } from './now.ts';
import { earlyNotes, railOf } from './rail.ts';
import { waitingPeopleFinder } from './waiting-people.ts';

type Visible = Pick<Call, 'accounts'> & { db: ReadDb };

/** Older conversations do not ask for anything any more. */
const askedForMs = 30 * 86_400_000;

export function modesReaders({
  clock,
  zone,
  blobs,
  settings,
}: Pick<ReaderDeps, 'clock' | 'zone' | 'blobs' | 'settings'>): ReaderHandlers<typeof modesRequests> {
  const waitingPeople = waitingPeopleFinder(trustReader({ blobs, forwarders: () => settings().forwarders }));
  const inboxOf = ({ db, accounts }: Visible, account_id: string | undefined) => {
    const now = clock.now();
    const shown = chosen(accounts, account_id);
    const since = new Date(now.getTime() - askedForMs);
    const conversations = conversationsInInbox(db, shown, { since });
    return { now, accounts: shown, conversations, waiting: waitingPeople(db, accounts, conversations) };
  };
  return {
    now({ account, account_id = account }, visible) {
      return { kind: 'Now', now: nowOf(visible.db, { ...inboxOf(visible, account_id), zone }) };
    },
    rail({ account, account_id = account }, visible) {
      const { now, conversations, waiting } = inboxOf(visible, account_id);
      return { kind: 'Rail', rail: { generated_at: instantOf(now), ...railOf(conversations, waiting.length) } };
    },
    membership({ thread_id, message_id }, visible) {
      const id = thread_id ?? threadOfMessage(visible.db, message_id ?? '');
      return reply(visible, id === undefined ? [] : [id]);
    },
    memberships: ({ thread_ids }, visible) => reply(visible, thread_ids),
    threads: ({ mode, limit, cursor, account, account_id = account }, { db, accounts }) =>
      modeThreads(db, { mode, limit, cursor, accounts: chosen(accounts, account_id), now: clock.now(), zone }),
  };
}

function chosen(accounts: readonly Account[], account_id: string | undefined): readonly Account[] {
  return account_id === undefined ? accounts : accounts.filter((each) => each.account_id === account_id.toLowerCase());
}

function threadOfMessage(db: ReadDb, message_id: string): string | undefined {
  return findMessage(db, message_id.toLowerCase())?.thread_id;
}

function reply({ db, accounts }: Visible, thread_ids: readonly string[]) {
  const ids = thread_ids.map((id) => id.toLowerCase());
  return { kind: 'ModeMembership' as const, threads: conversationsByIds(db, accounts, ids).map(threadModes) };
}

function threadModes(conversation: Conversation) {
  const { account_id, thread_id, subject, isInInbox } = conversation;
  const memberships = membershipsOf(conversation);
  const entries = memberships.map(({ mode, reason }) => ({
    mode,
    name: modeNames[mode],
    key: modeKeys[mode],
    reason,
    also_in: memberships.flatMap((other) => (other.mode === mode ? [] : modeNames[other.mode])).join(', '),
    early: earlyNotes[mode] !== undefined,
  }));
  return { account_id, thread_id, subject, modes: entries, in_inbox: isInInbox };
}
