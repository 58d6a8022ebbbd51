import type { z } from 'zod';
import { serveWorker, workerInput } from '../base/worker.ts';
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
import type { MatchRequest } from '../mail/rules/match-rules.ts';
import { readTodos } from '../mail/todos/read-todos.ts';
import { openReadOnly } from '../store/db.ts';
import { openReader, type StoreFiles } from '../store/open.ts';
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
const clock = { now: () => new Date(now), wait: () => Promise.resolve() };
type ReaderHandler = (input: unknown, call: Call) => unknown;

const deps: ReaderDeps = {
  clock,
  zone,
  blobs: files.blobs,
  activity,
  logFile,
  settings: () => settings,
  search: async (request, call) => (await handlerOf('search.find'))(request, call as Call) as never,
};
const opened = new Map<string, Promise<object>>();
/** It is loaded with the first scan. */
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
    ({ now, settings } = question);
    const reply = await handler(question.input, { ...question.call, db } as Call);
    const output = requestNamed(question.name)?.output as z.ZodType;
    return JSON.stringify(output.parse(reply));
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
  /** Looks through a part of the mail for deliveries. */
  async readDeliveries(request: DeliveryRequest) {
    deliveries ??= import('../mail/deliveries/read-deliveries.ts').then(({ deliveryReader }) =>
      deliveryReader({ db, blobs: files.blobs, zone }),
    );
    return (await deliveries)(request);
  },
  /** Tests rules on messages. */
  async matchRules(request: MatchRequest) {
    const { matchRules } = await import('../mail/rules/match-rules.ts');
    return matchRules({ db, blobs: files.blobs }, request);
  },
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
