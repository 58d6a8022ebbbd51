/** Where one is: which conversations the list shows. */
export type Lens =
  | { kind: 'inbox'; account?: string | undefined }
  | { kind: 'all' }
  | { kind: 'label'; labelId: string }
  | { kind: 'search'; query: string; sort: SearchSort | undefined; account?: string | undefined }
  | { kind: 'later'; list: LaterList };

/** A mailbox is a page of mail as the daemon lists it. */
export type MailboxLens = Exclude<Lens, { kind: 'search' | 'later' }>;

/** What is kept for another time. */
export type LaterList = 'snoozed' | 'reply-later' | 'reminders' | 'invites';

/** The order of what a search finds; the daemon's settings say which one it is where nothing was chosen. */
export type SearchSort = 'newest' | 'oldest' | 'relevant';
