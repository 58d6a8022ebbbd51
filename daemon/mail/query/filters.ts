import { flagBits } from '../messages/flags.ts';
import { contentFlags } from '../messages/content-flags.ts';
import type { Day } from './days.ts';
import type { Comparison } from './sizes.ts';

/** The conditions of a query besides words. */
export type Filter =
  | { kind: 'everything' }
  | { kind: 'flag'; bit: number; isSet: boolean }
  | { kind: 'trait'; bit: number; isSet: boolean }
  | { kind: 'inbox' }
  /** A label by its name, the server's name for it, or its role. */
  | { kind: 'label'; name: string }
  | { kind: 'own-label'; has: boolean }
  | { kind: 'archived' }
  /** The latest message of its conversation, from a sender that is no list and that the user has not denied, without a reply. */
  | { kind: 'owed-reply' }
  /** Snoozed until an instant; marked to be answered later. */
  | { kind: 'snoozed' | 'reply-later' }
  | { kind: 'keyword'; name: string }
  | { kind: 'message-id'; id: string }
  | { kind: 'delivered-to'; address: string }
  | { kind: 'size'; comparison: Comparison; bytes: number }
  | { kind: 'day'; relation: 'after' | 'before' | 'date'; day: Day }
  | { kind: 'age'; relation: 'older' | 'newer'; seconds: number };

const { READ, STARRED, DRAFT, SENT, TRASH, SPAM, ANSWERED } = flagBits;

const flag = (bit: number, isSet = true): Filter => ({ kind: 'flag', bit, isSet });
const contentFlag = (bit: number, isSet = true): Filter => ({ kind: 'trait', bit, isSet });
const label = (name: string): Filter => ({ kind: 'label', name });

/** Several names for one filter. */
function aliases(filter: Filter, ...names: string[]): Record<string, Filter> {
  return Object.fromEntries(names.map((name) => [name, filter]));
}

const folderFilters = {
  ...aliases({ kind: 'inbox' }, 'inbox'),
  ...aliases(flag(DRAFT), 'draft', 'drafts'),
  ...aliases(flag(SENT), 'sent'),
  ...aliases(flag(TRASH), 'trash', 'deleted'),
  ...aliases(flag(SPAM), 'spam', 'junk'),
  ...aliases({ kind: 'archived' }, 'archived', 'archive'),
};

/** The values for `is:` (wire-contract, section 16.3). */
export const isValues: Record<string, Filter> = {
  ...aliases(flag(READ, false), 'unread'),
  ...aliases(flag(READ), 'read'),
  ...aliases(flag(STARRED), 'starred'),
  ...aliases(label('important'), 'important'),
  ...aliases(label('muted'), 'muted'),
  ...folderFilters,
  ...aliases(flag(ANSWERED), 'answered', 'replied'),
  ...aliases({ kind: 'reply-later' }, 'reply-later'),
  ...aliases({ kind: 'snoozed' }, 'snoozed'),
  ...aliases({ kind: 'owed-reply' }, 'owed-reply', 'owed'),
};

export const inValues: Record<string, Filter> = {
  ...folderFilters,
  ...aliases({ kind: 'everything' }, 'anywhere', 'all', 'allmail', 'all-mail'),
  ...aliases({ kind: 'snoozed' }, 'snoozed'),
};

const starNames = ['yellow', 'orange', 'red', 'purple', 'blue', 'green'].map((colour) => `${colour}-star`);
const markerNames = ['red-bang', 'orange-guillemet', 'yellow-bang', 'green-check', 'blue-info', 'purple-question'];

export const hasValues: Record<string, Filter> = {
  ...aliases(contentFlag(contentFlags.ATTACHMENT), 'attachment', 'attachments'),
  ...aliases(contentFlag(contentFlags.CALENDAR), 'calendar', 'invite', 'invites'),
  ...aliases({ kind: 'own-label', has: true }, 'userlabels'),
  ...aliases({ kind: 'own-label', has: false }, 'nouserlabels'),
  ...aliases(contentFlag(contentFlags.DRIVE), 'drive'),
  ...aliases(contentFlag(contentFlags.DOCUMENT), 'document'),
  ...aliases(contentFlag(contentFlags.SPREADSHEET), 'spreadsheet'),
  ...aliases(contentFlag(contentFlags.PRESENTATION), 'presentation'),
  ...aliases(contentFlag(contentFlags.YOUTUBE), 'youtube'),
  ...aliases(contentFlag(contentFlags.INLINE_IMAGE), 'inline', 'image', 'inline-image', 'inline-images'),
  ...aliases(contentFlag(contentFlags.LINK), 'link', 'links'),
  ...aliases(contentFlag(contentFlags.LINK_HEAVY), 'link-heavy', 'links-heavy', 'linkheavy'),
  ...aliases(contentFlag(contentFlags.LINK, false), 'link-none', 'no-link', 'no-links', 'linkfree', 'link-free'),
  // All star names mean the same flag here.
  ...aliases(flag(STARRED), ...starNames, ...markerNames),
};

export const categories: Record<string, Filter> = Object.fromEntries(
  ['social', 'promotions', 'updates', 'forums', 'reservations', 'purchases']
    .map((name): [string, Filter] => [name, label(`CATEGORY_${name.toUpperCase()}`)])
    .concat([['primary', label('CATEGORY_PERSONAL')]]),
);
