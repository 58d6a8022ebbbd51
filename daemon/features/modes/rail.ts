import type { Conversation } from '../../mail/modes/conversations.ts';
import { standingOf } from '../../mail/modes/membership.ts';
import { modeKeys, modeNames, modes, type Mode } from '../../mail/modes/modes.ts';

/** What a mode cannot do yet. */
export const earlyNotes: Partial<Record<Mode, string>> = {
  todo: 'To-dos aren’t found in your mail yet.',
  archive: 'Only archived orders, payments and bookings are here so far.',
};

const headers: Record<Mode, string> = {
  messages: 'Conversations with people',
  todo: 'What you have to do',
  updates: 'Notifications and receipts',
  reading: 'Newsletters and lists',
  archive: 'Records you keep',
};

const more = [
  { id: 'screener', name: 'Screener', note: 'Not available yet' },
  { id: 'snoozed', name: 'Snoozed' },
  { id: 'invites', name: 'Invitations' },
  { id: 'deliveries', name: 'Deliveries' },
  { id: 'subscriptions', name: 'Subscriptions' },
  { id: 'drafts', name: 'Drafts' },
  { id: 'sent', name: 'Sent' },
  { id: 'starred', name: 'Starred' },
  { id: 'all_mail', name: 'All mail' },
];

/**
 * Now, the modes, the inbox, and the places behind “More”. Of the modes only Messages and To do have a count, because they ask for
 * something. `waitingCount` is the number of people that Now counts.
 */
export function railOf(conversations: readonly Conversation[], waitingCount: number) {
  const asking = conversations.filter((conversation) => {
    const standing = standingOf(conversation);
    // Mail that was here before the first complete sync asks for nothing.
    return conversation.kind?.isNew === true && (standing === 'owed' || standing === 'people_new');
  }).length;
  const entries = modes.map((mode) => ({
    id: mode,
    name: modeNames[mode],
    key: modeKeys[mode],
    group: 'modes' as const,
    ...(mode === 'messages' && { count: asking }),
    ...(mode === 'todo' && { count: 0 }),
    header: headers[mode],
    ...statusOf(earlyNotes[mode]),
  }));
  const home = { id: 'now' as const, name: 'Now', key: 'g h', group: 'home' as const, badge: waitingCount };
  const inbox = { id: 'inbox' as const, name: 'Inbox', key: 'g i', group: 'lens' as const };
  return { entries: [{ ...home, ...statusOf(undefined) }, ...entries, { ...inbox, ...statusOf(undefined) }], more };
}

function statusOf(note: string | undefined) {
  return note === undefined ? { status: 'built' as const } : { status: 'early' as const, early_note: note };
}
