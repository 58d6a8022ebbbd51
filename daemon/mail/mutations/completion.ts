import type { Clock } from '../../base/clock.ts';
import { formatInteger } from '../../base/numbers.ts';
import type { Announcement } from '../../contract/events.ts';
import type { Actor } from '../../contract/ownership.ts';
import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import { accountFieldsOf, jobHandle } from '../jobs/jobs.ts';
import { threadsMarkedBy } from '../modes/done-marks.ts';
import { threadsOfChangedTodos } from '../todos/changes.ts';
import { accountsOfMutation, mutationById, type Mutation } from './journal.ts';
import { countOperations, type OperationCounts } from './operations.ts';

/** Mutations without open operations, and jobs that made progress. */
export type CompletionResult = { completed: Mutation[]; inProgress: { mutation: Mutation; current: number }[] };

/** Maximum number of messages listed in an event. */
const maxListedMessages = 100;

/** Marks those of these mutations that are now complete (all operations were pushed or reverted); returns each once. */
export function completeFinishedMutations(
  { db, clock }: { db: WriteDb; clock: Clock },
  mutations: readonly number[],
): CompletionResult {
  const result: CompletionResult = { completed: [], inProgress: [] };
  for (const id of mutations) {
    const mutation = mutationById(db, id);
    if (!mutation || mutation.completed === 1) continue;
    const { succeeded, failed, cancelled, open, error } = countOperations(db, id);
    const skipped = cancelled + mutation.skipped;
    const job = mutation.job_id === null ? undefined : jobHandle({ db, clock }, mutation.job_id);
    job?.progress({ succeeded, failed, skipped });
    if (open > 0) {
      job?.setWaitReason(undefined);
      if (job) result.inProgress.push({ mutation, current: succeeded + failed + skipped });
      continue;
    }
    db.run(sql`UPDATE mutations SET completed = 1 WHERE id = ${id}`);
    if (cancelled > 0) job?.cancel(cancelledMessage(succeeded, mutation.requested));
    else job?.finish(error ?? undefined);
    result.completed.push({ ...mutation, completed: 1 });
  }
  return result;
}

/** Sets the wait reason of the jobs that wait for an account's server. */
export function setJobsWaiting({ db, clock }: { db: WriteDb; clock: Clock }, account: number, reason: string): void {
  const waiting = db.all<{ job_id: string }>(sql`
    SELECT job_id FROM mutations m JOIN mutation_accounts ma ON ma.mutation = m.id
    WHERE m.completed = 0 AND m.job_id IS NOT NULL AND ma.account = ${account}`);
  for (const { job_id } of waiting) jobHandle({ db, clock }, job_id).setWaitReason(reason);
}

function cancelledMessage(succeeded: number, requested: number): string {
  return `Cancelled: ${succeeded} of ${requested} messages had been changed on the server, and the rest weren’t changed.`;
}

/** The events for a completed mutation. */
export function completionEvents(db: ReadDb, mutation: Mutation): Announcement[] {
  const { id, mutation_id, kind, origin, token_id, skipped, undo_of, correlation } = mutation;
  const tally = countOperations(db, id);
  const accounts = accountsOfMutation(db, id);
  const messages = db.all<{ message_id: string; thread_id: string | null }>(sql`
    SELECT o.message_id, t.thread_id FROM operations o
    LEFT JOIN messages m ON m.id = o.message LEFT JOIN threads t ON t.id = m.thread
    WHERE o.mutation = ${id} AND o.message_id IS NOT NULL ORDER BY o.id LIMIT ${maxListedMessages}`);
  const refusals: Announcement[] = accounts.flatMap(({ id: account, account_id }) => {
    const { failed, error } = countOperations(db, id, account);
    if (failed === 0) return [];
    const error_summary = error ?? 'The server didn’t make the change.';
    return [{ event: 'MutationReconciliationFailed', account_id, client_correlation_id: correlation, error_summary }];
  });
  return [
    ...refusals,
    ...jobEndEvents(jobEventFields(mutation, accounts), mutation, tally),
    {
      event: 'MutationCompleted',
      actor: { origin, token_id },
      mutation_id,
      kind,
      message_ids: messages.map(({ message_id }) => message_id),
      thread_ids: [
        ...new Set([
          ...messages.flatMap(({ thread_id }) => thread_id ?? []),
          ...threadsMarkedBy(db, id, maxListedMessages),
          ...threadsOfChangedTodos(db, id, maxListedMessages),
        ]),
      ],
      account_ids: accounts.map(({ account_id }) => account_id),
      ok: tally.failed === 0 && skipped === 0 && mutation.cancelled === 0,
      succeeded: tally.succeeded,
      skipped: skipped + tally.cancelled,
      failed: tally.failed,
      undo: undo_of !== null,
    },
  ];
}

type MutationJob = Pick<Mutation, 'kind' | 'job_id'> & Actor;

/** How events name the job of a mutation, its actor, and the accounts concerned. */
function jobEventFields({ kind, job_id, origin, token_id }: MutationJob, accounts: readonly { account_id: string }[]) {
  const operation = { operation_id: job_id ?? '', operation: `mutation.${kind}`, actor: { origin, token_id } };
  return { ...operation, ...accountFieldsOf(accounts) };
}

function jobEndEvents(
  operation: ReturnType<typeof jobEventFields>,
  { job_id }: Mutation,
  { succeeded, cancelled, error }: OperationCounts,
): Announcement[] {
  if (job_id === null) return [];
  if (cancelled > 0) return [{ ...operation, event: 'OperationCancelled', message: 'Cancelled' }];
  if (error !== null) return [{ ...operation, event: 'OperationFailed', error, retryable: false }];
  return [{ ...operation, event: 'OperationCompleted', message: `${formatInteger(succeeded)} messages are changed` }];
}

/** The event for the start of a large mutation. */
export function startedEvent(
  mutation: MutationJob,
  accounts: readonly { account_id: string }[],
  total: number,
): Announcement {
  const message = `${formatInteger(total)} messages are being changed`;
  return { event: 'OperationStarted', ...jobEventFields(mutation, accounts), message };
}

/** The event for the progress of a large mutation. */
export function progressEvent(db: ReadDb, { mutation, current }: CompletionResult['inProgress'][number]): Announcement {
  const { id, requested } = mutation;
  return {
    event: 'OperationProgress',
    ...jobEventFields(mutation, accountsOfMutation(db, id)),
    current,
    total: requested,
    message: `${formatInteger(current)} of ${formatInteger(requested)} messages`,
  };
}
