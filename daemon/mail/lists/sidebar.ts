import type { Sidebar, SidebarItem } from '../../contract/shell.ts';
import type { FolderRole } from '../../providers/provider.ts';
import type { ReadDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import { isSynced } from '../accounts/sync-status.ts';
import { labelsOf, snoozeFolder, type Label } from '../labels/labels.ts';
import { roleId, roleNames, sidebarRoles } from './lists.ts';
import { savedSearches } from '../searches/saved-searches.ts';
import type { CachedCounts } from '../searches/search-counts.ts';
import { snoozeCountsByLabel } from '../later/snoozes.ts';
import { countSubscriptions } from '../subscriptions/subscriptions.ts';

/** What a list shows. `label_id` also accepts the id that stands for one role in all accounts. */
type Lens = {
  kind: 'inbox' | 'all_mail' | 'label' | 'saved_search' | 'subscription';
  label_id?: string | undefined;
  /** The name of a saved search as it is stored. */
  saved_search?: string | undefined;
};

/**
 * The sidebar for a caller's accounts, with the item of `lens` marked active. Saved searches show their cached counts.
 */
export function sidebarOf(db: ReadDb, accounts: readonly Account[], cachedCounts: CachedCounts, lens?: Lens): Sidebar {
  const labels = labelsOf(db, accounts);
  const expectsFolders = accounts.some((account) => isSynced(account) && !hasFolders(account, labels));
  const mailboxes = sidebarRoles.flatMap((role) => roleItem(role, labels, { lens, expectsFolders }) ?? []);
  const system = [...mailboxes, ...(accounts.length > 0 ? [subscriptionsItem(db, accounts, lens)] : [])];
  const snoozedByLabel = snoozeCountsByLabel(db);
  const own = labels.filter(
    (label) =>
      !label.synthetic &&
      label.selectable &&
      !isShownRole(label.role) &&
      !holdsOnlySnoozed(label, snoozedByLabel.get(label.id)),
  );
  const searches = searchItems(db, accounts, cachedCounts, lens);
  return {
    sections: [
      { id: 'system', title: 'Mailboxes', items: system },
      ...(own.length > 0 ? [{ id: 'labels' as const, title: 'Labels', items: labelItems(own, accounts, lens) }] : []),
      ...(searches.length > 0 ? [{ id: 'saved-searches' as const, title: 'Saved searches', items: searches }] : []),
    ],
  };
}

/** Snoozed messages have their own list with their wake times. The folder stays visible if it holds other mail. */
function holdsOnlySnoozed({ name, total_count }: Label, snoozedCount = 0): boolean {
  return name === snoozeFolder && total_count <= snoozedCount;
}

function isShownRole(role: FolderRole | null): boolean {
  return sidebarRoles.some((each) => each === role);
}

/** Whether the first sync of an account has told which folders its server has. */
function hasFolders({ id }: Account, labels: readonly Label[]): boolean {
  return labels.some(({ account, role, synthetic }) => account === id && role !== null && synthetic === 0);
}

/** The item of a role that labels have. Before the first sync of an account has told its folders, all roles are shown. */
function roleItem(
  role: (typeof sidebarRoles)[number],
  labels: readonly Label[],
  { lens, expectsFolders }: { lens: Lens | undefined; expectsFolders: boolean },
): SidebarItem | undefined {
  const synthetic = role === 'all_mail' || role === 'starred' ? 1 : 0;
  const members = labels.filter((label) => label.role === role && label.synthetic === synthetic);
  if (members.length === 0 && !expectsFolders) return undefined;
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

/** Counts senders, because the list shows one message per sender. */
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
  // Names that differ only in case look the same in a list.
  const keyOf = ({ name }: Label) => name.normalize('NFC').toLowerCase();
  const namesakes = Map.groupBy(labels, keyOf);
  const uniqueId = uniqueIdMaker();
  return labels.map((label) => {
    const isShared = (namesakes.get(keyOf(label))?.length ?? 0) > 1;
    const owner = accounts.find(({ id }) => id === label.account);
    return {
      id: uniqueId(slugOf(label.name)),
      label: isShared && owner ? `${label.name} (${owner.name})` : label.name,
      ...countsOf([label]),
      active: lens?.kind === 'label' && lens.label_id === label.label_id,
      lens: { kind: 'label', labelId: label.label_id },
      role: null,
      color: label.color,
    };
  });
}

function searchItems(db: ReadDb, accounts: readonly Account[], cachedCounts: CachedCounts, lens?: Lens): SidebarItem[] {
  const uniqueId = uniqueIdMaker();
  return savedSearches(db, accounts).map((search) => ({
    id: uniqueId(`saved-search-${slugOf(search.name)}`),
    label: search.name,
    ...(cachedCounts(search, accounts)?.threads ?? { unread: 0, total: 0 }),
    active: lens?.kind === 'saved_search' && lens.saved_search === search.name,
    lens: { kind: 'saved_search', savedSearch: search.name },
    role: null,
    color: null,
    icon: search.icon,
  }));
}

/** Gives each item a unique id: a number is appended to an id that is already in use. */
function uniqueIdMaker(): (slug: string) => string {
  const used = new Map<string, number>();
  return (slug) => {
    const count = (used.get(slug) ?? 0) + 1;
    used.set(slug, count);
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
