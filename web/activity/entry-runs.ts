import type { ActivityEntry } from './queries.ts';

/** Entries that say the same one after the other: they are told as one. */
export type EntryRun = { isWriting: boolean; entries: [ActivityEntry, ...ActivityEntry[]] };

/** So many of the same are told as one; fewer say more by themselves. */
const fewest = 3;

/** What is stored again and again while somebody writes. */
const writing = new Set([
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
export function runsOf(entries: readonly ActivityEntry[]): EntryRun[] {
  const runs: EntryRun[] = [];
  for (const entry of entries) {
    const last = runs.at(-1);
    if (last && sameness(last.entries[0]) === sameness(entry)) last.entries.push(entry);
    else runs.push({ isWriting: writing.has(entry.action), entries: [entry] });
  }
  return runs.flatMap((run) => (run.entries.length < fewest ? apart(run) : [run]));
}

function apart({ isWriting, entries }: EntryRun): EntryRun[] {
  return entries.map((entry) => ({ isWriting, entries: [entry] }));
}

function sameness({ action, source, token_id, outcome, redacted }: ActivityEntry): string {
  return [writing.has(action) ? 'writing' : action, source, token_id, outcome, redacted].join(' ');
}
