import type { Capabilities, Provider } from '../provider.ts';
import { readLabels, type ApiMailbox } from './api-mailbox.ts';
import { createGmailApi, type RequestContext } from './api/gmail-api.ts';
import type { GmailConnection } from './api/request.ts';
import { apiChanges } from './changes/changes.ts';
import { colorLabel, editLabel } from './labels/label-edit.ts';
import type { MessageNumbers } from '../message-numbers.ts';
import { createMessageCache } from './messages/message-cache.ts';
import { appendWithApi, applyWithApi } from './messages/operations.ts';
import { describeWithApi, findByMessageId, newArrivalsWithApi, searchWithApi } from './messages/search.ts';
import { apiPart, apiSources } from './messages/sources.ts';
import { watchHistory } from './messages/watch.ts';

export type ApiProviderOptions = {
  connection: GmailConnection;
  numbers: MessageNumbers;
  /** Paths of system folders that differ from Gmail's English ones, by label id. */
  paths?: Readonly<Record<string, string>>;
};

/**
 * A Gmail account through the API alone, for accounts whose IMAP access is turned off. Labels are folders, as over IMAP. A first
 * sync takes long, because a message costs 20 of the 6,000 quota units of a minute. `api/` has the requests, the quota and the
 * errors; `changes/` the changes since a cursor; `labels/` labels as folders; `messages/` reading and changing messages.
 */
export function createApiProvider({ connection, numbers, paths = {} }: ApiProviderOptions): Provider {
  const mailbox: ApiMailbox = {
    api: createGmailApi(connection),
    numbers,
    cache: createMessageCache(),
    paths,
    state: { uidvalidity: undefined, labels: undefined },
  };
  const closing = new AbortController();
  const contextOf = (signal: AbortSignal, priority: RequestContext['priority']): RequestContext => ({
    signal: AbortSignal.any([signal, closing.signal]),
    priority,
  });
  const user = (signal: AbortSignal) => contextOf(signal, 'user');
  const sync = (signal: AbortSignal, onSlowed: (message: string) => void = noop): RequestContext => ({
    ...contextOf(signal, 'sync'),
    onSlowed,
  });
  return {
    capabilities,
    folders: async (signal) => (await readLabels(mailbox, user(signal))).folders,
    changes: (cursors, signal, onStall) => apiChanges(mailbox, cursors, sync(signal, onStall)),
    sources: (requests, signal, onStall) => apiSources(mailbox, requests, sync(signal, onStall)),
    part: (ref, part, signal, start) => apiPart(mailbox, { ref, part, start }, user(signal)),
    apply: (operations, signal) => applyWithApi(mailbox, operations, user(signal)),
    append: (folder, source, flags, signal) => appendWithApi(mailbox, { folder, source, flags }, user(signal)),
    editFolder: (change, signal) => editLabel(mailbox, change, user(signal)),
    colorFolder: (path, color, signal) => colorLabel(mailbox.api, { path, color }, user(signal)),
    search: (query, signal) => searchWithApi(mailbox, query, user(signal)),
    describe: (refs, signal) => describeWithApi(mailbox, refs, user(signal)),
    newArrivals: (folder, after, signal) => newArrivalsWithApi(mailbox, { folder, after }, user(signal)),
    findById: (folder, header_id, signal) => findByMessageId(mailbox, { folder, header_id }, user(signal)),
    watch: (signal) => watchHistory(mailbox, sync(signal)),
    async close() {
      closing.abort();
      await connection.service.close();
    },
  };
}

function noop(): void {}

const capabilities: Capabilities = {
  labels: true,
  server_search: true,
  delta_sync: true,
  push: false,
  batch_operations: true,
  native_thread_ids: true,
  moves_in_steps: false,
  keeps_uids: true,
};
