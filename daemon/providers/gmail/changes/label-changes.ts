import type { ChangeBatch } from '../../provider.ts';
import { allArrivalsOf, readMessages, type ApiMailbox } from '../api-mailbox.ts';
import type { RequestContext } from '../api/gmail-api.ts';
import type { LabelFolders } from '../labels/folders.ts';
import { apiIdOf, serverIdOf } from '../server-ids.ts';
import { apiStream, type ApiCursor } from './cursor.ts';
import { createLabelSnapshot } from './label-snapshot.ts';

type LabelPass = { mailbox: ApiMailbox; labels: LabelFolders; cursor: ApiCursor; context: RequestContext };

/** No folder has this UIDVALIDITY: a reset to it removes every placement of a folder. */
const noUidvalidity = 0;

/**
 * Compares the user's labels with those of the cursor. The mail of a renamed label is reported at its new path, and every path
 * that is gone is reset afterwards.
 */
export async function* labelChanges({ mailbox, labels, cursor, context }: LabelPass): AsyncGenerator<ChangeBatch> {
  const gone = Object.entries(cursor.labels).filter(([id, path]) => labels.own.get(id) !== path);
  const renamed = gone.flatMap(([id]) => labels.own.get(id) ?? []);
  for (const path of renamed) yield* mailAtNewPath({ mailbox, labels, cursor, context }, path);
  cursor.labels = Object.fromEntries(labels.own);
  const paths = new Set(labels.own.values());
  for (const [, path] of gone) {
    delete cursor.removed[path];
    // Another label may have this path by now.
    if (!paths.has(path)) yield { ...emptyBatch(cursor), reset: { folder: path, uidvalidity: noUidvalidity } };
  }
  // A change without mail, such as a new label, is stored with the next batch that has any.
}

async function* mailAtNewPath(pass: LabelPass, path: string): AsyncGenerator<ChangeBatch> {
  const { mailbox, labels, cursor, context } = pass;
  const { uidvalidity, history } = cursor;
  const snapshot = createLabelSnapshot({ api: mailbox.api, labels }, context);
  for await (const page of mailbox.api.messageIds({ labelId: labels.idOf(path) ?? '' }, context)) {
    const ids = page.map(serverIdOf);
    const stored = mailbox.numbers.stored(ids);
    const labelsById = await snapshot.labelsOf(ids.filter((id) => stored.has(id)).map(apiIdOf));
    // Mail that is not stored yet is reported by the first sync.
    const unknown = cursor.anchors === null ? ids.filter((id) => !stored.has(id)) : [];
    const read = await readMessages(mailbox, unknown, { ...context, since: history });
    const messages = ids.flatMap((id) => {
      const [facts, labelIds] = [stored.get(id), labelsById.get(apiIdOf(id))];
      return facts && labelIds ? { ...facts, id, labelIds } : (read.get(id) ?? []);
    });
    const uids = mailbox.numbers.assign(
      messages.map(({ id }) => id),
      'older',
    );
    const arrivals = messages
      .flatMap((message) => allArrivalsOf(message, { uidvalidity, uid: uids.get(message.id) ?? 0 }, labels))
      .filter(({ folder }) => folder === path);
    if (arrivals.length > 0) yield { stream: apiStream, arrivals, flags: [], removed: [], backfill: true };
  }
}

function emptyBatch(cursor: ApiCursor): ChangeBatch {
  return { stream: apiStream, cursor: JSON.stringify(cursor), arrivals: [], flags: [], removed: [], backfill: true };
}
