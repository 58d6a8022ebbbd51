import type { ActivityEntry } from '../../data/queries/activity.ts';

/** Adjacent equal entries, shown as a group. */
export type EntryGroup = { isWriting: boolean; entries: [ActivityEntry, ...ActivityEntry[]] };

/** The number of equal entries that form a group; fewer are shown separately. */
const minGroupSize = 3;

/** Actions that are repeated while the user writes. */
const composeActions = new Set([
  'compose.open',
  'compose.refresh',
  'compose.restore',
  'compose.update',
  'compose.save',
  'compose.attach',
  'compose.upload',
  'compose.safety_check',
  'mail.save_draft',
]);

/** The entries, each by itself or in a group of the same caller, action and outcome. */
export function groupEntries(entries: readonly ActivityEntry[]): EntryGroup[] {
  const groups: EntryGroup[] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last && groupKeyOf(last.entries[0]) === groupKeyOf(entry)) last.entries.push(entry);
    else groups.push({ isWriting: composeActions.has(entry.action), entries: [entry] });
  }
  return groups.flatMap((group) => (group.entries.length < minGroupSize ? ungroupSmall(group) : [group]));
}

function ungroupSmall({ isWriting, entries }: EntryGroup): EntryGroup[] {
  return entries.map((entry) => ({ isWriting, entries: [entry] }));
}

function groupKeyOf({ action, source, token_id, outcome, redacted }: ActivityEntry): string {
  return [composeActions.has(action) ? 'writing' : action, source, token_id, outcome, redacted].join(' ');
}
