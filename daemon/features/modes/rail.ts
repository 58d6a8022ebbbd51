import type { Conversation } from '../../mail/modes/conversations.ts';
import { standingOf } from '../../mail/modes/membership.ts';
import type { Todo } from '../../mail/todos/todo.ts';
import { withoutPeople } from './due-todos.ts';
import { sendersText } from './texts.ts';
import { modeKeys, modeNames, modes, type Mode } from '../../mail/modes/modes.ts';

/** What a mode cannot do yet. */
export const earlyNotes: Partial<Record<Mode, string>> = {
  archive: 'Only archived orders, payments and bookings are here so far.',
};

/** What a mode holds, in a few words. */
export const modeHeaders: Record<Mode, string> = {
  messages: 'Conversations with people',
  todo: 'What you have to do',
  updates: 'Notifications and receipts',
  reading: 'Newsletters and lists',
  archive: 'Records you keep',
};

const more = [
  { id: 'snoozed', name: 'Snoozed' },
  { id: 'invites', name: 'Invitations' },
  { id: 'deliveries', name: 'Deliveries' },
  { id: 'subscriptions', name: 'Subscriptions' },
  { id: 'drafts', name: 'Drafts' },
  { id: 'sent', name: 'Sent' },
  { id: 'starred', name: 'Starred' },
  { id: 'all_mail', name: 'All mail' },
];

type RailInput = {
  /** Those in the inbox. */
  conversations: readonly Conversation[];
  waiting: readonly Conversation[];
  /** The to-dos that are open, and those that are due soon. */
  todos: readonly Todo[];
  due: readonly Todo[];
  newSenders: number;
};

/**
 * Now, the modes, the inbox, and the places behind “More”. Of the modes only Messages and To do have a count, because they ask for
 * something. `newSenders` is the number of senders in the screener.
 */
export function railOf({ conversations, waiting, todos, due, newSenders }: RailInput) {
  const asking = conversations.filter((conversation) => {
    const standing = standingOf(conversation);
    // Mail that was here before the first complete sync asks for nothing.
    if (conversation.kind?.isNew !== true || conversation.doneIn.includes('messages')) return false;
    return standing === 'owed' || standing === 'people_new';
  }).length;
  const entries = modes.map((mode) => ({
    id: mode,
    name: modeNames[mode],
    key: modeKeys[mode],
    group: 'modes' as const,
    ...(mode === 'messages' && { count: asking }),
    ...(mode === 'todo' && { count: todos.length }),
    header: modeHeaders[mode],
    ...statusOf(earlyNotes[mode]),
  }));
  const badge = waiting.length + withoutPeople(due, waiting).length;
  const home = { id: 'now' as const, name: 'Now', key: 'g h', group: 'home' as const, badge };
  const inbox = { id: 'inbox' as const, name: 'Inbox', key: 'g i', group: 'lens' as const };
  const screener = { id: 'screener', name: 'Screener', ...(newSenders > 0 && { note: sendersText(newSenders) }) };
  return {
    entries: [{ ...home, ...statusOf(undefined) }, ...entries, { ...inbox, ...statusOf(undefined) }],
    more: [screener, ...more],
  };
}

function statusOf(note: string | undefined) {
  return note === undefined ? { status: 'built' as const } : { status: 'early' as const, early_note: note };
}
