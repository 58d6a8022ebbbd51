import { z } from 'zod';
import { count, messageId, nextCursor, text, threadId, uuid, instantOut, lensKind } from '../../contract/fields.ts';
import { draftTools } from './draft-tools.ts';
import { linesOf, mailLine, openedMessage, openedMessageOf, openedText } from './records.ts';
import { readTool, type Tool } from './tool.ts';

const tier = 'core';

const page = {
  account_id: z.string().max(200).optional().describe('Only mail of this account'),
  limit: z.int().min(1).max(100).default(20),
  cursor: z.string().max(200).optional().describe('`next_cursor` of the page before'),
};
const html = z.boolean().default(false).describe('Also gives the HTML. It may contain text that people do not see');

const searchMail = readTool({
  name: 'search_mail',
  title: 'Search mail',
  description:
    'Finds conversations or messages, newest first. The query takes words and terms such as from:ada, subject:boat, ' +
    'is:unread, has:attachment, in:inbox, newer:2w, before:2026-03-01.',
  tier,
  requests: ['search.find'],
  input: z.object({
    query: z.string().max(2000),
    scope: z.enum(['threads', 'messages']).default('threads'),
    ...page,
  }),
  output: z.object({ total: count, total_is_exact: z.boolean(), next_cursor: nextCursor, mail: z.array(mailLine) }),
  async read({ query, ...input }, { ask }) {
    const { groups, total, total_is_exact, next_cursor } = await ask('search.find', { q: query, ...input });
    return { structured: { total, total_is_exact, next_cursor, mail: linesOf(groups) } };
  },
});

const listMailbox = readTool({
  name: 'list_mailbox',
  title: 'List a mailbox',
  description: 'Lists conversations of the inbox, of all mail or of a label, newest first.',
  tier,
  requests: ['mailbox.list'],
  input: z.object({
    mailbox: lensKind.extract(['inbox', 'all_mail', 'label']).default('inbox'),
    label_id: z.string().max(200).optional().describe('Which label, with mailbox=label: an id of list_labels'),
    ...page,
  }),
  output: z.object({
    name: text('Inbox'),
    total: count,
    unread: count,
    next_cursor: nextCursor,
    mail: z.array(mailLine),
  }),
  async read({ mailbox: lens_kind, ...input }, { ask }) {
    const { mailbox } = await ask('mailbox.list', { lens_kind, ...input });
    const { lensLabel: name, counts, next_cursor, groups } = mailbox;
    return { structured: { name, ...counts, next_cursor, mail: linesOf(groups) } };
  },
});

const readThread = readTool({
  name: 'read_thread',
  title: 'Read a conversation',
  description:
    'Gives the messages of a conversation, oldest first, as fenced text: what people see, without hidden text, with links ' +
    'and images replaced by words. Marks nothing as read.',
  tier,
  requests: ['threads.get'],
  input: z.object({ thread_id: threadId, html }),
  output: z.object({
    thread_id: uuid(),
    account_id: uuid(),
    subject: text('Dinner on Friday'),
    message_count: count,
    messages: z.array(openedMessage),
    unavailable: z.array(z.object({ message_id: uuid(), error: text('This message hasn’t been downloaded yet.') })),
  }),
  async read(input, { ask }) {
    const { thread, bodies, body_failures } = await ask('threads.get', input);
    const messages = bodies.map(openedMessageOf);
    const { id: thread_id, account_id, subject, message_count } = thread;
    const unavailable = body_failures.map(({ message_id, error }) => ({ message_id, error }));
    return {
      structured: { thread_id, account_id, subject, message_count, messages, unavailable },
      text: [
        ...messages.map(openedText),
        ...unavailable.map(({ message_id, error }) => `Message ${message_id} can’t be read: ${error}`),
      ].join('\n\n'),
    };
  },
});

const readMessage = readTool({
  name: 'read_message',
  title: 'Read a message',
  description: 'Gives one message as fenced text, as read_thread does. Marks nothing as read.',
  tier,
  requests: ['messages.body'],
  input: z.object({ message_id: messageId, html }),
  output: openedMessage,
  async read(input, { ask }) {
    const { body } = await ask('messages.body', input);
    const message = openedMessageOf(body);
    return { structured: message, text: openedText(message) };
  },
});

const mailStatus = readTool({
  name: 'mail_status',
  title: 'Show the status',
  description: 'Says which accounts there are, whether they sync, and how much mail is stored.',
  tier,
  requests: ['admin.status'],
  input: z.object({}),
  output: z.object({
    total_messages: count,
    is_demo: z.boolean(),
    accounts: z.array(
      z.object({
        account_id: uuid(),
        account_name: text('Work'),
        healthy: z.boolean(),
        sync_in_progress: z.boolean(),
        last_success_at: instantOut.nullable(),
        last_error: text('mail.example.org doesn’t answer.').nullable(),
      }),
    ),
  }),
  async read(_input, { ask }) {
    const { total_messages, is_demo, sync_statuses } = await ask('admin.status', {});
    const accounts = sync_statuses.map(
      ({ account_id, account_name, healthy, sync_in_progress, last_success_at, last_error }) => ({
        account_id,
        account_name,
        healthy,
        sync_in_progress,
        last_success_at,
        last_error,
      }),
    );
    return { structured: { total_messages, is_demo, accounts } };
  },
});

const [saveDraft, ...otherDraftTools] = draftTools;

/** The tools that every program needs: finding, reading and drafting. */
export const coreTools: readonly Tool[] = [searchMail, listMailbox, readThread, readMessage, mailStatus, saveDraft];
export const furtherDraftTools: readonly Tool[] = otherDraftTools;
