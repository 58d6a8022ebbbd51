import type { ActivityEntry } from '../../data/queries/activity.ts';

/** Entries that say the same one after the other: they are told as one. */
export type EntryGroup = { isWriting: boolean; entries: [ActivityEntry, ...ActivityEntry[]] };

/** So many of the same are told as one; fewer say more by themselves. */
const minGroupSize = 3;

/** What is stored again and again while somebody writes. */
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

/** The entries as they are told: each by itself, or as a run of what the same one did in the same way. */
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
