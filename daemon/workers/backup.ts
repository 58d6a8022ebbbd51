import { serveWorker, workerInput } from '../base/worker.ts';
import { brakeOf } from '../features/backup/brake.ts';
import { makeBackup, type BackupPlan } from '../features/backup/make.ts';
import { stageRestore, type RestorePlan } from '../features/backup/stage.ts';

/** What the worker says unasked, in bytes. */
export type BackupNews = { done: number; total: number };

/** Between two words on how far it is, in milliseconds. */
const tellEvery = 200;

const brake = brakeOf(workerInput<{ brake: SharedArrayBuffer }>().brake);

let news: BackupNews = { done: 0, total: 0 };
let told = Number.NEGATIVE_INFINITY;

const progress = {
  expect(bytes: number): void {
    news = { done: 0, total: Math.round(bytes) };
    worker.tell(news);
  },
  did(bytes: number): void {
    if (brake.isPulled()) throw brokenOff();
    news = { ...news, done: news.done + bytes };
    if (performance.now() - told < tellEvery) return;
    told = performance.now();
    worker.tell({ ...news, done: Math.min(Math.floor(news.done), news.total) });
  },
  goesThrough(): void {
    if (!brake.release()) throw brokenOff();
  },
};

function brokenOff(): Error {
  return new Error('it was broken off');
}

const calls = {
  make: (plan: BackupPlan) => makeBackup(plan, progress),
  stage: (plan: RestorePlan) => stageRestore(plan, progress),
};

export type BackupCalls = typeof calls;

const worker = serveWorker(calls, { close: () => undefined });
