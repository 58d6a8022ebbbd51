import type { Clock } from '../../../base/clock.ts';
import { reasonOf } from '../../../base/failure.ts';
import type { Log } from '../../../base/log.ts';
import {
  ProviderError,
  type Operation as Request,
  type OperationOutcome,
  type Provider,
} from '../../../providers/provider.ts';
import type { WriteDb } from '../../../store/db.ts';
import type { Account } from '../../accounts/accounts.ts';
import { addUncommittedPlacement } from '../../ingest/uncommitted-placements.ts';
import type { MutationResult } from '../apply.ts';
import { labelMap, type LabelMap } from '../../labels/labels.ts';
import { addVacatedUid } from '../../ingest/vacated-uids.ts';
import { resultAfterProviderError, resultOfFailedStep, finishTasks, noResponse } from './task-result.ts';
import { pushFolderEdit } from './push-folder-edit.ts';
import { queuedOperations, saveOperation, saveOperationStates } from '../operations.ts';
import { latestSyncPass } from './sync-passes.ts';
import type { Step } from '../plan/plan.ts';
import { countMoves, requestFor, tasksFor, type PushTask } from './push-task.ts';

export type PushDeps = {
  db: WriteDb;
  clock: Clock;
  log: Log;
  onMutationResult: (result: MutationResult) => void;
};

/**
 * How a push ended: `idle` where nothing waits; `more` where something does; `unsure` where only a sync pass can tell what
 * the server has done.
 */
export type PushResult = 'idle' | 'more' | 'unsure';

/** Operations that go out together, at the most. */
const maxBatchSize = 200;

/**
 * Tells an account's server the next of what was done here, in order. Each message's changes are put on top of where the
 * server has it now, so what somebody else did meanwhile is not undone. Throws ProviderError where the server cannot be
 * reached; then it is told later.
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
  // Its local part is about to be done.
  if (first.state === 'new') return 'idle';
  if (first.folder !== null) {
    await pushFolderEdit(deps, { account, provider, operation: first }, signal);
    return 'more';
  }
  // Where a message lies is read twice, and a sync pass may store in between.
  const tasks = db.transaction(() => tasksFor(db, account, queue));
  await sendSteps(deps, { account, provider, tasks }, signal);
  return 'more';
}

type SendBatch = { account: Account; provider: Provider; tasks: readonly PushTask[] };

/** Sends the first step of each, then the second, and so on: neighbours that ask the same go out as one command. */
async function sendSteps(deps: PushDeps, { account, provider, tasks }: SendBatch, signal: AbortSignal): Promise<void> {
  const { db } = deps;
  const labels = labelMap(db, account.id);
  const open = () => tasks.filter(({ result }) => !result);
  if (open().length > 0) db.transaction(() => recordSending(db, open(), provider));
  let connectionError: ProviderError | undefined;
  for (let step = 0; open().length > 0 && !connectionError; step++) {
    connectionError = await verifyOtherPlacements({ account, provider, tasks: open() }, { step, labels }, signal);
    const requests: { task: PushTask; step: Step; request: Request }[] = [];
    for (const task of open()) {
      const next = task.steps[step];
      const request = next && requestFor(next, task.tracker, labels);
      if (!next) task.result = { state: 'landed' };
      // The server did not say where the message is now.
      else if (!request) task.result = { state: 'unsure' };
      else requests.push({ task, step: next, request });
    }
    if (requests.length === 0 || connectionError) break;
    try {
      const outcomes = await provider.apply(
        requests.map(({ request }) => request),
        signal,
      );
      recordOutcomes(
        deps,
        account,
        requests.map((each, index) => ({ ...each, outcome: outcomes[index] ?? noResponse })),
      );
    } catch (thrown) {
      connectionError = asProviderError(thrown);
      for (const { task, step: sent } of requests) task.result = resultAfterProviderError(task, connectionError, sent);
    }
  }
  finishTasks(deps, account, tasks);
  if (connectionError) throw connectionError;
}

/**
 * Before a copy is expunged the server is asked whether it still has the other, by a change of no flags there: somebody
 * may have taken just that one a moment ago. Where it has not, the operation waits for a pass.
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
  return thrown instanceof ProviderError ? thrown : new ProviderError('protocol', reasonOf(thrown), { cause: thrown });
}

/** What somebody else did meanwhile is the ground, also for taking it back. */
function recordSending(
  db: WriteDb,
  tasks: readonly PushTask[],
  { capabilities }: Pick<Provider, 'capabilities'>,
): void {
  for (const task of tasks) {
    const { operation, inverse, forwardChanges } = task;
    if (inverse === undefined) continue;
    // What of it is half done could not be told by the rules from what somebody else did.
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

/** Notes what came of a round of steps: the stored places follow what the server did. */
function recordOutcomes(
  { db }: PushDeps,
  account: Account,
  results: readonly { task: PushTask; step: Step; request: Request; outcome: OperationOutcome }[],
): void {
  const pass = latestSyncPass(db, account.id);
  const labels = labelMap(db, account.id);
  db.transaction(() => {
    for (const { task, step, request, outcome } of results) {
      if (!outcome.ok) {
        task.result = resultOfFailedStep(task, step, outcome);
        continue;
      }
      const { moved_to } = outcome;
      task.hasBegun = true;
      const { isPlacementKnown, isNew } = task.tracker.applyStep(step, moved_to);
      const from = labels.byPath.get(request.ref.folder)?.id;
      if (from !== undefined && (step.do === 'expunge' || (step.do === 'move' && moved_to)))
        addVacatedUid(db, account.id, pass, { label: from, ...request.ref });
      if (isNew && moved_to && 'to' in step)
        // No cursor knows of the place yet: should it be gone before one does, the pass after this one finds out.
        addUncommittedPlacement(
          db,
          account,
          { stream: moved_to.folder, pass: 'push', batch: pass },
          { label: step.to, ...moved_to },
        );
      const isLast = task.steps.indexOf(step) === task.steps.length - 1;
      // Where it went the next pass tells in any case; what flags it has now may have been told already.
      if (!isPlacementKnown && (step.do === 'flags' || !isLast)) task.result = { state: 'unsure' };
      else if (isLast) task.result = { state: 'landed', isPlacementUnknown: !isPlacementKnown };
    }
  });
}
