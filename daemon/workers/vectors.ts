import { serveWorker, workerInput } from '../base/worker.ts';
import { createVectorSearch } from '../mail/semantic/vector-search.ts';
import { openReader, type StoreFiles } from '../store/open.ts';

const { files, zone } = workerInput<{ files: StoreFiles; zone: string | undefined }>();
const db = openReader(files);

const calls = createVectorSearch({ db, zone });

export type VectorCalls = typeof calls;

serveWorker(calls, { close: () => db.close() });
