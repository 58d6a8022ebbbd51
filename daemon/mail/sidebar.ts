import type { Sidebar, SidebarItem } from '../contract/shell.ts';
import type { FolderRole } from '../providers/provider.ts';
import type { ReadDb } from '../store/db.ts';
import type { Account } from './accounts.ts';
import { labelsOf, snoozeFolder, type Label } from './labels.ts';
import { roleId, shownRoles } from './lists.ts';
import { savedSearches } from './saved-searches.ts';
import type { KnownCounts } from './search-counts.ts';
import { snoozesByLabel } from './snoozes.ts';
import { countSubscriptions } from './subscriptions.ts';

/** What a list is opened on. `label_id` also takes the id that stands for one role in all accounts. */
export type Lens = {
  kind: 'inbox' | 'all_mail' | 'label' | 'saved_search' | 'subscription';
  label_id?: string | undefined;
  /** The name of a saved search as it is stored. */
  saved_search?: string | undefined;
};

const roleNames: Record<(typeof shownRoles)[number], string> = {
  inbox: 'Inbox',
  starred: 'Starred',
  sent: 'Sent',
  drafts: 'Drafts',
  archive: 'Archive',
  spam: 'Spam',
  trash: 'Trash',
  all_mail: 'All mail',
};

/** The sidebar of a caller's accounts, the item of `lens` marked active; saved searches with the counts that are known. */
export function sidebarOf(db: ReadDb, accounts: readonly Account[], known: KnownCounts, lens?: Lens): Sidebar {
  const labels = labelsOf(db, accounts);
  const mailboxes = shownRoles.flatMap((role) => roleItem(role, labels, lens) ?? []);
  const system = [...mailboxes, ...(accounts.length > 0 ? [subscriptionsItem(db, accounts, lens)] : [])];
  const away = snoozesByLabel(db);
  const own = labels.filter(
    (label) =>
      !label.synthetic && label.selectable && !isShownRole(label.role) && !holdsOnlySnoozed(label, away.get(label.id)),
  );
  const searches = searchItems(db, accounts, known, lens);
  return {
    sections: [
      { id: 'system', title: 'Mailboxes', items: system },
      ...(own.length > 0 ? [{ id: 'labels' as const, title: 'Labels', items: labelItems(own, accounts, lens) }] : []),
      ...(searches.length > 0 ? [{ id: 'saved-searches' as const, title: 'Saved searches', items: searches }] : []),
    ],
  };
}

/** What is away has a list of its own, with the time of each. Other mail in that folder must stay in sight. */
function holdsOnlySnoozed({ name, total_count }: Label, away = 0): boolean {
  return name === snoozeFolder && total_count <= away;
}

function isShownRole(role: FolderRole | null): boolean {
  return shownRoles.some((each) => each === role);
}

function roleItem(role: (typeof shownRoles)[number], labels: readonly Label[], lens?: Lens): SidebarItem | undefined {
  const synthetic = role === 'all_mail' || role === 'starred' ? 1 : 0;
  const members = labels.filter((label) => label.role === role && label.synthetic === synthetic);
  if (members.length === 0) return undefined;
  const id = roleId(role);
  const kind = role === 'inbox' ? 'inbox' : role === 'all_mail' ? 'all_mail' : 'label';
  return {
    id: role === 'all_mail' ? 'all-mail' : slugOf(roleNames[role]),
    label: roleNames[role],
    ...countsOf(members),
    active: lens?.kind === kind && (kind !== 'label' || lens.label_id === id),
    lens: { kind, labelId: kind === 'label' ? id : null },
    role,
    color: null,
  };
}

/** Counts senders, for it lists one message of each. */
function subscriptionsItem(db: ReadDb, accounts: readonly Account[], lens?: Lens): SidebarItem {
  return {
    id: 'subscriptions',
    label: 'Subscriptions',
    unread: 0,
    total: countSubscriptions(db, accounts),
    active: lens?.kind === 'subscription',
    lens: { kind: 'subscription' },
    role: null,
    color: null,
  };
}

function labelItems(labels: readonly Label[], accounts: readonly Account[], lens?: Lens): SidebarItem[] {
  const namesakes = Map.groupBy(labels, ({ name }) => name);
  const freeId = idGiver();
  return labels.map((label) => {
    const isShared = (namesakes.get(label.name)?.length ?? 0) > 1;
    const owner = accounts.find(({ id }) => id === label.account);
    return {
      id: freeId(slugOf(label.name)),
      label: isShared && owner ? `${label.name} (${owner.name})` : label.name,
      ...countsOf([label]),
      active: lens?.kind === 'label' && lens.label_id === label.label_id,
      lens: { kind: 'label', labelId: label.label_id },
      role: null,
      color: label.color,
    };
  });
}

function searchItems(db: ReadDb, accounts: readonly Account[], known: KnownCounts, lens?: Lens): SidebarItem[] {
  const freeId = idGiver();
  return savedSearches(db, accounts).map((search) => ({
    id: freeId(`saved-search-${slugOf(search.name)}`),
    label: search.name,
    ...(known(search, accounts)?.threads ?? { unread: 0, total: 0 }),
    active: lens?.kind === 'saved_search' && lens.saved_search === search.name,
    lens: { kind: 'saved_search', savedSearch: search.name },
    role: null,
    color: null,
    icon: search.icon,
  }));
}

/** Gives each its id, numbered where another has it. */
function idGiver(): (slug: string) => string {
  const given = new Map<string, number>();
  return (slug) => {
    const count = (given.get(slug) ?? 0) + 1;
    given.set(slug, count);
    return count === 1 ? slug : `${slug}-${count}`;
  };
}

function countsOf(labels: readonly Label[]): { unread: number; total: number } {
  return {
    unread: labels.reduce((sum, { unread_thread_count }) => sum + unread_thread_count, 0),
    total: labels.reduce((sum, { thread_count }) => sum + thread_count, 0),
  };
}

function slugOf(name: string): string {
  return (
    name
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '') || 'label'
  );
}
