import { flagBits } from '../flags.ts';
import { traits } from '../traits.ts';
import type { Day } from './days.ts';
import type { Comparison } from './sizes.ts';

/** What a query can ask of a message beside its words. */
export type Filter =
  | { kind: 'everything' }
  | { kind: 'flag'; bit: number; isSet: boolean }
  | { kind: 'trait'; bit: number; isSet: boolean }
  | { kind: 'inbox' }
  /** A label by its name, the server's name for it, or what it is for. */
  | { kind: 'label'; name: string }
  | { kind: 'own-label'; has: boolean }
  | { kind: 'archived' }
  /** The latest message of its conversation, which somebody wrote who is no list and has had no answer. */
  | { kind: 'owed-reply' }
  /** Away until a moment; to be answered later. */
  | { kind: 'snoozed' | 'reply-later' }
  | { kind: 'keyword'; name: string }
  | { kind: 'message-id'; id: string }
  | { kind: 'delivered-to'; address: string }
  | { kind: 'size'; comparison: Comparison; bytes: number }
  | { kind: 'day'; relation: 'after' | 'before' | 'date'; day: Day }
  | { kind: 'age'; relation: 'older' | 'newer'; seconds: number };

const { READ, STARRED, DRAFT, SENT, TRASH, SPAM, ANSWERED } = flagBits;

const flag = (bit: number, isSet = true): Filter => ({ kind: 'flag', bit, isSet });
const trait = (bit: number, isSet = true): Filter => ({ kind: 'trait', bit, isSet });
const label = (name: string): Filter => ({ kind: 'label', name });

/** Several names for one filter. */
function named(filter: Filter, ...names: string[]): Record<string, Filter> {
  return Object.fromEntries(names.map((name) => [name, filter]));
}

const places = {
  ...named({ kind: 'inbox' }, 'inbox'),
  ...named(flag(DRAFT), 'draft', 'drafts'),
  ...named(flag(SENT), 'sent'),
  ...named(flag(TRASH), 'trash', 'deleted'),
  ...named(flag(SPAM), 'spam', 'junk'),
  ...named({ kind: 'archived' }, 'archived', 'archive'),
};

/** What may stand after `is:` (wire-contract, section 16.3). */
export const isValues: Record<string, Filter> = {
  ...named(flag(READ, false), 'unread'),
  ...named(flag(READ), 'read'),
  ...named(flag(STARRED), 'starred'),
  ...named(label('important'), 'important'),
  ...named(label('muted'), 'muted'),
  ...places,
  ...named(flag(ANSWERED), 'answered', 'replied'),
  ...named({ kind: 'reply-later' }, 'reply-later'),
  ...named({ kind: 'snoozed' }, 'snoozed'),
  ...named({ kind: 'owed-reply' }, 'owed-reply', 'owed'),
};

export const inValues: Record<string, Filter> = {
  ...places,
  ...named({ kind: 'everything' }, 'anywhere', 'all', 'allmail', 'all-mail'),
  ...named({ kind: 'snoozed' }, 'snoozed'),
};

const stars = ['yellow', 'orange', 'red', 'purple', 'blue', 'green'].map((colour) => `${colour}-star`);
const marks = ['red-bang', 'orange-guillemet', 'yellow-bang', 'green-check', 'blue-info', 'purple-question'];

export const hasValues: Record<string, Filter> = {
  ...named(trait(traits.ATTACHMENT), 'attachment', 'attachments'),
  ...named(trait(traits.CALENDAR), 'calendar', 'invite', 'invites'),
  ...named({ kind: 'own-label', has: true }, 'userlabels'),
  ...named({ kind: 'own-label', has: false }, 'nouserlabels'),
  ...named(trait(traits.DRIVE), 'drive'),
  ...named(trait(traits.DOCUMENT), 'document'),
  ...named(trait(traits.SPREADSHEET), 'spreadsheet'),
  ...named(trait(traits.PRESENTATION), 'presentation'),
  ...named(trait(traits.YOUTUBE), 'youtube'),
  ...named(trait(traits.INLINE_IMAGE), 'inline', 'image', 'inline-image', 'inline-images'),
  ...named(trait(traits.LINK), 'link', 'links'),
  ...named(trait(traits.LINK_HEAVY), 'link-heavy', 'links-heavy', 'linkheavy'),
  ...named(trait(traits.LINK, false), 'link-none', 'no-link', 'no-links', 'linkfree', 'link-free'),
  // Stars come in one kind here.
  ...named(flag(STARRED), ...stars, ...marks),
};

export const categories: Record<string, Filter> = Object.fromEntries(
  ['social', 'promotions', 'updates', 'forums', 'reservations', 'purchases']
    .map((name): [string, Filter] => [name, label(`CATEGORY_${name.toUpperCase()}`)])
    .concat([['primary', label('CATEGORY_PERSONAL')]]),
);
