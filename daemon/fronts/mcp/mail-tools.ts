import { z } from 'zod';
import type { RequestName } from '../../contract.ts';
import { approval } from '../../contract/approval.ts';
import { accountId, anyId, count, instantOut, messageId, text, uuid } from '../../contract/fields.ts';
import { mutationResult, targets } from '../../contract/mutation.ts';
import { todo } from '../../contract/todo.ts';
import { formatCount } from '../terminal.ts';
import type { Ask } from './ask.ts';
import { changeTool, readTool, type Tool, type ToolCall } from './tool.ts';

const tier = 'default';

/** The mail that a change is about. A list from a model is short; `query` is for more. */
const mail = {
  message_ids: targets.message_ids.unwrap().max(500).optional().describe('Messages'),
  thread_ids: targets.thread_ids.unwrap().max(500).optional().describe('Whole conversations'),
  query: targets.query,
};

const changed = mutationResult.pick({
  requested: true,
  succeeded: true,
  skipped: true,
  failed: true,
  mutation_id: true,
  undoable: true,
  undoable_until: true,
  job_id: true,
});

type Mutation = Extract<RequestName, `mutations.${string}`>;

/** A tool for a change of mail that has a dry run. */
function mutationTool<In extends z.ZodRawShape>(
  request: Mutation,
  { would, fields, ...naming }: { name: string; title: string; description: string; would: string; fields: In },
): Tool {
  const send = async (input: object, dry_run: boolean, { ask, idempotencyKey }: ToolCall) => {
    const reply = await askMutation(ask, request, { ...input, dry_run }, idempotencyKey);
    return reply.result ?? reply;
  };
  return changeTool({
    ...naming,
    tier,
    requests: [request],
    input: z.object({ ...mail, ...fields }),
    result: changed,
    async preview(input, call) {
      const result = await send(input, true, call);
      return {
        summary: `${would} ${formatCount((result as z.output<typeof changed>).succeeded, 'message')}.`,
        preview: result,
      };
    },
    apply: (input, call) => send(input, false, call),
  });
}

async function askMutation(
  ask: Ask,
  request: Mutation,
  input: object,
  idempotencyKey: string | undefined,
): Promise<object & { result?: object }> {
  return ask(request, input, { idempotencyKey });
}

const mutationTools = [
  mutationTool('mutations.archive', {
    name: 'archive_mail',
    title: 'Archive mail',
    description: 'Takes mail out of the inbox and keeps it.',
    would: 'Would archive',
    fields: {},
  }),
  mutationTool('mutations.trash', {
    name: 'trash_mail',
    title: 'Move mail to the trash',
    description: 'Moves mail to the trash.',
    would: 'Would move to the trash',
    fields: {},
  }),
  mutationTool('mutations.spam', {
    name: 'mark_as_spam',
    title: 'Move mail to spam',
    description: 'Moves mail to spam.',
    would: 'Would move to spam',
    fields: {},
  }),
  mutationTool('mutations.read', {
    name: 'mark_read',
    title: 'Mark mail as read or unread',
    description: 'Marks mail as read, or as unread.',
    would: 'Would mark',
    fields: { read: z.boolean().default(true) },
  }),
  mutationTool('mutations.star', {
    name: 'star_mail',
    title: 'Star mail',
    description: 'Stars mail, or removes its star.',
    would: 'Would change the star of',
    fields: { starred: z.boolean().default(true) },
  }),
  mutationTool('mutations.labels', {
    name: 'label_mail',
    title: 'Change labels of mail',
    description: 'Adds labels to mail and removes others, by their names or ids.',
    would: 'Would change the labels of',
    fields: {
      add: z.array(z.string().max(500)).max(50).default([]),
      remove: z.array(z.string().max(500)).max(50).default([]),
    },
  }),
  mutationTool('mutations.move', {
    name: 'move_mail',
    title: 'Move mail',
    description: 'Moves mail to a label or folder, out of the inbox.',
    would: 'Would move',
    fields: { target_label: z.string().max(500).describe('The name of a label, or its id') },
  }),
];

const snoozeMail = changeTool({
  name: 'snooze_mail',
  title: 'Snooze mail',
  description: 'Takes mail out of the inbox until a moment, such as tomorrow, monday or 2026-03-12T09:00:00.',
  tier,
  requests: ['snooze.create'],
  input: z.object({ ...mail, until: z.string().max(100) }),
  result: changed.extend({ wake_at: instantOut }),
  async preview(input) {
    return { summary: `Would take this mail out of the inbox until ${input.until}.`, preview: input };
  },
  async apply(input, { ask, idempotencyKey }) {
    const reply = await ask('snooze.create', input, { idempotencyKey });
    return 'result' in reply ? { ...reply.result, wake_at: reply.wake_at } : reply;
  },
});

const undoChange = changeTool({
  name: 'undo_change',
  title: 'Undo a change',
  description: 'Undoes a change of mail, by the mutation_id that the change answered.',
  tier,
  requests: ['mutations.undo'],
  input: z.object({ mutation_id: anyId }),
  result: changed,
  async preview({ mutation_id }, { ask }) {
    const { mutation } = await ask('mutations.get', { mutation_id });
    return { summary: `Would undo the change “${mutation.kind}”.`, preview: mutation };
  },
  async apply(input, { ask, idempotencyKey }) {
    const reply: object = await ask('mutations.undo', input, { idempotencyKey });
    return 'result' in reply ? (reply.result as object) : reply;
  },
});

const unsubscribe = changeTool({
  name: 'unsubscribe',
  title: 'Unsubscribe from a list',
  description: 'Asks the sender of a mailing list to send no more, in the way that the message itself names.',
  tier,
  requests: ['subscriptions.unsubscribe'],
  input: z.object({ message_id: messageId }),
  result: z.looseObject({}),
  async preview(input) {
    return {
      summary: 'Would ask the sender to send no more. That tells the sender that the mail was seen.',
      preview: input,
    };
  },
  apply: (input, { ask, idempotencyKey }) => ask('subscriptions.unsubscribe', input, { idempotencyKey }),
});

const listAccounts = readTool({
  name: 'list_accounts',
  title: 'List accounts',
  description: 'Lists the accounts that this program may use, with their addresses.',
  tier,
  requests: ['accounts.list'],
  input: z.object({}),
  output: z.object({
    accounts: z.array(
      z.object({
        account_id: uuid(),
        name: text('Work'),
        email: text('ada@example.org'),
        enabled: z.boolean(),
        is_default: z.boolean(),
      }),
    ),
  }),
  async read(_input, { ask }) {
    const { accounts } = await ask('accounts.list', {});
    return {
      structured: {
        accounts: accounts.map(({ account_id, name, email, enabled, is_default }) => ({
          account_id,
          name,
          email,
          enabled,
          is_default,
        })),
      },
    };
  },
});

const listLabels = readTool({
  name: 'list_labels',
  title: 'List labels',
  description: 'Lists the labels and folders that mail can be moved to or given.',
  tier,
  requests: ['labels.list'],
  input: z.object({ account_id: accountId.optional() }),
  output: z.object({
    labels: z.array(
      z.object({
        label_id: uuid(),
        account_id: uuid(),
        full_name: text('Travel/Japan'),
        kind: text('User'),
        total_count: count,
        unread_count: count,
      }),
    ),
  }),
  async read(input, { ask }) {
    const { labels } = await ask('labels.list', input);
    return {
      structured: {
        labels: labels.map(({ id, account_id, full_name, kind, total_count, unread_count }) => ({
          label_id: id,
          account_id,
          full_name,
          kind,
          total_count,
          unread_count,
        })),
      },
    };
  },
});

const findContact = readTool({
  name: 'find_contact',
  title: 'Find a person',
  description:
    'Finds addresses of people the owner has written to or heard from, by the beginning of a name or address.',
  tier,
  requests: ['people.autocomplete'],
  input: z.object({ query: z.string().max(200), limit: z.int().min(1).max(50).default(10) }),
  output: z.object({
    contacts: z.array(
      z.object({ email: text('ada@example.org'), name: text('Ada Morgan').nullable(), messages: count }),
    ),
  }),
  async read({ query: q, limit }, { ask }) {
    const { contacts } = await ask('people.autocomplete', { q, limit });
    return {
      structured: {
        contacts: contacts.map(({ email, display_name, message_count }) => ({
          email,
          name: display_name,
          messages: message_count,
        })),
      },
    };
  },
});

const approvalLine = approval.pick({
  approval_id: true,
  status: true,
  request: true,
  expires_at: true,
  decline_reason: true,
  reply: true,
  error: true,
});

const checkApproval = readTool({
  name: 'check_approval',
  title: 'See what became of an approval',
  description: 'Says whether a person has approved or declined what a tool asked for, and what came of it.',
  tier,
  requests: ['approvals.get'],
  input: z.object({ approval_id: anyId }),
  output: approvalLine,
  async read(input, { ask }) {
    return { structured: approvalLine.parse((await ask('approvals.get', input)).approval) };
  },
});

const todoLine = todo.pick({
  id: true,
  account_id: true,
  kind: true,
  title: true,
  person_label: true,
  due_at: true,
  state: true,
});

const listTodos = readTool({
  name: 'list_todos',
  title: 'List to-dos',
  description: 'Lists what the owner has to do according to their mail.',
  tier,
  requests: ['todos.list'],
  input: z.object({ limit: z.int().min(1).max(100).default(30) }),
  output: z.object({ todos: z.array(todoLine) }),
  async read(input, { ask }) {
    const { todos } = await ask('todos.list', input);
    return { structured: { todos: todos.map((each) => todoLine.parse(each)) } };
  },
});

/** Milliseconds between two looks at a running sync. */
const syncPollMs = 500;

const syncMail = changeTool({
  name: 'sync_mail',
  title: 'Sync mail',
  description: 'Fetches new mail from the servers now, and waits until that is done.',
  tier,
  requests: ['sync.start'],
  input: z.object({ account_id: accountId.optional() }),
  result: z.object({
    accounts: z.array(
      z.object({ account_name: text('Work'), healthy: z.boolean(), last_error: text('offline').nullable() }),
    ),
  }),
  async preview(input) {
    return { summary: 'Would fetch new mail from the servers.', preview: input };
  },
  async apply(input, { ask, signal, progress }) {
    await ask('sync.start', input);
    for (;;) {
      const reply = await ask('sync.status', input);
      const statuses = 'sync_statuses' in reply ? reply.sync_statuses : [reply.sync];
      const running = statuses.filter(({ sync_in_progress }) => sync_in_progress);
      if (running.length === 0)
        return {
          accounts: statuses.map(({ account_name, healthy, last_error }) => ({ account_name, healthy, last_error })),
        };
      const finished = { current: statuses.length - running.length, total: statuses.length };
      progress(running[0]?.progress?.message ?? 'Syncing…', finished);
      await pause(syncPollMs, signal);
    }
  },
});

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), reject(signal.reason)), { once: true });
  });
}

export const mailTools: readonly Tool[] = [
  listAccounts,
  listLabels,
  findContact,
  listTodos,
  ...mutationTools,
  snoozeMail,
  undoChange,
  unsubscribe,
  syncMail,
  checkApproval,
];
