import { ProviderError, type Arrival, type OperationOutcome, type Provider } from '../../../providers/provider.ts';
import type { WriteDb } from '../../../store/db.ts';
import type { Account } from '../../accounts/accounts.ts';
import { unexpectedErrorText } from '../../accounts/unexpected-error.ts';
import { addUncommittedPlacement, inAdvance } from '../../ingest/uncommitted-placements.ts';
import { labelMap, type LabelMap } from '../../labels/labels.ts';
import { addVacatedUid } from '../../ingest/vacated-uids.ts';
import { resultAfterProviderError, resultOfFailedStep, finishTasks, noResponse } from './task-result.ts';
import { pushFolderEdit } from './push-folder-edit.ts';
import { queuedOperations, saveOperation, saveOperationStates } from '../operations.ts';
import { latestSyncPass } from './sync-passes.ts';
import { findTargetCopies, refOf, requestsBesideCopies, type StepRequest } from './target-copies.ts';
import { countMoves, requestFor, tasksFor, type PushTask } from './push-task.ts';
import type { PushDeps } from './push-deps.ts';

/**
 * The result of a push: `idle` if nothing is queued; `more` if something is; `unsure` if only a sync pass can tell what
 * the server did.
 */
type PushResult = 'idle' | 'more' | 'unsure';

/** Maximum number of operations per batch. */
const maxBatchSize = 200;

/**
 * Pushes the next operations to an account's server, in order. The changes of each message are applied to its current
 * placements on the server, so that changes by other clients are not reverted. Throws ProviderError if the server
 * cannot be reached; the operations are then sent later.
 */
export async function pushBatch(
  deps: PushDeps,
  { account, provider }: { account: Account; provider: Provider },
  signal: AbortSignal,
): Promise<PushResult> {
  const { db } = deps;
  const queue = queuedOperations(db, account.id, maxBatchSize);
  const [first] = queue;
  if (!first) return 'idle';
  if (first.state === 'unsure' || first.state === 'sending') return 'unsure';
  if (first.waits) return 'unsure';
  // It is not settled yet.
  if (first.state === 'new') return 'idle';
  if (first.folder !== null) {
    await pushFolderEdit(deps, { account, provider, operation: first }, signal);
    return 'more';
  }
  // The placements of a message are read twice, and a sync pass may store data in between.
  const tasks = db.transaction(() => tasksFor(db, account, queue));
  await sendSteps(deps, { account, provider, tasks }, signal);
  return 'more';
}

type SendBatch = { account: Account; provider: Provider; tasks: readonly PushTask[] };

/** Sends the first step of each task, then the second, and so on: adjacent equal requests are sent as one command. */
async function sendSteps(deps: PushDeps, { account, provider, tasks }: SendBatch, signal: AbortSignal): Promise<void> {
  const { db } = deps;
  const labels = labelMap(db, account.id);
  const open = () => tasks.filter(({ result }) => !result);
  if (open().length > 0) db.transaction(() => recordSending(db, open(), provider));
  let connectionError: ProviderError | undefined;
  for (let step = 0; open().length > 0 && !connectionError; step++) {
    connectionError = await verifyOtherPlacements({ account, provider, tasks: open() }, { step, labels }, signal);
    const requests: StepRequest[] = [];
    for (const task of open()) {
      const next = task.steps[step];
      const request = next && requestFor(next, task.tracker, labels);
      if (!next) task.result = { state: 'landed' };
      // The server did not report where the message is now.
      else if (!request) task.result = { state: 'unsure' };
      else requests.push({ task, step: next, request });
    }
    if (requests.length === 0 || connectionError) break;
    connectionError = await sendRequests(deps, { account, provider, labels }, requests, signal);
  }
  finishTasks(deps, account, tasks);
  if (connectionError) throw connectionError;
}

/** Sends one step of several tasks and records the outcomes. Returns the error if the connection was lost. */
async function sendRequests(
  deps: PushDeps,
  { account, provider, labels }: { account: Account; provider: Provider; labels: LabelMap },
  requests: readonly StepRequest[],
  signal: AbortSignal,
): Promise<ProviderError | undefined> {
  let copies: Map<PushTask, Arrival>;
  let planned: ReturnType<typeof requestsBesideCopies>;
  try {
    copies = await findTargetCopies({ db: deps.db, account, provider, labels }, requests, signal);
    planned = requestsBesideCopies(requests, copies);
    if (planned.flags.length > 0) await provider.apply(planned.flags, signal);
  } catch (thrown) {
    const error = asProviderError(thrown);
    for (const { task } of requests) task.result = { state: 'queued', isUnsent: error.isUnsent && !task.hasBegun };
    return error;
  }
  const { done, toSend } = planned;
  recordOutcomes(
    deps,
    { account, provider },
    done.map((each) => ({ ...each, outcome: { ok: true } })),
    copies,
  );
  try {
    const outcomes = await provider.apply(
      toSend.map(({ request }) => request),
      signal,
    );
    const results = toSend.map((each, index) => ({ ...each, outcome: outcomes[index] ?? noResponse }));
    recordOutcomes(deps, { account, provider }, results, copies);
    return undefined;
  } catch (thrown) {
    const error = asProviderError(thrown);
    for (const { task, step } of toSend) task.result = resultAfterProviderError(task, error, step);
    return error;
  }
}

/**
 * Before a copy is expunged, an empty flag change checks that the server still has another copy, which another client
 * may just have removed. If it is missing, the operation waits for a sync pass.
 */
async function verifyOtherPlacements(
  { provider, tasks }: SendBatch,
  { step, labels }: { step: number; labels: LabelMap },
  signal: AbortSignal,
): Promise<ProviderError | undefined> {
  const checks = tasks.flatMap((task) => {
    const next = task.steps[step];
    const others = next?.do === 'expunge' ? task.tracker.otherSlots(next.slot) : [];
    const [other] = others;
    if (other === undefined) return [];
    const request = requestFor({ do: 'flags', slot: other, add: [], remove: [] }, task.tracker, labels);
    return request ? [{ task, request }] : [];
  });
  if (checks.length === 0) return undefined;
  try {
    const outcomes = await provider.apply(
      checks.map(({ request }) => request),
      signal,
    );
    for (const [index, { task }] of checks.entries())
      if (!outcomes[index]?.ok) task.result = { state: 'unsure', isNotFound: true };
    return undefined;
  } catch (thrown) {
    const error = asProviderError(thrown);
    for (const { task } of checks) task.result = { state: 'queued', isUnsent: error.isUnsent && !task.hasBegun };
    return error;
  }
}

function asProviderError(thrown: unknown): ProviderError {
  return thrown instanceof ProviderError
    ? thrown
    : new ProviderError('protocol', unexpectedErrorText(thrown), { cause: thrown });
}

/** The inverse is computed from the actual placements on the server, changes by other clients included. */
function recordSending(
  db: WriteDb,
  tasks: readonly PushTask[],
  { capabilities }: Pick<Provider, 'capabilities'>,
): void {
  for (const task of tasks) {
    const { operation, inverse, forwardChanges } = task;
    if (inverse === undefined) continue;
    // If it is interrupted halfway, the rules could not tell its steps from changes by other clients.
    const isLong = countMoves(task) > (capabilities.moves_in_steps ? 0 : 1);
    if (isLong || inverse !== operation.inverse)
      saveOperation(db, operation.id, { state: 'sending', inverse, ...(isLong && { changes: forwardChanges }) });
  }
  saveOperationStates(
    db,
    tasks.map(({ operation }) => operation.id),
    'sending',
  );
}

/** Records the results of a round of steps, and updates the stored placements. */
function recordOutcomes(
  { db }: PushDeps,
  { account, provider }: { account: Account; provider: Pick<Provider, 'capabilities'> },
  results: readonly (StepRequest & { outcome: OperationOutcome })[],
  copies: ReadonlyMap<PushTask, Arrival>,
): void {
  const pass = latestSyncPass(db, account.id);
  const labels = labelMap(db, account.id);
  const { keeps_uids: keepsUids = false } = provider.capabilities;
  db.transaction(() => {
    for (const { task, step, request, outcome } of results) {
      const copy = 'to' in step ? copies.get(task) : undefined;
      // Where a server cannot remove a single message, the source stays, marked as deleted, as after a move.
      const isLeftMarked = copy !== undefined && !outcome.ok && !outcome.retryable && !outcome.isGone;
      if (!outcome.ok && !isLeftMarked) {
        task.result = resultOfFailedStep(task, step, outcome);
        continue;
      }
      const moved_to = copy ? refOf(copy) : outcome.ok ? outcome.moved_to : undefined;
      task.hasBegun = true;
      const { isPlacementKnown, isNew } = task.tracker.applyStep(step, moved_to);
      const from = labels.byPath.get(request.ref.folder)?.id;
      if (!keepsUids && from !== undefined && (step.do === 'expunge' || (step.do === 'move' && moved_to)))
        addVacatedUid(db, account.id, pass, { label: from, ...request.ref });
      if (!keepsUids && isNew && moved_to && 'to' in step)
        // No cursor includes the placement yet: if it disappears before one does, the next sync pass finds out.
        addUncommittedPlacement(
          db,
          account,
          { stream: moved_to.folder, pass: inAdvance, batch: pass },
          { label: step.to, ...moved_to },
        );
      const isLast = task.steps.indexOf(step) === task.steps.length - 1;
      // The next sync pass reports the new placement in any case, but it may have reported the flags already.
      if (!isPlacementKnown && (step.do === 'flags' || !isLast)) task.result = { state: 'unsure' };
      else if (isLast) task.result = { state: 'landed', isPlacementUnknown: !isPlacementKnown };
    }
  });
}
