import { z } from 'zod';
import { ProviderError } from '../../provider.ts';
import { sendRequest, MissingResource, type ApiRequest, type GmailConnection, type RequestContext } from './request.ts';

export type { RequestContext };

/** Prices of methods in quota units (Gmail API, "Usage limits", for projects since May 2026). */
export const unitPrices = {
  'messages.get': 20,
  'messages.list': 5,
  'messages.modify': 5,
  'messages.batchModify': 50,
  'messages.insert': 25,
  'messages.delete': 10,
  'messages.send': 100,
  'drafts.create': 10,
  'history.list': 2,
  'labels.list': 1,
  'labels.get': 1,
  'labels.edit': 5,
  getProfile: 1,
} as const;

const label = z.object({
  id: z.string().min(1),
  name: z.string(),
  type: z.string().optional(),
  color: z.object({ backgroundColor: z.string().optional() }).optional(),
  messageListVisibility: z.string().optional(),
  labelListVisibility: z.string().optional(),
  messagesTotal: z.number().optional(),
});
export type GmailLabel = z.infer<typeof label>;

const messageRef = z.object({ id: z.string().min(1), threadId: z.string().optional() });
const labelledMessage = messageRef.extend({ labelIds: z.array(z.string()).default([]) });
const rawMessage = labelledMessage.extend({ internalDate: z.string(), raw: z.string() });
type LabelledMessage = z.infer<typeof labelledMessage>;
/** `bytes` are those of the message as Gmail has them. */
export type RawMessage = LabelledMessage & { received: Date; bytes: Buffer };

const change = z.object({ message: labelledMessage });
const labelChange = change.extend({ labelIds: z.array(z.string()).default([]) });
const historyRecord = z.object({
  id: z.string(),
  messagesAdded: z.array(change).default([]),
  messagesDeleted: z.array(change).default([]),
  labelsAdded: z.array(labelChange).default([]),
  labelsRemoved: z.array(labelChange).default([]),
});
export type HistoryRecord = z.infer<typeof historyRecord>;

const historyPage = z.object({
  history: z.array(historyRecord).default([]),
  historyId: z.string(),
  nextPageToken: z.string().optional(),
});
const messagePage = z.object({
  messages: z.array(messageRef).default([]),
  nextPageToken: z.string().optional(),
});
const labelList = z.object({ labels: z.array(label).default([]) });
const profile = z.object({ emailAddress: z.string(), historyId: z.string(), messagesTotal: z.number().optional() });
const createdDraft = z.object({ id: z.string(), message: messageRef });

/** Messages of one page of a list: the largest that the API gives. */
const pageSize = 500;

/** Messages of one `batchModify`. */
export const maxBatchIds = 1_000;

export type MessageFilter = { labelId?: string; query?: string; isWithSpamAndTrash?: boolean };
export type LabelEdit = { addLabelIds: readonly string[]; removeLabelIds: readonly string[] };

export type GmailApi = ReturnType<typeof createGmailApi>;

const root = '/gmail/v1/users/me';
const uploadRoot = '/upload/gmail/v1/users/me';

/** The methods of the Gmail API v1 that are used, for the user whose tokens `connection` has. Ids are those of the API. */
export function createGmailApi(connection: GmailConnection) {
  const ask = async <T>(schema: z.ZodType<T>, request: ApiRequest, context: RequestContext): Promise<T> => {
    const { body } = await sendRequest(connection, request, context);
    return parsed(schema, body);
  };
  const submit = async (request: ApiRequest, context: RequestContext): Promise<void> =>
    void (await sendRequest(connection, request, context));
  const get = (path: string, units: number): ApiRequest => ({ method: 'GET', path: `${root}${path}`, units });
  const json = (method: 'POST' | 'PATCH' | 'PUT', path: string, units: number, content: object): ApiRequest => ({
    method,
    path: `${root}${path}`,
    units,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(content),
  });
  const upload = (path: string, units: number, source: Uint8Array): ApiRequest => ({
    method: 'POST',
    path: `${uploadRoot}${path}`,
    units,
    headers: { 'content-type': 'message/rfc822' },
    body: source,
  });
  const remove = (path: string, units: number): ApiRequest => ({
    method: 'DELETE',
    path: `${root}${path}`,
    units,
    isRepeatable: true,
  });

  return {
    connection,
    ...labelMethods({ ask, submit, get, json, remove }),
    ...messageMethods({ ask, submit, get, json, upload, remove }),

    profile: (context: RequestContext) => ask(profile, get('/profile', unitPrices.getProfile), context),

    /** The changes since a history id, oldest first; undefined if Gmail does not keep them any more. */
    async history(
      start: string,
      context: RequestContext,
    ): Promise<{ records: HistoryRecord[]; historyId: string } | undefined> {
      const records: HistoryRecord[] = [];
      let token: string | undefined;
      // Changes while the pages are read may be missing from them, so the next call begins where the first page was read.
      let historyId: string | undefined;
      try {
        for (;;) {
          const query = new URLSearchParams({ startHistoryId: start, maxResults: String(pageSize) });
          if (token !== undefined) query.set('pageToken', token);
          const page = await ask(historyPage, get(`/history?${query.toString()}`, unitPrices['history.list']), context);
          records.push(...page.history);
          token = page.nextPageToken;
          historyId ??= page.historyId;
          if (token === undefined) return { records, historyId };
        }
      } catch (thrown) {
        if (thrown instanceof MissingResource) return undefined;
        throw thrown;
      }
    },
  };
}

type Calls = {
  ask: <T>(schema: z.ZodType<T>, request: ApiRequest, context: RequestContext) => Promise<T>;
  submit: (request: ApiRequest, context: RequestContext) => Promise<void>;
  get: (path: string, units: number) => ApiRequest;
  json: (method: 'POST' | 'PATCH' | 'PUT', path: string, units: number, content: object) => ApiRequest;
  upload: (path: string, units: number, source: Uint8Array) => ApiRequest;
  remove: (path: string, units: number) => ApiRequest;
};

function labelMethods({ ask, submit, get, json, remove }: Omit<Calls, 'upload'>) {
  const at = (id: string) => `/labels/${encodeURIComponent(id)}`;
  return {
    labels: async (context: RequestContext): Promise<GmailLabel[]> =>
      (await ask(labelList, get('/labels', unitPrices['labels.list']), context)).labels,
    /** With the number of its messages. */
    label: (id: string, context: RequestContext) => ask(label, get(at(id), unitPrices['labels.get']), context),
    createLabel: (name: string, context: RequestContext) =>
      ask(label, json('POST', '/labels', unitPrices['labels.edit'], { name }), context),
    renameLabel: (id: string, name: string, context: RequestContext) =>
      submit({ ...json('PATCH', at(id), unitPrices['labels.edit'], { name }), isRepeatable: true }, context),
    colorLabel: (id: string, color: { backgroundColor: string; textColor: string }, context: RequestContext) =>
      submit({ ...json('PATCH', at(id), unitPrices['labels.edit'], { color }), isRepeatable: true }, context),
    /** Only an update, which replaces the whole label, takes the color away. */
    removeLabelColor: (
      { id, name, messageListVisibility, labelListVisibility }: GmailLabel,
      context: RequestContext,
    ) => {
      const content = { id, name, messageListVisibility, labelListVisibility };
      return submit({ ...json('PUT', at(id), unitPrices['labels.edit'], content), isRepeatable: true }, context);
    },
    deleteLabel: (id: string, context: RequestContext) => submit(remove(at(id), unitPrices['labels.edit']), context),
  };
}

function messageMethods({ ask, submit, get, json, upload, remove }: Calls) {
  const at = (id: string) => `/messages/${encodeURIComponent(id)}`;
  return {
    /** The ids of messages in pages, the newest first. Chats are not listed with mail. */
    async *messageIds(
      { labelId, query, isWithSpamAndTrash = true }: MessageFilter,
      context: RequestContext,
      maxPerPage = pageSize,
    ): AsyncGenerator<string[]> {
      let token: string | undefined;
      do {
        const search = new URLSearchParams({ maxResults: String(maxPerPage) });
        if (labelId !== undefined) search.set('labelIds', labelId);
        if (query !== undefined) search.set('q', query);
        if (isWithSpamAndTrash) search.set('includeSpamTrash', 'true');
        if (token !== undefined) search.set('pageToken', token);
        const page = await ask(
          messagePage,
          get(`/messages?${search.toString()}`, unitPrices['messages.list']),
          context,
        );
        yield page.messages.map(({ id }) => id);
        token = page.nextPageToken;
      } while (token !== undefined);
    },
    /** Undefined if the message is gone. */
    rawMessage: (id: string, context: RequestContext): Promise<RawMessage | undefined> =>
      unlessMissing(async () => {
        const request = get(`${at(id)}?format=raw`, unitPrices['messages.get']);
        const { raw, internalDate, ...rest } = await ask(rawMessage, request, context);
        return { ...rest, received: new Date(Number(internalDate)), bytes: Buffer.from(raw, 'base64url') };
      }),
    /** The labels of a message; undefined if it is gone. */
    labelsOfMessage: (id: string, context: RequestContext): Promise<LabelledMessage | undefined> =>
      unlessMissing(() => ask(labelledMessage, get(`${at(id)}?format=minimal`, unitPrices['messages.get']), context)),
    modifyMessage: (id: string, edit: LabelEdit, context: RequestContext) =>
      submit({ ...json('POST', `${at(id)}/modify`, unitPrices['messages.modify'], edit), isRepeatable: true }, context),
    modifyMessages: (ids: readonly string[], edit: LabelEdit, context: RequestContext) =>
      submit(
        {
          ...json('POST', '/messages/batchModify', unitPrices['messages.batchModify'], { ids, ...edit }),
          isRepeatable: true,
        },
        context,
      ),
    deleteMessage: (id: string, context: RequestContext) =>
      submit(remove(at(id), unitPrices['messages.delete']), context),
    /** Stores a message with labels, without sending it. It counts as received at the time of its Date field. */
    insertMessage: (source: Uint8Array, labelIds: readonly string[], context: RequestContext) =>
      ask(
        messageRef,
        json('POST', '/messages?internalDateSource=dateHeader', unitPrices['messages.insert'], {
          raw: Buffer.from(source).toString('base64url'),
          labelIds,
        }),
        context,
      ),
    createDraft: async (source: Uint8Array, context: RequestContext) =>
      (await ask(createdDraft, upload('/drafts?uploadType=media', unitPrices['drafts.create'], source), context))
        .message,
  };
}

async function unlessMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof MissingResource) return undefined;
    throw thrown;
  }
}

function parsed<T>(schema: z.ZodType<T>, body: Buffer): T {
  try {
    return schema.parse(JSON.parse(body.toString()));
  } catch (cause) {
    throw new ProviderError('protocol', 'Gmail answered in a way Posthorn doesn’t understand.', { cause });
  }
}
