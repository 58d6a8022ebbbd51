import type { z } from 'zod';
import { serveWorker, workerInput } from '../base/worker.ts';
import { exportPiece, type ExportStretch } from '../mail/export/piece.ts';
import { exportSelection, type ExportWish } from '../mail/export/selection.ts';
import { countFinds, type CountedQuery } from '../mail/search-counts.ts';
import type { SearchSettings } from '../features/search/handlers.ts';
import { requestsByName } from '../contract.ts';
import type { Call } from '../handling.ts';
import { imagesOf } from '../mail/images.ts';
import { readInvites } from '../mail/invite-reading.ts';
import { openReadOnly } from '../store/db.ts';
import { openReader, type StoreFiles } from '../store/open.ts';
import { readers } from '../readers.ts';

export type ReaderQuestion = {
  name: string;
  input: unknown;
  call: Pick<Call, 'caller' | 'accounts'>;
  /** The daemon's time, which a test may have moved. */
  now: number;
  settings: SearchSettings;
};

const { files, zone, logFile } = workerInput<{ files: StoreFiles; zone: string | undefined; logFile?: string }>();
const db = openReader(files);
const activity = openReadOnly(files.activity);

let now = 0;
let settings: SearchSettings = { default_mode: 'lexical', default_sort: 'date_desc', max_results: 200 };
const clock = { now: () => new Date(now), wait: () => Promise.resolve() };
const table = readers({ clock, zone, blobs: files.blobs, activity, logFile, settings: () => settings }) as Record<
  string,
  Record<string, unknown>
>;

const requests = requestsByName();

const calls = {
  /** The answer as JSON. */
  async run(question: ReaderQuestion): Promise<string> {
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
  /** What the calendars in messages (internal ids) tell of. */
  readInvites: (messages: readonly number[]) => readInvites(db, files.blobs, messages, zone),
  /** How much a query finds, of all that is stored. */
  countFinds: ({ counted, now: at }: { counted: CountedQuery; now: number }) =>
    countFinds(db, counted, { now: new Date(at), zone }),
  /** The messages to export, by internal id. */
  exportSelection: ({
    wish,
    accounts,
    now: at,
  }: {
    wish: ExportWish;
    accounts: readonly { id: number }[];
    now: number;
  }) => exportSelection(db, wish, { accounts, now: new Date(at), zone }),
  exportPiece: ({ stretch, cache, now: at }: { stretch: ExportStretch; cache: string; now: number }) =>
    exportPiece({ db, blobs: files.blobs, cache, now: new Date(at), zone }, stretch),
};

export type ReaderCalls = typeof calls;

serveWorker(calls, {
  close() {
    db.close();
    activity.close();
  },
});
