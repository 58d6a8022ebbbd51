import type { z } from 'zod';
import { serveWorker, workerInput } from '../base/worker.ts';
import { exportChunk, type ExportChunkRequest } from '../mail/export/export-chunk.ts';
import { selectMessages, type ExportSelection } from '../mail/export/selection.ts';
import { countMatches, type CountedQuery } from '../mail/searches/search-counts.ts';
import type { SearchSettings } from '../features/search/handlers.ts';
import { requestsByName } from '../contract.ts';
import type { Call } from '../handler-types.ts';
import { imagesOf } from '../mail/images/images.ts';
import { readInvites } from '../mail/invites/read-invites.ts';
import { openReadOnly } from '../store/db.ts';
import { openReader, type StoreFiles } from '../store/open.ts';
import { createReaderHandlers } from '../reader-handlers.ts';

export type ReaderRequest = {
  name: string;
  input: unknown;
  call: Pick<Call, 'caller' | 'accounts'>;
  /** The daemon's time, which a test may have changed. */
  now: number;
  settings: SearchSettings;
};

const { files, zone, logFile } = workerInput<{ files: StoreFiles; zone: string | undefined; logFile?: string }>();
const db = openReader(files);
const activity = openReadOnly(files.activity);

let now = 0;
let settings: SearchSettings = { default_mode: 'lexical', default_sort: 'date_desc', max_results: 200 };
const clock = { now: () => new Date(now), wait: () => Promise.resolve() };
const table = createReaderHandlers({
  clock,
  zone,
  blobs: files.blobs,
  activity,
  logFile,
  settings: () => settings,
}) as Record<string, Record<string, unknown>>;

const requests = requestsByName();

const calls = {
  /** The reply as JSON. */
  async run(question: ReaderRequest): Promise<string> {
    const [feature = '', row = ''] = question.name.split('.');
    const handler = table[feature]?.[row] as ((input: unknown, call: Call) => unknown) | undefined;
    if (!handler) throw new Error(`the request ${question.name} has no reader`);
    ({ now, settings } = question);
    const reply = await handler(question.input, { ...question.call, db } as Call);
    const output = requests.get(question.name)?.output as z.ZodType;
    return JSON.stringify(output.parse(reply));
  },
  /** The images of a message, by its public id. */
  images: (message_id: string) => imagesOf(db, files.blobs, message_id),
  /** The events in the calendars of messages (internal ids). */
  readInvites: (messages: readonly number[]) => readInvites(db, files.blobs, messages, zone),
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
  exportChunk: ({ stretch, cache, now: at }: { stretch: ExportChunkRequest; cache: string; now: number }) =>
    exportChunk({ db, blobs: files.blobs, cache, now: new Date(at), zone }, stretch),
};

export type ReaderCalls = typeof calls;

serveWorker(calls, {
  close() {
    db.close();
    activity.close();
  },
});
