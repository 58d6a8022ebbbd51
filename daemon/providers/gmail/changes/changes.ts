import type { ChangeBatch, Cursors } from '../../provider.ts';
import { readLabels, type ApiMailbox } from '../api-mailbox.ts';
import type { RequestContext } from '../api/gmail-api.ts';
import type { LabelFolders } from '../labels/folders.ts';
import { apiStream, readApiCursor, type ApiCursor } from './cursor.ts';
import { firstSync } from './first-sync.ts';
import { messageChanges } from './history.ts';
import { labelChanges } from './label-changes.ts';
import { recentChanges } from './recent-changes.ts';

/**
 * The changes of an account that is read through the API alone: first what happened since the cursor, then the rest of a first
 * sync, and at last the placements that messages left.
 *
 * Gmail keeps history for about a week. If it no longer has the changes since the cursor, all mail is reported again under a new
 * UIDVALIDITY and the placements of the old one are removed. That costs lists of ids; no message is read that is stored.
 */
export async function* apiChanges(
  mailbox: ApiMailbox,
  cursors: Cursors,
  context: RequestContext,
): AsyncGenerator<ChangeBatch> {
  const known = readApiCursor(cursors[apiStream]);
  const labels = await readLabels(mailbox, context);
  const history = known && (await mailbox.api.history(known.history, context));
  const cursor = known && history ? known : await newCursor(mailbox, { labels, expired: known }, context);
  mailbox.state.uidvalidity = cursor.uidvalidity;
  // New labels come with their first mail, renamed ones are compared below.
  for (const [id, path] of labels.own) cursor.labels[id] ??= path;
  if (history) {
    const changes = messageChanges(history.records);
    yield* recentChanges({ mailbox, labels, cursor, context }, { changes, historyId: history.historyId });
    yield* labelChanges({ mailbox, labels, cursor, context });
  }
  if (cursor.anchors !== null) yield* firstSync({ mailbox, labels, cursor, context });
  yield* renumbered(cursor);
  yield* removals(cursor);
}

async function newCursor(
  { api }: ApiMailbox,
  { labels, expired }: { labels: LabelFolders; expired: ApiCursor | undefined },
  context: RequestContext,
): Promise<ApiCursor> {
  const { historyId } = await api.profile(context);
  const paths = [...labels.folders.map(({ path }) => path), ...Object.values(expired?.labels ?? {})];
  return {
    uidvalidity: (expired?.uidvalidity ?? 0) + 1,
    history: historyId,
    anchors: [],
    reported: 0,
    labels: Object.fromEntries(labels.own),
    removed: {},
    renumbered: expired ? [...new Set([...expired.renumbered, ...paths])] : [],
  };
}

/** Removes the placements of an earlier UIDVALIDITY, when all mail is reported under the new one. */
function* renumbered(cursor: ApiCursor): Generator<ChangeBatch> {
  const { uidvalidity } = cursor;
  for (let folder = cursor.renumbered.pop(); folder !== undefined; folder = cursor.renumbered.pop())
    yield { ...emptyBatch, cursor: JSON.stringify(cursor), reset: { folder, uidvalidity } };
}

function* removals(cursor: ApiCursor): Generator<ChangeBatch> {
  const { uidvalidity } = cursor;
  const removed = Object.entries(cursor.removed).flatMap(([folder, uids]) =>
    uids.map((uid) => ({ folder, uidvalidity, uid })),
  );
  if (removed.length === 0) return;
  cursor.removed = {};
  yield { ...emptyBatch, removed, cursor: JSON.stringify(cursor) };
}

const emptyBatch: ChangeBatch = { stream: apiStream, arrivals: [], flags: [], removed: [], backfill: true };
