import type { z } from 'zod';
import { serveWorker, workerInput } from '../base/worker.ts';
import { findVerdicts } from '../mail/authentication/verdicts.ts';
import type { Suspicion, SuspicionRequest } from '../mail/authentication/suspicious-messages.ts';
import { readKinds } from '../mail/classification/recompute.ts';
import { exportChunk, type ExportChunkRequest } from '../mail/export/export-chunk.ts';
import { selectAccountMessages, selectMailbox } from '../mail/export/mailbox.ts';
import { selectMessages, type ExportSelection } from '../mail/export/selection.ts';
import { countMatches, type CountedQuery } from '../mail/searches/search-counts.ts';
import { requestNamed } from '../contract.ts';
import type { Call } from '../handler-types.ts';
import type { DeliveryReadings, DeliveryRequest } from '../mail/deliveries/read-deliveries.ts';
import { imagesOf } from '../mail/images/images.ts';
import { readInvites } from '../mail/invites/read-invites.ts';
import { selectPeopleMail, type PeopleMail } from '../mail/relationships/select-messages.ts';
import { vectorCounts } from '../mail/semantic/vector-store.ts';
import { readTodos } from '../mail/todos/read-todos.ts';
import { openReadOnly } from '../store/db.ts';
import { openReader, type StoreFiles } from '../store/open.ts';
import { inPages } from '../paging.ts';
import type { AnyFeature, ReaderDeps } from '../feature.ts';
import { features } from '../features.ts';
import type { ReaderCalls, ReaderRequest, ReaderSettings } from '../reader-calls.ts';

const { files, zone, logFile } = workerInput<{ files: StoreFiles; zone: string | undefined; logFile?: string }>();
const db = openReader(files);
const activity = openReadOnly(files.activity);

let now = 0;
let settings: ReaderSettings = {
  default_mode: 'lexical',
  default_sort: 'date_desc',
  max_results: 200,
  forwarders: [],
  isScreening: false,
};
let dense: ReaderRequest['dense'];
const clock = { now: () => new Date(now), wait: () => Promise.resolve() };
type ReaderHandler = (input: unknown, call: Call) => unknown;

const deps: ReaderDeps = {
  clock,
  zone,
  blobs: files.blobs,
  activity,
  logFile,
  settings: () => settings,
  dense: () => dense,
  search: async (request, call) => (await handlerOf('search.find'))(request, call as Call) as never,
};
const opened = new Map<string, Promise<object>>();
/** They are loaded with the first scan. */
let suspicions: Promise<(request: SuspicionRequest) => Suspicion[]> | undefined;
let deliveries: Promise<(request: DeliveryRequest) => DeliveryReadings> | undefined;

/** The handler of a request; its feature is loaded with the first request. */
async function handlerOf(name: string): Promise<ReaderHandler> {
  const [feature = '', row = ''] = name.split('.');
  const readers = opened.get(feature) ?? (features as Record<string, AnyFeature>)[feature]?.readers?.(deps);
  if (readers) opened.set(feature, readers);
  const handler = ((await readers) as Record<string, ReaderHandler> | undefined)?.[row];
  if (!handler) throw new Error(`the request ${name} has no reader`);
  return handler;
}

const calls: ReaderCalls = {
  /** The answer as JSON. */
  async run(question: ReaderRequest): Promise<string> {
    const handler = await handlerOf(question.name);
    ({ now, settings, dense } = question);
    const row = requestNamed(question.name);
    if (!row) throw new Error(`there is no request ${question.name}`);
    const run = (input: unknown) => handler(input, { ...question.call, db } as Call);
    const reply = await inPages(row, question.input as Record<string, unknown>, run);
    return JSON.stringify((row.output as z.ZodType).parse(reply));
  },
  /** The images of a message, by its public id. */
  images: (message_id: string) => imagesOf(db, files.blobs, message_id),
  /** The events in the calendars of messages (internal ids). */
  readInvites: (messages: readonly number[]) => readInvites(db, files.blobs, messages, zone),
  /** What messages (internal ids) are, according to their sources. */
  readKinds: (messages: readonly number[]) => readKinds({ db, blobs: files.blobs }, messages),
  /** The to-dos in messages (internal ids). */
  readTodos: ({ messages, now: at }: { messages: readonly number[]; now: number }) =>
    readTodos({ db, blobs: files.blobs, now: new Date(at), zone }, messages),
  /** The verdicts on the senders of messages (internal ids). */
  findVerdicts: ({ messages, forwarders }: { messages: readonly number[]; forwarders: readonly string[] }) =>
    findVerdicts(db, { blobs: files.blobs, forwarders }, messages),
  /** The messages between people (internal ids). */
  selectPeopleMail: (request: PeopleMail) => selectPeopleMail(db, request),
  /** Assesses the senders of messages (internal ids). */
  async readSuspicions(request: SuspicionRequest) {
    suspicions ??= import('../mail/authentication/suspicious-messages.ts').then(({ suspicionReader }) =>
      suspicionReader({ db, blobs: files.blobs }),
    );
    return (await suspicions)(request);
  },
  /** The sentences of messages (internal ids) in which people may promise something. */
  async commitmentCandidates(messages: readonly number[]) {
    const { commitmentCandidates } = await import('../mail/commitments/candidates.ts');
    return commitmentCandidates({ db, blobs: files.blobs, zone }, messages);
  },
  /** Messages (internal ids) as a language model reads them. */
  async readableMessages(messages: readonly number[]) {
    const { readableMessages } = await import('../mail/assist/readable-messages.ts');
    return readableMessages({ db, blobs: files.blobs }, messages);
  },
  /** Looks through a part of the mail for deliveries. */
  async readDeliveries(request: DeliveryRequest) {
    deliveries ??= import('../mail/deliveries/read-deliveries.ts').then(({ deliveryReader }) =>
      deliveryReader({ db, blobs: files.blobs, zone }),
    );
    return (await deliveries)(request);
  },
  vectorCounts: (of: { model: string; generation: number }) => vectorCounts(db, of),
  /** The number of stored messages that match a query. */
  countMatches: ({ counted, now: at }: { counted: CountedQuery; now: number }) =>
    countMatches(db, counted, { now: new Date(at), zone }),
  /** The messages to export, by internal id. */
  selectMessages: ({
    selection,
    accounts,
    now: at,
  }: {
    selection: ExportSelection;
    accounts: readonly { id: number }[];
    now: number;
  }) => selectMessages(db, selection, { accounts, now: new Date(at), zone }),
  selectMailbox: ({ account, isByFolder }: { account: number; isByFolder: boolean }) =>
    isByFolder ? selectMailbox(db, account) : selectAccountMessages(db, account),
  exportChunk: ({ stretch, cache, now: at }: { stretch: ExportChunkRequest; cache: string; now: number }) =>
    exportChunk({ db, blobs: files.blobs, cache, now: new Date(at), zone }, stretch),
};

serveWorker(calls, {
  close() {
    db.close();
    activity.close();
  },
});
