import type { OperationOutcome, ProviderError } from '../../../providers/provider.ts';
import { sql, type WriteDb } from '../../../store/db.ts';
import type { Account } from '../../accounts/accounts.ts';
import type { MutationResult } from '../apply.ts';
import { parseChanges } from '../change.ts';
import { completeFinishedMutations } from '../completion.ts';
import { saveOperation, queueReversal, type Operation } from '../operations.ts';
import { latestSyncPass } from './sync-passes.ts';
import { refreshMessagesAndThreads } from '../apply-locally.ts';
import type { Step } from '../plan/plan.ts';
import { countMoves, type PushTask } from './push-task.ts';
import type { PushDeps } from './push-deps.ts';

/** An operation that its server fails this many times is refused. */
const maxAttempts = 5;

export const noResponse = {
  ok: false,
  error: 'The server didn’t answer.',
  retryable: true,
} satisfies OperationOutcome;

/** The result of a task whose step failed with a connection problem. */
export function resultAfterProviderError(
  task: PushTask,
  error: ProviderError,
  step: Step,
): NonNullable<PushTask['result']> {
  if (error.isUnsent && !task.hasBegun) return { state: 'queued', isUnsent: true };
  return { state: stateAfterConnectionLoss(error, step) };
}

/** After a connection loss the outcome of a step is unknown. Only copies and moves must not be repeated blindly. */
function stateAfterConnectionLoss({ reason }: Pick<ProviderError, 'reason'>, step: Step): 'queued' | 'unsure' {
  if (reason === 'auth' || reason === 'busy') return 'queued';
  return step.do === 'copy' || step.do === 'move' ? 'unsure' : 'queued';
}

/** The result of an operation of which the server did not carry out a step. */
export function resultOfFailedStep(
  task: PushTask,
  step: Step,
  { error, retryable, isGone, isNotAttempted }: OperationOutcome & { ok: false },
): PushTask['result'] {
  const { attempts, not_found_count } = task.operation;
  if (isNotAttempted) return { state: 'queued', isUnsent: !task.hasBegun };
  if (isGone && !task.hasBegun && countMoves(task) < 2 && not_found_count + 1 < maxAttempts)
    return { state: 'unsure', isNotFound: true };
  if ((retryable || isGone) && attempts + 1 < maxAttempts)
    return { state: isGone ? 'unsure' : stateAfterConnectionLoss({ reason: 'offline' }, step), isFailed: true };
  return { state: 'refused', error };
}

const unknownResult: NonNullable<PushTask['result']> = { state: 'unsure' };

function countAttempt(
  db: WriteDb,
  { id, attempts }: Operation,
  { isFailed = false, isNotFound = false, isUnsent = false }: NonNullable<PushTask['result']>,
): void {
  const nextAttempts = isFailed ? attempts + 1 : Math.max(attempts, isNotFound || isUnsent ? 0 : 1);
  db.run(
    sql`UPDATE operations SET attempts = ${nextAttempts}, not_found_count = not_found_count + ${isNotFound} WHERE id = ${id}`,
  );
}

function storeTaskResult(db: WriteDb, task: PushTask, pass: number): void {
  const { operation, result = unknownResult } = task;
  const inverse = task.inverse ?? operation.inverse;
  if (result.state === 'refused' && inverse !== null && mayBePartlyApplied(task)) {
    queueReversal(db, operation.id, { inverse, error: result.error ?? noResponse.error, pass });
    return;
  }
  if (result.state === 'landed') return saveLanded(db, task, { ...result, pass });
  saveOperation(db, operation.id, { ...result, pass });
  if (result.state === 'unsure' || result.state === 'queued') countAttempt(db, operation, result);
}

/** A landed operation is displayed on top of later ones too, so it is stored as its actual result. */
function saveLanded(
  db: WriteDb,
  task: PushTask,
  { pass, isPlacementUnknown = false }: { pass: number; isPlacementUnknown?: boolean },
): void {
  const { operation, steps, forwardChanges } = task;
  const isReverted = operation.error !== null;
  const finalState = isPlacementUnknown ? 'unsure' : 'refused';
  const isFlagsOnly = steps.length > 0 && countMoves(task) === 0;
  const changes = isFlagsOnly ? withoutMoves(operation) : forwardChanges;
  saveOperation(db, operation.id, {
    state: isReverted ? finalState : 'landed',
    pass,
    isPlacementUnknown,
    ...(!isReverted && { changes }),
  });
}

/** Drops moves that had no effect: the message may be in their source by now. */
function withoutMoves({ changes }: Operation): string {
  return JSON.stringify(parseChanges(changes).filter((change) => change.do === 'flags' || change.do === 'restore'));
}

/** Whether the server may have carried out part of a refused operation. Reversals are not reverted again. */
function mayBePartlyApplied({ operation: { error, attempts }, hasBegun = false }: PushTask): boolean {
  return error === null && (hasBegun || attempts > 0);
}

/** Stores the results of the tasks, and refreshes the display of refused ones. */
export function finishTasks(
  { db, clock, onMutationResult }: PushDeps,
  account: Account,
  tasks: readonly PushTask[],
): void {
  const pass = latestSyncPass(db, account.id);
  const mutationResult = db.transaction((): MutationResult => {
    for (const task of tasks) storeTaskResult(db, task, pass);
    const refused = tasks.filter(({ operation, result }) => result?.state === 'refused' && operation.message !== null);
    const messages = refreshMessagesAndThreads(
      db,
      refused.map(({ message }) => ({ id: message, account: account.id })),
    );
    const closed = completeFinishedMutations({ db, clock }, [
      ...new Set(tasks.map(({ operation }) => operation.mutation)),
    ]);
    return { updated: [{ account, messages }], queued: [], hasUnsettled: false, ...closed };
  });
  onMutationResult(mutationResult);
}
