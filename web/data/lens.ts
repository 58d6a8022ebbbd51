import type { Reply } from '../api/client.ts';

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
  | { kind: 'later'; list: LaterList }
  | { kind: 'mode'; mode: ModeKind }
  | { kind: 'now' };

/** A mailbox is a page of mail as the daemon lists it. */
export type MailboxLens = Exclude<Lens, { kind: 'search' | 'later' | 'mode' | 'now' }>;

/** Conversations that are kept for later. */
export type LaterList = 'snoozed' | 'reply-later' | 'reminders' | 'invites';

/** A part of the mail by what it asks of the user. */
export type ModeKind = Reply<'modes', 'membership'>['threads'][number]['modes'][number]['mode'];

/** A mode in which a conversation can be done. */
export type DoneMode = Exclude<ModeKind, 'archive'>;

/** The mode in which the mail of a list can be done; undefined for other lists, whose mail is archived instead. */
export function doneModeOf(lens: Lens): DoneMode | undefined {
  return lens.kind === 'mode' && lens.mode !== 'archive' ? lens.mode : undefined;
}

/** The sort order of search results. The default is a setting of the daemon. */
export type SearchSort = 'newest' | 'oldest' | 'relevant';
