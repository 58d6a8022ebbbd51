import { orRejectOnAbort } from '../../base/abort.ts';
import { instantOf, type Clock } from '../../base/clock.ts';
import { diskProblemOf } from '../../base/disk-failure.ts';
import { Failure } from '../../base/failure.ts';
import { failureSentence } from '../../base/system-reason.ts';
import type { Log } from '../../base/log.ts';
import type { Loop } from '../../base/loop.ts';
import { formatInteger } from '../../base/numbers.ts';
import { createWakeSignal } from '../../base/wake-signal.ts';
import {
  markIndexed,
  profileRow,
  serveModel,
  servingProfile,
  setPaused,
  setProfileError,
} from '../../mail/semantic/profile-store.ts';
import type { EmbedRequest, EmbeddedPart } from '../../mail/semantic/embed-pending.ts';
import type { EmbeddingProgress, EmbeddingState } from '../../mail/semantic/embedding-state.ts';
import type { NewVector, VectorCounts } from '../../mail/semantic/vector-store.ts';
import type { ModelName, SemanticProfileName } from '../../models/semantic-profiles.ts';
import { startOperation, type OperationReporter, type ReporterDeps } from './operation-reporter.ts';

type EmbedLoopDeps = ReporterDeps & {
  clock: Clock;
  log: Log;
  settings: () => { enabled: boolean; active_profile: SemanticProfileName };
  /** Shown to searches and in the status. */
  embedding: EmbeddingState;
  /** Resolves when all mail that is stored is indexed. */
  whenIndexed: () => Promise<unknown>;
  /** Divides some messages into chunks. Returns how many; 0 when all are divided. */
  divideMessages: (part: { limit: number }) => Promise<number>;
  counts: (of: Generation) => Promise<VectorCounts>;
  embedPending: (request: EmbedRequest) => Promise<EmbeddedPart>;
  saveVectors: (of: Generation & { vectors: readonly NewVector[] }) => Promise<unknown>;
  dropVectors: (of: { kept: string; limit: number }) => Promise<number>;
  /** Removes the folders of models that nothing needs. */
  removeUnusedModels: () => Promise<void>;
  /** Why background work should wait, as words for users; undefined while it may go on. */
  waitReason: () => string | undefined;
  /** Whether a sync or an import stores mail. */
  isStoring: () => boolean;
};

/** `profile` is that of the model. */
type Generation = { profile: SemanticProfileName; model: ModelName; generation: number };

type EmbedLoop = Loop & {
  /** There is new mail, a new model, or another setting. */
  notify(): void;
  cancel(job_id: string): boolean;
};

/** Chunks that are computed and stored together: what a crash loses, and what is padded to one length. */
const partSize = 16;
/** Fewer chunks than these are embedded without a job: that is new mail. */
const minJobSize = 100;
/** After each part of a long job the loop rests as long as the part took, so that half of the time is left to everything else. */
const maxRestMs = 5_000;
/** The interval at which a reason to wait is checked again, and the time in which a dead worker is started again. */
const recheckMs = 30_000;
const storingRecheckMs = 2_000;
const workerRestartMs = 2_000;
const dropBatch = 500;
/** Messages that are divided into chunks at a time: new mail waits that long for its place in the index. */
const divideBatch = 100;
/** Where no model is used, fewer are divided at a time, which takes less memory, and dividing rests four times as long as it works. */
const smallDivideBatch = 10;
const divideRestFactor = 4;

/**
 * Embeds all mail with the profile of the settings, the newest first, and then removes the vectors of the profile before. What is left to
 * do follows from the index alone, so it continues after a crash, and after the index was made anew.
 */
export function embedLoop(deps: EmbedLoopDeps): EmbedLoop {
  const { clock, embedding } = deps;
  const wakeSignal = createWakeSignal(clock);
  let operation: OperationReporter | undefined;
  let isCancelled = false;
  const state: PassState = {
    isCancelled: () => isCancelled,
    operation: () => operation,
    startJob(target) {
      const message = `Preparing mail for searching by meaning (${target.profile})`;
      operation ??= startOperation(deps, { kind: 'semantic.embed', operation: 'semantic-embed', message });
    },
    endJob(end) {
      if (operation) end(operation);
      operation = undefined;
      isCancelled = false;
    },
  };
  return {
    name: 'semantic',
    notify: () => wakeSignal.notify(),
    cancel(job_id) {
      if (operation?.job_id !== job_id) return false;
      isCancelled = true;
      wakeSignal.notify();
      return true;
    },
    async run(signal) {
      while (!signal.aborted) {
        const target = targetOf(deps);
        wakeSignal.clear();
        if (target === undefined) {
          embedding.progress = undefined;
          embedding.runtime.queue_depth = 0;
          state.endJob((each) => each.cancel('Searching by meaning was switched off.'));
        }
        const context = { state, signal, wakeSignal };
        const isDone = target === undefined ? await divideInAdvance(deps, context) : await pass(deps, target, context);
        if (isDone && !signal.aborted) await wakeSignal.wait(undefined, signal);
      }
    },
  };
}

type PassState = {
  isCancelled: () => boolean;
  operation: () => OperationReporter | undefined;
  startJob: (target: Generation) => void;
  endJob: (end: (operation: OperationReporter) => void) => void;
};
type PassContext = { state: PassState; signal: AbortSignal; wakeSignal: ReturnType<typeof createWakeSignal> };

/** The profile of the settings, if it can be used. */
function targetOf({ db, settings }: EmbedLoopDeps): Generation | undefined {
  const { enabled, active_profile } = settings();
  const row = enabled ? profileRow(db, active_profile) : undefined;
  if (!row?.installed_at || !row.model || row.is_paused === 1) return undefined;
  return { profile: active_profile, model: row.model, generation: row.generation };
}

/**
 * Divides messages into chunks while no model is used, so that the first one can begin with all mail. Returns whether nothing is left
 * to do until the loop is notified.
 */
async function divideInAdvance(deps: EmbedLoopDeps, { signal, wakeSignal }: PassContext): Promise<boolean> {
  const { whenIndexed, waitReason, isStoring } = deps;
  const isBusy = isStoring();
  if (isBusy || waitReason() !== undefined) {
    await wakeSignal.wait(isBusy ? storingRecheckMs : recheckMs, signal);
    return false;
  }
  await whenIndexed();
  const startedMs = performance.now();
  if (signal.aborted || (await divide(deps, smallDivideBatch)) === 0) return true;
  await wakeSignal.wait(Math.min(maxRestMs, divideRestFactor * (performance.now() - startedMs)), signal);
  return false;
}

/** Divides some messages into chunks, and notes how long it took. Returns how many. */
async function divide({ divideMessages, embedding: { runtime } }: EmbedLoopDeps, limit: number): Promise<number> {
  const startedMs = performance.now();
  const count = await divideMessages({ limit });
  if (count > 0) runtime.last_extract_ms = Math.round(performance.now() - startedMs);
  return count;
}

/** Embeds what has no vector. Returns whether nothing is left to do until the loop is notified. */
async function pass(deps: EmbedLoopDeps, target: Generation, context: PassContext): Promise<boolean> {
  const { db, clock, embedding, counts, whenIndexed } = deps;
  const { state, signal } = context;
  const waitingSinceMs = performance.now();
  await whenIndexed();
  while (!signal.aborted && (await divide(deps, divideBatch)) > 0);
  const { chunks: total, current: before } = await counts(target);
  const pending = total - before;
  if (pending >= minJobSize) state.startJob(target);
  const progress = { embedded: before, total };
  embedding.progress = pending > 0 ? progress : undefined;
  embedding.runtime.queue_depth = pending;
  const end = pending > 0 ? await embedAll(deps, target, { ...context, progress, waitingSinceMs }) : 'done';
  if (signal.aborted) return true;
  if (end === 'changed') return false;
  if (end === 'cancelled') {
    setPaused(db, target.profile, true);
    const summary = `${formatInteger(progress.embedded)} of ${formatInteger(total)} parts of your mail are prepared.`;
    state.endJob((operation) => operation.cancel(summary));
    return true;
  }
  if (end === 'failed') return true;
  const after = await counts(target);
  if (after.current < after.chunks) return false;
  embedding.progress = undefined;
  embedding.runtime.queue_depth = 0;
  const now = instantOf(clock.now());
  markIndexed(db, target.profile, now);
  serveModel(db, target.model, now);
  state.endJob((operation) =>
    operation.finish(`${formatInteger(total)} parts of your mail can be searched by meaning.`),
  );
  await dropOthers(deps, target, signal);
  return true;
}

/** `waitingSinceMs` says since when the first part has waited, as `performance.now()` does. */
type PartContext = PassContext & { progress: EmbeddingProgress; waitingSinceMs: number };

async function embedAll(
  deps: EmbedLoopDeps,
  target: Generation,
  context: PartContext,
): Promise<'done' | 'changed' | 'cancelled' | 'failed'> {
  const { db, clock, saveVectors } = deps;
  const { runtime } = deps.embedding;
  const { state, signal, progress } = context;
  let before: number | undefined = Number.MAX_SAFE_INTEGER;
  let { waitingSinceMs } = context;
  /** Chunks that are embedded one by one, because the embedder died over a part with them. */
  let singles = 0;
  while (before !== undefined) {
    if (state.isCancelled()) return 'cancelled';
    const present = targetOf(deps);
    if (signal.aborted || present?.model !== target.model || present.generation !== target.generation) return 'changed';
    if (!(await mayContinue(deps, context))) continue;
    const limit = singles > 0 ? 1 : partSize;
    const startedMs = performance.now();
    runtime.in_flight = Math.min(limit, runtime.queue_depth);
    runtime.last_queue_wait_ms = Math.round(startedMs - waitingSinceMs);
    const part: EmbeddedPart | 'died' | 'failed' = await embedPart(deps, { ...target, before, limit }, context).finally(
      () => (runtime.in_flight = 0),
    );
    if (part === 'failed') return part;
    singles = part === 'died' ? partSize : Math.max(0, singles - 1);
    if (part === 'died') continue;
    const computedMs = performance.now();
    await saveVectors({ ...target, vectors: part.vectors });
    waitingSinceMs = performance.now();
    runtime.last_embedding_prep_ms = Math.round(computedMs - startedMs);
    runtime.last_ingest_ms = Math.round(waitingSinceMs - computedMs);
    progress.embedded += part.vectors.length;
    runtime.queue_depth = Math.max(0, progress.total - progress.embedded);
    state.operation()?.progress(Math.min(progress.embedded, progress.total), progress.total);
    // Before anything else could be searched, the newest mail is.
    if (part.vectors.length > 0 && !servingProfile(db)) serveModel(db, target.model, instantOf(clock.now()));
    before = part.before;
    if (before !== undefined && state.operation())
      await context.wakeSignal.wait(Math.min(maxRestMs, computedMs - startedMs), signal);
  }
  return 'done';
}

/** Waits while the computer has better things to do. False after a wait. */
async function mayContinue(
  { waitReason }: EmbedLoopDeps,
  { state, signal, wakeSignal }: PartContext,
): Promise<boolean> {
  const reason = waitReason();
  state.operation()?.setWaitReason(reason);
  if (reason === undefined) return true;
  await wakeSignal.wait(recheckMs, signal);
  return false;
}

/**
 * The vectors of a part. `died` if the embedder dies over more than one chunk; one chunk on which it dies gets no vector. `failed` where
 * the model cannot be used; the status then says why.
 */
async function embedPart(
  deps: EmbedLoopDeps,
  { profile, ...request }: EmbedRequest & { profile: SemanticProfileName },
  { signal, state }: PartContext,
): Promise<EmbeddedPart | 'died' | 'failed'> {
  const { db, clock, log, embedPending } = deps;
  try {
    return await orRejectOnAbort(embedPending(request), signal);
  } catch (failed) {
    if (signal.aborted || diskProblemOf(failed) !== undefined) throw failed;
    if (!(failed instanceof Failure) || failed.code !== 'worker_crashed') {
      const reason = failureSentence('Couldn’t use the model', failed);
      log.error({ err: failed, profile }, 'mail could not be embedded');
      setProfileError(db, profile, reason);
      state.endJob((operation) => operation.fail(reason));
      return 'failed';
    }
    log.warn({ err: failed, chunks: request.limit }, 'the embedder died over a part of the mail');
  }
  await clock.wait(workerRestartMs, signal);
  if (request.limit > 1) return 'died';
  log.error('a part of a message cannot be embedded and is left out');
  return orRejectOnAbort(embedPending({ ...request, isLeftOut: true }), signal);
}

/** Removes the vectors of other models, in small steps, and the files of those that nothing needs. */
async function dropOthers({ dropVectors, removeUnusedModels }: EmbedLoopDeps, target: Generation, signal: AbortSignal) {
  while (!signal.aborted && (await dropVectors({ kept: target.model, limit: dropBatch })) > 0);
  await removeUnusedModels();
}
