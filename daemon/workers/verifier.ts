import { serveWorker, workerInput } from '../base/worker.ts';
import { senderCheckReader, type SenderCheckRequest } from '../mail/authentication/sender-check-reader.ts';
import { openReadOnly } from '../store/db.ts';
import type { StoreFiles } from '../store/open.ts';

const { files } = workerInput<{ files: Pick<StoreFiles, 'mail' | 'blobs'> }>();
const db = openReadOnly(files.mail);
const checkSender = senderCheckReader(db, files.blobs);

const calls = {
  /** Checks the signatures of a message, as far as the keys that were found allow. */
  checkSender: (request: SenderCheckRequest) => checkSender(request),
};

export type VerifierCalls = typeof calls;

serveWorker(calls, { close: () => db.close() });
