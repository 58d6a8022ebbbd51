import { Readable } from 'node:stream';
import { missingRangesOf, withoutMissingRanges } from '../../message-structure/missing-ranges.ts';
import { partBody } from '../../message-structure/part-body.ts';
import { ProviderError, type MessageRef, type MessageSource, type SourceRequest } from '../../provider.ts';
import { apiIdAt, knownLabels, type ApiMailbox } from '../api-mailbox.ts';
import type { RawMessage, RequestContext } from '../api/gmail-api.ts';
import { foldersOf } from '../labels/folders.ts';
import { inParallel, maxParallelRequests } from '../parallel.ts';

/** The messages at these placements; large attachments are read and left out, because the API returns a message whole. */
export async function* apiSources(
  mailbox: ApiMailbox,
  requests: readonly SourceRequest[],
  context: RequestContext,
): AsyncGenerator<MessageSource> {
  const labels = await knownLabels(mailbox, context);
  await refreshCache(mailbox, context);
  const sources = inParallel(requests, maxParallelRequests, async ({ folder, uidvalidity, uid }) => {
    const ref = { folder, uidvalidity, uid };
    const id = apiIdAt(mailbox, ref);
    const message = id === undefined ? undefined : await readMessage(mailbox, id, context);
    if (!message || !foldersOf(message.labelIds, labels).includes(folder))
      return { ...ref, error: 'The message is no longer in this folder.', isGone: true };
    const { bytes } = message;
    const missingRanges = missingRangesOf(bytes);
    if (missingRanges.length === 0) return { ...ref, bytes };
    return { ...ref, bytes: withoutMissingRanges(bytes, missingRanges), missingRanges };
  });
  yield* sources;
}

/** The encoded body of a part, from byte `start`. Throws ProviderError `refused` if there is none. */
export async function apiPart(
  mailbox: ApiMailbox,
  { ref, part, start = 0 }: { ref: MessageRef; part: string; start?: number | undefined },
  context: RequestContext,
): Promise<Readable> {
  const id = apiIdAt(mailbox, ref);
  const message = id === undefined ? undefined : await mailbox.api.rawMessage(id, context);
  if (!message) throw new ProviderError('refused', 'The message is no longer on the server.');
  const body = partBody(message.bytes, part);
  if (!body) throw new ProviderError('refused', `The message has no part ${part}.`);
  return Readable.from([body.subarray(start)], { objectMode: false });
}

async function readMessage(
  { api, cache }: ApiMailbox,
  id: string,
  context: RequestContext,
): Promise<RawMessage | undefined> {
  return cache.take(id) ?? (await api.rawMessage(id, context));
}

/** Forgets messages that changed since they were read. */
async function refreshCache({ api, cache }: ApiMailbox, context: RequestContext): Promise<void> {
  const since = cache.since();
  if (since === undefined) return;
  const history = await api.history(since, context);
  if (!history) return cache.clear();
  const changed = history.records.flatMap(({ messagesAdded, messagesDeleted, labelsAdded, labelsRemoved }) =>
    [...messagesDeleted, ...labelsAdded, ...labelsRemoved, ...messagesAdded].map(({ message }) => message.id),
  );
  cache.confirm(changed, history.historyId);
}
