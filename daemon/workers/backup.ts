import { serveWorker, workerInput } from '../base/worker.ts';
import { makeBackup, type BackupPlan } from '../features/backup/make.ts';
import { stageRestore, type RestorePlan } from '../features/backup/stage.ts';

/** What the worker says unasked, in bytes. */
export type BackupNews = { done: number; total: number };

/** Between two words on how far it is, in milliseconds. */
const tellEvery = 200;

/** Not zero once nobody wants the outcome any more. */
const { cancel } = workerInput<{ cancel: SharedArrayBuffer }>();
const cancelled = new Int32Array(cancel);

let news: BackupNews = { done: 0, total: 0 };
let told = Number.NEGATIVE_INFINITY;

const progress = {
  expect(bytes: number): void {
    news = { done: 0, total: Math.round(bytes) };
    worker.tell(news);
  },
  did(bytes: number): void {
    if (Atomics.load(cancelled, 0) !== 0) throw new Error('it was broken off');
    news = { ...news, done: news.done + bytes };
    if (performance.now() - told < tellEvery) return;
    told = performance.now();
    worker.tell({ ...news, done: Math.min(Math.floor(news.done), news.total) });
  },
};

const calls = {
  make: (plan: BackupPlan) => makeBackup(plan, progress),
  stage: (plan: RestorePlan) => stageRestore(plan, progress),
};

export type BackupCalls = typeof calls;

const worker = serveWorker(calls, { close: () => undefined });
