import { Failure } from '../../base/failure.ts';
import type { Clock } from '../../base/clock.ts';
import type { Call, Caller, Handlers, InputOf, ReplyOf } from '../../handler-types.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { savedSearchRequest, type SearchMail, type SearchPage } from '../../mail/searches/search-request.ts';
import { labelsOfMessages, type Label } from '../../mail/labels/labels.ts';
import {
  labelsForId,
  labelsWithRole,
  messagesIn,
  roleNames,
  roleOfId,
  threadsIn,
  type ListedMessage,
  type PageStart,
} from '../../mail/lists/lists.ts';
import { rowBadgesOf } from '../../mail/lists/row-badges.ts';
import { rowMessages } from '../../mail/messages/messages.ts';
import { rowBuilder, type ListEntry } from '../../mail/lists/rows.ts';
import { threadRows } from '../../mail/lists/thread-rows.ts';
import { searchNamed, type SavedSearch } from '../../mail/searches/saved-searches.ts';
import type { CachedCounts } from '../../mail/searches/search-counts.ts';
import { shownRows } from '../../mail/lists/lean-rows.ts';
import { sidebarOf } from '../../mail/lists/sidebar.ts';
import { shellOf } from '../../mail/accounts/sync-status.ts';
import type { SyncProgress } from '../../mail/accounts/sync-progress.ts';
import type { Sidebar } from '../../contract/shell.ts';
import type { ReadDb } from '../../store/db.ts';
import type { mailboxRequests } from './contract.ts';
import { cursorAfter, parseCursor } from '../../mail/lists/cursor.ts';
import { subscriptionPage } from './subscription-lens.ts';

type MailboxDeps = {
  clock: Clock;
  zone: string | undefined;
  progress: SyncProgress;
  savedCounts: CachedCounts;
  findMail: SearchMail<Caller>;
};

type List = (typeof mailboxRequests)['list'];
type ListInput = InputOf<List>;

export function mailboxHandlers(deps: MailboxDeps): Handlers<typeof mailboxRequests> {
  return { list: (input, call) => pageByLens[input.lens_kind](deps, input, call) };
}

type PageOf = (deps: MailboxDeps, input: ListInput, call: Call<List>) => ReplyOf<List> | Promise<ReplyOf<List>>;
const pageByLens: Record<ListInput['lens_kind'], PageOf> = {
  inbox: labelLensPage,
  all_mail: labelLensPage,
  label: labelLensPage,
  saved_search: savedSearchLensPage,
  subscription: subscriptionLensPage,
};

function subscriptionLensPage(
  { clock, zone, progress, savedCounts }: MailboxDeps,
  input: ListInput,
  { db, accounts }: Call<List>,
): ReplyOf<List> {
  const writer = rowBuilder({ now: clock.now(), zone });
  const { name, entries, next, counts } = subscriptionPage({ db, accounts: selectAccounts(accounts, input) }, input, {
    writer,
    accounts,
  });
  return {
    ...frameOf({ progress, savedCounts }, { input, db, accounts }, { kind: 'subscription' }),
    mailbox: {
      lensLabel: name,
      view: input.view,
      counts,
      has_more: next !== undefined,
      next_offset: next === undefined || input.cursor !== undefined ? null : input.offset + input.limit,
      next_cursor: next ?? null,
      ...shownRows(writer.groups(entries), input.fields),
    },
  };
}

/** What comes along with a list. */
function frameOf(
  { progress, savedCounts }: Pick<MailboxDeps, 'progress' | 'savedCounts'>,
  { input: { include }, db, accounts }: { input: Pick<ListInput, 'include'> } & Pick<Call<List>, 'db' | 'accounts'>,
  lens: Parameters<typeof sidebarOf>[3],
): Pick<ReplyOf<List>, 'shell' | 'sidebar'> {
  return {
    ...((include?.includes('shell') ?? true) && { shell: shellOf(db, accounts, progress) }),
    ...((include?.includes('sidebar') ?? true) && { sidebar: sidebarOf(db, accounts, savedCounts, lens) }),
  };
}

function labelLensPage(
  { clock, zone, progress, savedCounts }: MailboxDeps,
  input: ListInput,
  { db, accounts }: Call<List>,
): ReplyOf<List> {
  const { name, labels } = lensOf(db, selectAccounts(accounts, input), input);
  const writer = rowBuilder({ now: clock.now(), zone });
  const { entries, next } = pageOf(
    db,
    labels.map(({ id }) => id),
    input,
    { writer, accounts },
  );
  const lens = { kind: input.lens_kind, label_id: input.label_id?.toLowerCase() };
  const frame = frameOf({ progress, savedCounts }, { input, db, accounts }, lens);
  const { sections } =
    frame.sidebar ?? (input.lens_kind === 'label' ? sidebarOf(db, accounts, savedCounts, lens) : noSidebar);
  const active = sections.flatMap(({ items }) => items).find((item) => item.active);
  return {
    ...frame,
    mailbox: {
      lensLabel: input.lens_kind === 'label' ? (active?.label ?? name) : name,
      view: input.view,
      counts: countsOf(labels, input.view),
      has_more: next !== undefined,
      next_offset: next === undefined || input.cursor !== undefined ? null : input.offset + input.limit,
      next_cursor: next ?? null,
      ...shownRows(writer.groups(entries), input.fields),
    },
  };
}

const noSidebar: Sidebar = { sections: [] };

/** The frame is read when the request arrives; a reader worker runs the search. */
async function savedSearchLensPage(
  { progress, savedCounts, findMail }: MailboxDeps,
  { view, limit, offset, cursor, saved_search, account_id, fields, include }: ListInput,
  { db, accounts, caller }: Call<List>,
): Promise<ReplyOf<List>> {
  const search = savedSearchIn(db, accounts, saved_search);
  const searched = selectAccounts(accounts, { account_id });
  const counts = savedCounts(search, searched)?.[view];
  const lens = { kind: 'saved_search' as const, saved_search: search.name };
  const frame = frameOf({ progress, savedCounts }, { input: { include }, db, accounts }, lens);
  const page = { limit, offset, cursor, exact: false, explain: false };
  const found = await findMail({ ...savedSearchRequest(search), ...page, scope: view }, { caller, accounts: searched });
  const { groups, has_more, next_offset, next_cursor } = found;
  const shown = { lensLabel: search.name, view, counts: counts ?? countsOfPage(found) };
  return { ...frame, mailbox: { ...shown, has_more, next_offset, next_cursor, ...shownRows(groups, fields) } };
}

/** The accounts whose mail is listed. */
function selectAccounts(
  accounts: readonly Account[],
  { account_id }: Pick<ListInput, 'account_id'>,
): readonly Account[] {
  if (account_id === undefined) return accounts;
  const found = accounts.filter((account) => account.account_id === account_id.toLowerCase());
  if (found.length > 0) return found;
  throw new Failure('missing', 'not_found', 'There is no such account here, or this caller may not see it.');
}

/** Estimates until all results are counted. */
function countsOfPage({ groups, total }: SearchPage): { unread: number; total: number } {
  return { unread: groups.flatMap(({ rows }) => rows).filter(({ unread }) => unread).length, total };
}

function savedSearchIn(db: ReadDb, accounts: readonly Account[], name: string | undefined): SavedSearch {
  if (!name)
    throw new Failure('invalid', 'saved_search_missing', 'With lens_kind=saved_search, saved_search must say which.');
  const search = searchNamed(db, accounts, name);
  if (search) return search;
  throw new Failure('missing', 'not_found', `There is no saved search named ${name} here.`);
}

function lensOf(
  db: ReadDb,
  accounts: readonly Account[],
  { lens_kind, label_id }: ListInput,
): { name: string; labels: Label[] } {
  if (lens_kind !== 'label') {
    const name = lens_kind === 'inbox' ? 'Inbox' : 'All mail';
    return { name, labels: labelsWithRole(db, accounts, lens_kind === 'inbox' ? 'inbox' : 'all_mail') };
  }
  if (!label_id)
    throw new Failure('invalid', 'label_id_missing', 'With lens_kind=label, label_id must say which label.');
  const labels = labelsForId(db, accounts, label_id.toLowerCase());
  const first = labels[0];
  const role = roleOfId(label_id.toLowerCase());
  // Before the first sync the sidebar shows roles of which no folder is known yet.
  if (!first && role) return { name: roleNames[role], labels };
  if (!first)
    throw new Failure('missing', 'not_found', 'There is no such label here. It may have been removed on the server.');
  return { name: first.name, labels };
}

type RowsOptions = Parameters<typeof threadRows>[2];

function pageOf(db: ReadDb, labels: number[], input: ListInput, options: RowsOptions) {
  const start: PageStart = {
    offset: input.cursor === undefined ? input.offset : 0,
    after: input.cursor === undefined ? undefined : parseCursor(input.cursor),
  };
  if (input.view === 'threads') {
    const { shown, next } = pageIn(threadsIn(db, labels, start, input.limit + 1), input.limit);
    return { entries: threadRows(db, shown, options), next };
  }
  const { shown, next } = pageIn(messagesIn(db, labels, start, input.limit + 1), input.limit);
  return { entries: messageRows(db, shown, options), next };
}

/** The page of a list that was read one row too far, and the cursor of the next one. */
function pageIn<Listed extends ListedMessage>(listed: readonly Listed[], limit: number) {
  const shown = listed.slice(0, limit);
  const last = shown.at(-1);
  return { shown, next: listed.length > limit && last ? cursorAfter(last) : undefined };
}

function messageRows(db: ReadDb, listed: readonly ListedMessage[], { writer, accounts }: RowsOptions): ListEntry[] {
  const ids = listed.map(({ message }) => message);
  const messages = rowMessages(db, ids);
  const labels = labelsOfMessages(db, ids);
  const badges = rowBadgesOf(db, ids, { accounts });
  return listed.flatMap((entry) => {
    const message = messages.get(entry.message);
    if (!message) return [];
    return [{ message, row: writer.messageRow(message, labels.get(message.id), badges.get(message.id)) }];
  });
}

function countsOf(labels: readonly Label[], view: ListInput['view']): { unread: number; total: number } {
  const sum = (of: (label: Label) => number) => labels.reduce((total, label) => total + of(label), 0);
  return view === 'threads'
    ? { unread: sum(({ unread_thread_count }) => unread_thread_count), total: sum(({ thread_count }) => thread_count) }
    : { unread: sum(({ unread_count }) => unread_count), total: sum(({ total_count }) => total_count) };
}
