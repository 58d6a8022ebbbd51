import type { Outcome, ProviderError } from '../../providers/provider.ts';
import { sql, type WriteDb } from '../../store/db.ts';
import type { Account } from '../accounts.ts';
import type { Acted } from '../apply.ts';
import { readChanges } from './change.ts';
import { closeCompleted } from './completion.ts';
import { saveOperation, takeBack, type Operation } from './operations.ts';
import { latestPass } from './passes.ts';
import type { PushParts } from './push.ts';
import { refreshShown } from './settle.ts';
import type { Step } from './steps.ts';
import { movesOf, type Task } from './task.ts';

/** An operation its server fails to carry out is refused after so many tries. */
const mostAttempts = 5;

export const noAnswer = { ok: false, error: 'The server did not answer.', retryable: true } satisfies Outcome;

/** How a task goes on whose step met a trouble of the line. */
export function endAfter(task: Task, trouble: ProviderError, step: Step): NonNullable<Task['end']> {
  if (trouble.isUntold && !task.hasBegun) return { state: 'queued', isUntold: true };
  return { state: afterLoss(trouble, step) };
}

/** A lost line leaves nobody knowing whether the server did it. Done twice, only a copy would be another. */
function afterLoss({ reason }: Pick<ProviderError, 'reason'>, step: Step): 'queued' | 'unsure' {
  if (reason === 'auth' || reason === 'busy') return 'queued';
  return step.do === 'copy' || step.do === 'move' ? 'unsure' : 'queued';
}

/** How an operation goes on of which the server did not carry out a step. */
export function endOf(
  task: Task,
  step: Step,
  { error, retryable, isGone, isUntried }: Outcome & { ok: false },
): Task['end'] {
  const { attempts, missed } = task.operation;
  if (isUntried) return { state: 'queued', isUntold: !task.hasBegun };
  if (isGone && !task.hasBegun && movesOf(task) < 2 && missed + 1 < mostAttempts)
    return { state: 'unsure', isMissed: true };
  if ((retryable || isGone) && attempts + 1 < mostAttempts)
    return { state: isGone ? 'unsure' : afterLoss({ reason: 'offline' }, step), isFailed: true };
  return { state: 'refused', error };
}

const unknownEnd: NonNullable<Task['end']> = { state: 'unsure' };

function countAttempt(
  db: WriteDb,
  { id, attempts }: Operation,
  { isFailed = false, isMissed = false, isUntold = false }: NonNullable<Task['end']>,
): void {
  const counted = isFailed ? attempts + 1 : Math.max(attempts, isMissed || isUntold ? 0 : 1);
  db.run(sql`UPDATE operations SET attempts = ${counted}, missed = missed + ${isMissed} WHERE id = ${id}`);
}

function endOperation(db: WriteDb, task: Task, pass: number): void {
  const { operation, end = unknownEnd } = task;
  const inverse = task.inverse ?? operation.inverse;
  if (end.state === 'refused' && inverse !== null && mayBeHalfDone(task)) {
    takeBack(db, operation.id, { inverse, error: end.error ?? noAnswer.error, pass });
    return;
  }
  if (end.state === 'landed') return saveLanded(db, task, { ...end, pass });
  saveOperation(db, operation.id, { ...end, pass });
  if (end.state === 'unsure' || end.state === 'queued') countAttempt(db, operation, end);
}

/** What landed is shown on top of what came after it too, so it may only say where it led. */
function saveLanded(
  db: WriteDb,
  task: Task,
  { pass, isUnplaced = false }: { pass: number; isUnplaced?: boolean },
): void {
  const { operation, steps, onward } = task;
  const isTakenBack = operation.error !== null;
  const ended = isUnplaced ? 'unsure' : 'refused';
  const isReflagging = steps.length > 0 && movesOf(task) === 0;
  const changes = isReflagging ? reflaggingOf(operation) : onward;
  saveOperation(db, operation.id, {
    state: isTakenBack ? ended : 'landed',
    pass,
    isUnplaced,
    ...(!isTakenBack && { changes }),
  });
}

/** Without what would have moved the message from where it did not lie: it may lie there by now. */
function reflaggingOf({ changes }: Operation): string {
  return JSON.stringify(readChanges(changes).filter((change) => change.do === 'flags' || change.do === 'restore'));
}

/** Whether the server may have carried out some of what it refused in the end. What is being taken back already is left. */
function mayBeHalfDone({ operation: { error, attempts }, hasBegun = false }: Task): boolean {
  return error === null && (hasBegun || attempts > 0);
}

/** Ends the operations in the store, and shows what a refusal has taken back. */
export function finish({ db, clock, onActed }: PushParts, account: Account, tasks: readonly Task[]): void {
  const pass = latestPass(db, account.id);
  const acted = db.transaction((): Acted => {
    for (const task of tasks) endOperation(db, task, pass);
    const refused = tasks.filter(({ operation, end }) => end?.state === 'refused' && operation.message !== null);
    const messages = refreshShown(
      db,
      refused.map(({ message }) => ({ id: message, account: account.id })),
    );
    const closed = closeCompleted({ db, clock }, [...new Set(tasks.map(({ operation }) => operation.mutation))]);
    return { updated: [{ account, messages }], queued: [], hasNew: false, ...closed };
  });
  onActed(acted);
}
