import type { Clock } from './base/clock.ts';
import type { Log } from './base/log.ts';
import { failureFrom } from './base/failure.ts';
import type { OpenWorker } from './base/running-worker.ts';
import { startWorker, type WorkerHandle } from './base/worker.ts';
import { openWorkerProcess } from './base/worker-process.ts';
import type { Announcement } from './contract/events.ts';
import { indexRepairReporter } from './mail/index/repair-job.ts';
import { createBlobDeletionLock } from './mail/sources/blob-deletion-lock.ts';
import { createSharedTextBuffer } from './mail/index/shared-text-buffer.ts';
import { busyMs, createWatchdogBuffer } from './mail/ingest/watchdog.ts';
import { createHangLimit } from './models/hang-limit.ts';
import { profileOfModel } from './models/semantic-profiles.ts';
import type { WriteDb } from './store/db.ts';
import type { DiskState } from './store/disk-state.ts';
import type { StoreFiles } from './store/open.ts';
import type { WriteLockBuffer } from './store/write-lock.ts';
import type { CheckCalls } from './workers/checker.ts';
import type { RuleCalls } from './workers/rules.ts';
import type { EmbedderCalls } from './workers/embedder.ts';
import type { VectorCalls } from './workers/vectors.ts';
import type { VerifierCalls } from './workers/verifier.ts';
import type { IndexCalls } from './workers/indexer.ts';
import type { IngestCalls } from './workers/ingest.ts';
import type { ReaderCalls } from './reader-calls.ts';
import type { IndexReport } from './mail/index/index-report.ts';

/** How long one message may be read, in milliseconds; then it is stored by its header alone. */
const maxReadMs = 20_000;

/** How long the check of one sender may take, in milliseconds. The next ones wait for it. */
const maxCheckMs = 60_000;

/** How long rules may be tested on one batch of mail, in milliseconds. */
const maxMatchMs = 120_000;

/**
 * How long an embedder may be silent, in milliseconds; then it is hung, and another is started with the next call. Everything else comes
 * before it, so that a busy computer leaves it little time.
 */
const maxEmbedMs = 600_000;

/** Checks and rules have much to do at a time and then nothing for hours. */
const checkIdleMs = 60_000;

/** The embedder and the vectors are needed for some minutes and then not for a long time, and take much memory. */
const embedderIdleMs = 60_000;
const vectorsIdleMs = 300_000;

type WorkerDeps = {
  files: StoreFiles;
  /** The folder of the models. */
  modelsDir: string;
  /** The last process did not end in good order. */
  isUnclean: boolean;
  writeLockBuffer: WriteLockBuffer;
  /** The IANA name of a time zone; undefined is the machine's own. */
  zone: string | undefined;
  logFile: string | undefined;
  /** How a worker gets a process of its own; a Node process where nothing is given. */
  openProcess: OpenWorker | undefined;
  /** How long an embedder may be silent, in milliseconds; ten minutes where nothing is given. */
  maxEmbedderSilenceMs: (() => number) | undefined;
  db: WriteDb;
  clock: Clock;
  disk: DiskState;
  announce: (announcement: Announcement) => void;
  log: Log;
};

/** The worker threads, and what they share. Each is started when it is first asked. */
export function openWorkers({
  files,
  modelsDir,
  isUnclean,
  writeLockBuffer,
  zone,
  logFile,
  openProcess = openWorkerProcess,
  maxEmbedderSilenceMs = () => maxEmbedMs,
  db,
  clock,
  disk,
  announce,
  log,
}: WorkerDeps) {
  const watchdog = createWatchdogBuffer();
  const sharedTexts = createSharedTextBuffer();
  const hold = createBlobDeletionLock();
  const ingest = pausingOn(
    disk,
    startWorker<IngestCalls>('ingest', {
      data: { files, isUnclean, writeLockBuffer, watchdog, sharedTexts, blobLock: hold },
      log,
      stuck: { busyMs: () => busyMs(watchdog), limitMs: () => maxReadMs },
    }),
  );
  const onIndexReport = indexReportHandler({ db, clock, announce, log, disk });
  const indexer = startWorker<IndexCalls>('indexer', {
    data: { files, writeLockBuffer, sharedTexts },
    log,
    onReport: (report) => onIndexReport(report as IndexReport),
  });
  const reader = startWorker<ReaderCalls>('reader', { data: { files, zone, logFile }, log });
  const checker = startWorker<CheckCalls>('checker', {
    data: { file: files.mail, index: files.index },
    log,
    idleMs: checkIdleMs,
  });
  const verifier = startLimited<VerifierCalls>('verifier', { data: { files }, log, limitMs: maxCheckMs });
  const rules = startLimited<RuleCalls>('rules', { data: { files }, log, limitMs: maxMatchMs });
  const embedder = startEmbedder({ files, modelsDir, openProcess, maxEmbedderSilenceMs, log });
  const vectors = startWorker<VectorCalls>('vectors', { data: { files, zone }, log, idleMs: vectorsIdleMs });
  const all = [ingest, indexer, reader, checker, verifier, rules, embedder, vectors];
  const onFailure = (listener: (failed: unknown) => void) => {
    for (const worker of all) worker.onFailure(listener);
  };
  return {
    /** Called with every error that a worker replies with or crashes with. */
    onFailure,
    ingest,
    indexer,
    reader,
    checker,
    verifier,
    rules,
    embedder,
    vectors,
    hold,
    health: () => all.map((worker) => worker.health()),
    /** Has all threads that have nothing to do return memory to the system. */
    freeMemory: () => all.forEach((worker) => worker.freeMemory()),
    /** One that dies over this is started again and takes the queue up with the next word. */
    notifyIndexer: (call: 'start' | 'wake') =>
      void indexer.ask(call, undefined).catch((failed: unknown) => {
        disk.onWriteFailure(failed);
        log.warn({ err: failed }, 'the index worker did not answer');
      }),
    stopAll: async () => void (await Promise.all(all.map((worker) => worker.stop()))),
    stopReaders: async () =>
      void (await Promise.all([reader, checker, verifier, rules, embedder, vectors].map((worker) => worker.stop()))),
    stopWriters: async () => void (await Promise.all([ingest.stop(), indexer.stop()])),
  };
}

/** A thread that is terminated if a call takes longer than `limitMs`. */
function startLimited<Calls extends VerifierCalls | RuleCalls>(
  name: string,
  { data, log, limitMs }: { data: unknown; log: Log; limitMs: number },
): WorkerHandle<Calls> {
  const worker: WorkerHandle<Calls> = startWorker<Calls>(name, {
    data,
    log,
    idleMs: checkIdleMs,
    stuck: { busyMs: () => worker.health().waiting_ms, limitMs: () => limitMs },
  });
  return worker;
}

type EmbedderDeps = Pick<WorkerDeps, 'files' | 'modelsDir' | 'log'> & {
  openProcess: OpenWorker;
  maxEmbedderSilenceMs: () => number;
};

/**
 * The embedder has a process of its own: native code is not interrupted, may crash, and keeps memory. A model that hangs again and
 * again is given up.
 */
function startEmbedder({
  files,
  modelsDir,
  openProcess,
  maxEmbedderSilenceMs,
  log,
}: EmbedderDeps): WorkerHandle<EmbedderCalls> {
  const limit = createHangLimit();
  const worker: WorkerHandle<EmbedderCalls> = startWorker<EmbedderCalls>('embedder', {
    data: { files, modelsDir },
    log,
    open: openProcess,
    idleMs: embedderIdleMs,
    stuck: { busyMs: () => worker.health().waiting_ms, limitMs: maxEmbedderSilenceMs },
    onStuck: limit.noteHang,
  });
  return {
    ...worker,
    ask(name, input, transfer) {
      const profile = 'model' in input ? profileOfModel(input.model).name : input.profile;
      const ask = () => worker.ask(name, input, transfer);
      // Nothing is computed for what is left out.
      if ('isLeftOut' in input && input.isLeftOut === true) return ask();
      return limit.call(profile, ask, { isNewStart: name === 'check', isProof: name !== 'embedQuery' });
    },
  };
}

/** A worker whose calls fail at once while the disk cannot store anything. Its own failures are reported. */
function pausingOn(disk: DiskState, worker: WorkerHandle<IngestCalls>): WorkerHandle<IngestCalls> {
  return {
    ...worker,
    ask: (name, input, transfer) => {
      const failure = disk.failure();
      if (failure) return Promise.reject(failure);
      return worker.ask(name, input, transfer).catch((failed: unknown) => {
        disk.onWriteFailure(failed);
        throw failed;
      });
    },
  };
}

/** Handles reports of the index worker. A report arrives outside of any request, so its errors end here. */
function indexReportHandler({ disk, ...deps }: Parameters<typeof indexRepairReporter>[0] & { disk: DiskState }) {
  const onRepairReport = indexRepairReporter(deps);
  return (report: IndexReport): void => {
    try {
      if ('failure' in report) throw failureFrom(report.failure);
      onRepairReport(report);
    } catch (failed) {
      disk.onWriteFailure(failed);
      deps.log.error({ err: failed }, 'a report of the index worker could not be handled');
    }
  };
}
