import { instantOf } from '../../base/clock.ts';
import type { ReaderDeps } from '../../feature.ts';
import type { Call, ReaderHandlers } from '../../handler-types.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { verdictsReader } from '../../mail/authentication/verdicts.ts';
import {
  conversationsByIds,
  conversationsInInbox,
  type Conversation,
  type ConversationOptions,
} from '../../mail/modes/conversations.ts';
import { membershipsOf } from '../../mail/modes/membership.ts';
import { modeKeys, modeNames } from '../../mail/modes/modes.ts';
import { newSenderOf } from '../../mail/modes/new-sender.ts';
import { findMessage } from '../../mail/messages/messages.ts';
import { unknownSendersIn } from '../../mail/screener/unknown-senders.ts';
import type { ReadDb } from '../../store/db.ts';
import { openTodos } from '../../mail/todos/store.ts';
import { isShown } from '../../mail/todos/todo.ts';
import type { modesRequests } from './contract.ts';
import { dueTodosFinder, nextTodoChange } from './due-todos.ts';
import { requireMode } from './mode-names.ts';
import { modeThreads } from './mode-threads.ts';
import { nowOf } from './now.ts';
import { earlyNotes, railOf } from './rail.ts';
import { waitingPeopleFinder } from './waiting-people.ts';

type Visible = Pick<Call, 'accounts'> & { db: ReadDb };

/** Older conversations do not ask for anything any more. */
const askedForMs = 30 * 86_400_000;
/** So many to-dos that are not settled are looked at, the latest. */
const maxTodos = 2_000;

export function modesReaders({
  clock,
  zone,
  blobs,
  settings,
}: Pick<ReaderDeps, 'clock' | 'zone' | 'blobs' | 'settings'>): ReaderHandlers<typeof modesRequests> {
  const verdictsOf = verdictsReader({ blobs, forwarders: () => settings().forwarders });
  const waitingPeople = waitingPeopleFinder(verdictsOf);
  const dueTodos = dueTodosFinder(verdictsOf);
  const at = (): ConversationOptions => ({ isAsking: settings().isScreening, now: clock.now(), zone });
  const inboxOf = ({ db, accounts }: Visible, account_id: string | undefined) => {
    const now = clock.now();
    const shown = chosen(accounts, account_id);
    const since = new Date(now.getTime() - askedForMs);
    const open = openTodos(db, shown, { limit: maxTodos });
    const todos = open.filter((todo) => isShown(todo, { now, zone }));
    const conversations = conversationsInInbox(db, shown, { since, shown: todos, ...at() });
    return {
      now,
      zone,
      accounts: shown,
      conversations,
      waiting: waitingPeople(db, accounts, conversations),
      todos,
      due: dueTodos(db, accounts, todos, { now, zone }),
      nextTodoAt: nextTodoChange(open, { now, zone }),
    };
  };
  return {
    now({ account, account_id = account }, visible) {
      return { kind: 'Now', now: nowOf(visible.db, inboxOf(visible, account_id)) };
    },
    rail({ account, account_id = account }, visible) {
      const inbox = inboxOf(visible, account_id);
      const newSenders = countNewSenders(visible.db, inbox.accounts, at());
      return { kind: 'Rail', rail: { generated_at: instantOf(inbox.now), ...railOf({ ...inbox, newSenders }) } };
    },
    membership({ thread_id, message_id }, visible) {
      const id = thread_id ?? threadOfMessage(visible.db, message_id ?? '');
      return reply(visible, id === undefined ? [] : [id], at());
    },
    memberships: ({ thread_ids }, visible) => reply(visible, thread_ids, at()),
    threads: ({ mode, limit, cursor, account, account_id = account }, { db, accounts }) =>
      modeThreads(db, {
        mode: requireMode(mode),
        limit,
        cursor,
        accounts: chosen(accounts, account_id),
        visible: accounts,
        ...at(),
      }),
  };
}

/** The senders that wait in the screener. */
function countNewSenders(db: ReadDb, accounts: readonly Account[], { isAsking, now }: ConversationOptions): number {
  if (!isAsking) return 0;
  return accounts.reduce((sum, { id }) => sum + unknownSendersIn(db, id, { now }).length, 0);
}

function chosen(accounts: readonly Account[], account_id: string | undefined): readonly Account[] {
  return account_id === undefined ? accounts : accounts.filter((each) => each.account_id === account_id.toLowerCase());
}

function threadOfMessage(db: ReadDb, message_id: string): string | undefined {
  return findMessage(db, message_id.toLowerCase())?.thread_id;
}

function reply({ db, accounts }: Visible, thread_ids: readonly string[], at: ConversationOptions) {
  const ids = thread_ids.map((id) => id.toLowerCase());
  return { kind: 'ModeMembership' as const, threads: conversationsByIds(db, accounts, ids, at).map(threadModes) };
}

function threadModes(conversation: Conversation) {
  const { account_id, thread_id, subject, isInInbox, doneIn, todos } = conversation;
  const memberships = membershipsOf(conversation);
  const entries = memberships.map(({ mode, reason }) => ({
    mode,
    name: modeNames[mode],
    key: modeKeys[mode],
    reason,
    also_in: memberships.flatMap((other) => (other.mode === mode ? [] : modeNames[other.mode])).join(', '),
    early: earlyNotes[mode] !== undefined,
    ...(mode === 'todo' && { todo_ids: todos.map(({ todo_id }) => todo_id) }),
  }));
  const holding = memberships.map(({ mode }) => mode).filter((mode) => mode !== 'archive');
  return {
    account_id,
    thread_id,
    subject,
    modes: entries,
    ...(doneIn.length > 0 && { done_in: [...doneIn] }),
    ...(holding.length > 0 && { held_by: holding }),
    in_inbox: isInInbox,
    ...newSenderOf(conversation),
  };
}
