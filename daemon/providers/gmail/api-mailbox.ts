import type { Arrival, MessageRef } from '../provider.ts';
import type { GmailApi, RequestContext } from './api/gmail-api.ts';
import { flagsOf, foldersOf, isChat, labelFolders, type LabelFolders } from './labels/folders.ts';
import type { MessageNumbers } from '../message-numbers.ts';
import type { MessageCache } from './messages/message-cache.ts';
import { inParallel, maxParallelRequests } from './parallel.ts';
import { apiIdOf, serverIdOf } from './server-ids.ts';

/** What the methods of a provider that uses the API alone work on. */
export type ApiMailbox = {
  api: GmailApi;
  numbers: MessageNumbers;
  cache: MessageCache;
  /** Paths of system folders that differ from Gmail's English ones, by label id. */
  paths: Readonly<Record<string, string>>;
  state: {
    /** The UIDVALIDITY of the last sync pass; undefined before the first. */
    uidvalidity: number | undefined;
    labels: LabelFolders | undefined;
  };
};

/** A message and where it is. Ids are server ids. */
export type MailboxMessage = {
  id: string;
  threadId?: string | undefined;
  labelIds: readonly string[];
  received: Date;
  size: number;
};

/** Reads the labels of the account. */
export async function readLabels({ api, paths, state }: ApiMailbox, context: RequestContext): Promise<LabelFolders> {
  state.labels = labelFolders(await api.labels(context), paths);
  return state.labels;
}

/** The labels as they were read last, which is before nearly every call. */
export async function knownLabels(mailbox: ApiMailbox, context: RequestContext): Promise<LabelFolders> {
  return mailbox.state.labels ?? readLabels(mailbox, context);
}

/**
 * Reads messages whole and keeps them for `sources`. Messages that are gone, and chats, are left out. `since` is a history id
 * from before the call.
 */
export async function readMessages(
  { api, cache }: Pick<ApiMailbox, 'api' | 'cache'>,
  serverIds: readonly string[],
  { since, ...context }: RequestContext & { since: string },
): Promise<Map<string, MailboxMessage>> {
  const found = new Map<string, MailboxMessage>();
  const messages = inParallel(serverIds, maxParallelRequests, (id) => api.rawMessage(apiIdOf(id), context));
  for await (const message of messages) {
    if (!message || isChat(message.labelIds)) continue;
    cache.keep(message, since);
    const { threadId, labelIds, received, bytes } = message;
    const id = serverIdOf(message.id);
    found.set(id, { id, threadId: threadId && serverIdOf(threadId), labelIds, received, size: bytes.length });
  }
  return found;
}

/** The placements of a message in these folders. */
export function arrivalsOf(
  { threadId, labelIds, received, size, id }: MailboxMessage,
  ref: Omit<MessageRef, 'folder'>,
  folders: readonly string[],
): Arrival[] {
  const flags = flagsOf(labelIds);
  return folders.map((folder) => ({
    ...ref,
    folder,
    flags,
    received,
    size,
    provider_id: id,
    ...(threadId !== undefined && { provider_thread_id: threadId }),
  }));
}

/** The placements of a message in all folders that hold it. */
export function allArrivalsOf(
  message: MailboxMessage,
  ref: Omit<MessageRef, 'folder'>,
  labels: LabelFolders,
): Arrival[] {
  return arrivalsOf(message, ref, foldersOf(message.labelIds, labels));
}

/** The API id of the message at a placement; undefined if no message is or was there. */
export function apiIdAt({ numbers, state }: ApiMailbox, { uidvalidity, uid }: MessageRef): string | undefined {
  if (uidvalidity <= 0 || (state.uidvalidity !== undefined && uidvalidity !== state.uidvalidity)) return undefined;
  const id = numbers.serverIdsOf([uid]).get(uid);
  return id === undefined ? undefined : apiIdOf(id);
}
