import { instantOf } from '../../base/clock.ts';
import type { CommitmentRecord } from '../../contract/commitment.ts';
import { otherSide, shownDue, whenLabel } from '../todos/record.ts';
import { dueInstant, todoStateAt } from '../todos/todo.ts';
import type { Commitment } from './store.ts';

type At = { now: Date; zone: string | undefined };

const statusOf = { open: 'open', done: 'resolved', dismissed: 'resolved', expired: 'expired' } as const;

/** A commitment as it is at an instant. */
export function commitmentRecord(commitment: Commitment, at: At): CommitmentRecord {
  const { name, email = '' } = otherSide(commitment);
  const isOwn = commitment.direction === 'outbound';
  const due = dueInstant(commitment, at.zone);
  const status = statusOf[todoStateAt(commitment, at)];
  return {
    id: commitment.todo_id,
    account_id: commitment.account_id,
    direction: isOwn ? 'yours' : 'theirs',
    email,
    person_label: name ?? null,
    who_owes: isOwn ? 'you' : (name ?? email),
    what: commitment.words,
    by_when: due ? instantOf(shownDue(due, commitment)) : null,
    due_words: commitment.due_words,
    when_label: whenLabel(commitment, due, at),
    overdue: status === 'open' && due !== undefined && due.getTime() <= at.now.getTime(),
    status,
    thread_id: commitment.thread_id,
    evidence_msg_id: commitment.message_id,
    span: { start: commitment.span_start, end: commitment.span_end },
    subject: commitment.subject,
    said_at: instantOf(new Date(commitment.sort_key * 1000)),
    extracted_at: commitment.found_at,
    resolved_at: commitment.state === 'done' ? commitment.changed_at : null,
    looks_kept_by: status === 'open' ? commitment.kept_by : null,
    origin: commitment.origin,
  };
}

/** What is due first comes first; then what has no date, the latest first. */
export function byDueDate(one: Commitment, other: Commitment, zone: string | undefined): number {
  const dueOf = (each: Commitment) => dueInstant(each, zone)?.getTime() ?? Number.POSITIVE_INFINITY;
  const [first, second] = [dueOf(one), dueOf(other)];
  return first === second ? other.id - one.id : first - second;
}
