import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import {
  accountId,
  anyId,
  count,
  cursor,
  limit,
  moment,
  nextCursor,
  text,
  threadId,
  uuid,
} from '../../contract/fields.ts';
import { todo } from '../../contract/todo.ts';

const changed = z.object({
  kind: z.literal('TodosChanged'),
  mutation_id: uuid('For undo. Null where nothing has changed').nullable(),
  todos: z.array(todo).describe('The to-dos as they are now'),
  not_found: z.array(text('3f0a6a57-2b7e-5c1d-8a30-9d2f7c4b1e60')).describe('Ids of no to-do'),
});

const todo_ids = z.array(anyId.describe('Id of a to-do')).min(1).max(1_000);

const notFound = { not_found: ['missing', 'None of the to-dos exist.'] } as const;

export const todosRequests = requests('What the user has to do according to their mail.', {
  list: {
    http: 'GET /mail/todos',
    summary: 'To-dos that were found in mail, the latest first.',
    effect: { safety: 'read' },
    scope: 'filtered',
    runs: 'reader',
    input: z.object({
      state: z
        .enum(['open', 'postponed', 'done', 'dismissed', 'expired', 'all'])
        .default('open')
        .describe('`open` leaves out what is postponed'),
      account: accountId.optional().describe('Only those in mail of this account'),
      account_id: accountId.optional().describe('As `account`'),
      thread_id: threadId.optional().describe('Only those in this conversation'),
      limit: limit.default(100),
      cursor: cursor.optional(),
    }),
    output: z.object({ kind: z.literal('Todos'), todos: z.array(todo), next_cursor: nextCursor }),
    errors: { bad_cursor: ['invalid', '`cursor` is not the `next_cursor` of an earlier answer.'] },
  },
  tick: {
    http: 'POST /mail/todos/tick',
    summary: 'Ticks off to-dos, or with `done` false opens them again.',
    effect: { safety: 'mutate' },
    scope: 'filtered',
    activity: { action: 'mail.tick_todo', recordedFields: ['done'] },
    input: z.object({ todo_ids, done: z.boolean().default(true) }),
    output: changed,
    errors: notFound,
  },
  dismiss: {
    http: 'POST /mail/todos/dismiss',
    summary: 'Dismisses to-dos that are none, or with `dismissed` false opens them again. They are not found again.',
    effect: { safety: 'mutate' },
    scope: 'filtered',
    activity: { action: 'mail.dismiss_todo', recordedFields: ['dismissed'] },
    input: z.object({ todo_ids, dismissed: z.boolean().default(true) }),
    output: changed,
    errors: notFound,
  },
  postpone: {
    http: 'POST /mail/todos/postpone',
    summary: 'Hides to-dos until a moment, or with `until` null shows them at once.',
    effect: { safety: 'mutate' },
    scope: 'filtered',
    activity: { action: 'mail.postpone_todo', recordedFields: ['until'] },
    input: z.object({ todo_ids, until: moment.nullable() }),
    output: changed,
    errors: {
      ...notFound,
      bad_until: ['invalid', 'The moment cannot be read.'],
      time_past: ['invalid', 'The moment is over.'],
      time_far: ['invalid', 'The moment is more than five years away.'],
    },
  },
  scan: {
    http: 'POST /mail/todos/scan',
    summary: 'Looks for to-dos in mail of the last days that is here already, as a job. What is known stays as it is.',
    effect: { safety: 'mutate' },
    scope: 'filtered',
    awaits: true,
    activity: { action: 'mail.scan_todos', recordedFields: ['since_days'] },
    input: z.object({
      since_days: z.int().min(1).max(90).default(28),
      wait: z.boolean().default(false).describe('Whether to answer when the job is done, and not when it has started'),
    }),
    output: z.object({
      job_id: uuid('Its progress counts messages'),
      found: count.optional().describe('With `wait`: the open to-dos that were not known before'),
    }),
    errors: {
      scan_cancelled: ['conflict', 'The job was cancelled. What was found so far is kept.'],
      scan_stopped: ['unavailable', 'Posthorn stopped before the job was done.'],
    },
  },
});
