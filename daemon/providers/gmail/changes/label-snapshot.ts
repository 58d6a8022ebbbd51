import type { GmailApi, RequestContext } from '../api/gmail-api.ts';
import { systemLabelIds, type LabelFolders } from '../labels/folders.ts';
import { inParallel, maxParallelRequests } from '../parallel.ts';

/** Up to this many messages are asked for one by one, which costs less than listing every label. */
const maxSingleMessages = 25;

/** The labels of messages, by API id. */
export type LabelSnapshot = {
  /** Messages that are gone are left out. */
  labelsOf(ids: readonly string[]): Promise<Map<string, readonly string[]>>;
};

/**
 * The labels of messages that need not be read. For many of them, the messages of every label are listed once, 500 in a request of
 * 5 units. Changes while that runs are in the history that is read next.
 */
export function createLabelSnapshot(
  { api, labels }: { api: GmailApi; labels: LabelFolders },
  context: RequestContext,
): LabelSnapshot {
  let listed: Promise<Map<string, string[]>> | undefined;
  return {
    async labelsOf(ids) {
      if (listed === undefined && ids.length <= maxSingleMessages) return labelsOfEach(api, ids, context);
      const labelsById = await (listed ??= listLabels(api, [...systemLabelIds, ...labels.own.keys()], context));
      return new Map(ids.map((id) => [id, labelsById.get(id) ?? []]));
    },
  };
}

async function labelsOfEach(
  api: GmailApi,
  ids: readonly string[],
  context: RequestContext,
): Promise<Map<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  const messages = inParallel(ids, maxParallelRequests, (id) => api.labelsOfMessage(id, context));
  for await (const message of messages) if (message) found.set(message.id, message.labelIds);
  return found;
}

async function listLabels(
  api: GmailApi,
  labelIds: readonly string[],
  context: RequestContext,
): Promise<Map<string, string[]>> {
  const labelsById = new Map<string, string[]>();
  const lists = inParallel(labelIds, maxParallelRequests, async (labelId) => {
    const ids: string[] = [];
    for await (const page of api.messageIds({ labelId }, context)) ids.push(...page);
    return { labelId, ids };
  });
  for await (const { labelId, ids } of lists)
    for (const id of ids) {
      const known = labelsById.get(id);
      if (known) known.push(labelId);
      else labelsById.set(id, [labelId]);
    }
  return labelsById;
}
