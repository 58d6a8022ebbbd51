/** The list that is shown. */
export type Lens =
  | { kind: 'inbox'; account?: string | undefined }
  | { kind: 'all' }
  | { kind: 'label'; labelId: string }
  | {
      kind: 'search';
      query: string;
      sort: SearchSort | undefined;
      account?: string | undefined;
      /** The query whose exact matches are listed, if the words of `query` were matched more widely. */
      widened?: string | undefined;
    }
  | { kind: 'later'; list: LaterList };

/** A mailbox is a page of mail as the daemon lists it. */
export type MailboxLens = Exclude<Lens, { kind: 'search' | 'later' }>;

/** Conversations that are kept for later. */
export type LaterList = 'snoozed' | 'reply-later' | 'reminders' | 'invites';

/** The sort order of search results. The default is a setting of the daemon. */
export type SearchSort = 'newest' | 'oldest' | 'relevant';
