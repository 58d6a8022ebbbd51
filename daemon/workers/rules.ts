import { serveWorker, workerInput } from '../base/worker.ts';
import { matchPeriod, matchRules, type MatchRequest, type PeriodRequest } from '../mail/rules/match-rules.ts';
import { openReader, type StoreFiles } from '../store/open.ts';

const { files } = workerInput<{ files: StoreFiles }>();
const db = openReader(files);
const stores = { db, blobs: files.blobs };

const calls = {
  /** Tests rules on messages. */
  matchRules: (request: MatchRequest) => matchRules(stores, request),
  /** Tests rules on received mail of a period. */
  matchPeriod: (request: PeriodRequest) => matchPeriod(stores, request),
};

export type RuleCalls = typeof calls;

serveWorker(calls, { close: () => db.close() });
