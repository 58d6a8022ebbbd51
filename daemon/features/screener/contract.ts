import { z } from 'zod';
import { file, replyFormat, requests, type Effect } from '../../contract/define.ts';
import {
  accountId,
  ack,
  count,
  cursor,
  instantOut,
  messageId,
  pageInput,
  pageOutput,
  queryInt,
  text,
  threadId,
  uuid,
} from '../../contract/fields.ts';
import { mutationReply } from '../../contract/mutation.ts';
import { screenerQuestion } from '../../contract/screener.ts';
import { trust } from '../../contract/trust.ts';
import { dispositions } from '../../mail/screener/decision.ts';

const disposition = z.enum(dispositions).meta({
  id: 'ScreenerDispositionData',
  description:
    'Where mail goes: Messages, nowhere, Reading or Updates. `unknown` puts the sender back into the queue of the screener',
});

const queueEntry = z
  .object({
    display_name: text('Lucie Fabre').nullable(),
    latest_at: instantOut,
    latest_subject: text('The flat on Rue des Tables'),
    message_count: count,
    sender_email: text('lucie@example.org'),
    account_id: uuid(),
    latest_message_id: messageId,
    latest_thread_id: threadId,
    latest_snippet: text('Odile gave me your name.'),
    first_seen_at: instantOut.describe('When the first message of the sender arrived that is here'),
    domain: text('example.org'),
    is_public_domain: z.boolean().describe('Whether anybody can have an address there'),
    list_id: text('sailing.lists.example.org')
      .nullable()
      .describe('Of a mailing list: then the entry stands for all who write there'),
    mail_kind: z.enum(['person', 'list', 'newsletter', 'notification', 'transaction', 'bulk']).nullable(),
    kind_explanation: text('This is mail from a person. It’s written like a letter.').nullable(),
    trust: trust.nullable().describe('How sure it is who the sender is; null where the message cannot be read'),
    introduced_by: z
      .object({ name: text('Odile Brandt').nullable(), email: text('odile@example.org'), sent: count })
      .nullable()
      .describe('A recipient of the message to whom the user has written, and how often'),
    asked_again: z.boolean().describe('Whether the user has put the sender back into the queue'),
    question: screenerQuestion,
  })
  .meta({ id: 'ScreenerQueueEntryData', description: 'An unknown sender' });

const decision = z
  .object({
    account_id: uuid(),
    decided_at: instantOut,
    disposition,
    route_label: text('Travel', 'The label that new mail is moved to').nullable(),
    sender_email: text('lucie@example.org', 'Empty where the decision is about a list or a domain'),
    scope: z.enum(['sender', 'list', 'domain']),
    value: text('lucie@example.org', 'The address, the list id or the domain'),
    is_blocked: z.boolean().describe('Whether new mail goes to the trash'),
    route_label_exists: z.boolean().describe('False where the label is gone, so that no mail is moved there'),
  })
  .meta({ id: 'ScreenerDecisionData', description: 'Where mail of a sender, a list or a domain goes' });

const senderEmail = z
  .string()
  .trim()
  .min(1)
  .max(320)
  .regex(/^\S+@[^\s@]+$/, 'must be an address')
  .meta({ description: 'The address of the sender', examples: ['lucie@example.org'] });

/** A list by its id, or everyone at a domain and below it. */
const group = {
  scope: z.enum(['list', 'domain']),
  value: z
    .string()
    .trim()
    .min(1)
    .max(320)
    .regex(/^[^\s<>@]+$/, 'must be a list id or a domain')
    .meta({ description: 'The list id or the domain', examples: ['sailing.lists.example.org'] }),
};

const routeLabel = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .nullable()
  .optional()
  .meta({ description: 'A label of the account: new mail is moved there', examples: ['Travel'] });

const consequences = {
  route_label: routeLabel,
  apply_to_existing: z
    .boolean()
    .default(false)
    .describe('Whether mail that is in the inbox is archived where it is denied, or moved to the label, too'),
};

const decisionErrors = {
  own_address: ['invalid', 'The address or domain is the user’s own.'],
  bad_domain: ['invalid', 'No one can register this domain.'],
  label_not_found: ['missing', 'The account has no such label.'],
} as const;

/** Mail that is here is archived or moved at once only where that is asked for. */
function effectOfDecision({ disposition: chosen, route_label, apply_to_existing }: Record<string, unknown>): Effect {
  if (!apply_to_existing) return { safety: 'mutate' };
  if (route_label !== undefined && route_label !== null) return { safety: 'destroy', action: 'move' };
  return chosen === 'deny' ? { safety: 'destroy', action: 'archive' } : { safety: 'mutate' };
}

const changed = ack.extend({ ...mutationReply.shape });
const format = z.enum(['csv', 'json']).default('csv');

/** Entries of the queue that one answer gives. */
const maxEntries = 500;

export const screenerRequests = requests('Unknown senders, and where their mail goes.', {
  queue: {
    http: 'GET /mail/screener/queue',
    summary:
      'The senders that are new to the user and about whom nothing was decided, the latest first. Also answered while the screener is off: then it says who would wait.',
    effect: { safety: 'read' },
    scope: { accounts: 'account_id' },
    runs: 'reader',
    pages: { list: 'entries', id: 'sender_email', reads: 'limit' },
    input: z.object({
      cursor: cursor.optional(),
      account_id: accountId,
      limit: queryInt({ min: -1_000_000_000, max: 1_000_000_000 })
        .transform((asked) => Math.min(Math.max(asked, 1), maxEntries))
        .default(100)
        .describe('How many entries at the most, from 1 to 500; other numbers count as the nearest of these'),
    }),
    output: z.object({
      kind: z.literal('ScreenerQueue'),
      entries: z.array(queueEntry),
      total: count,
      enabled: z.boolean().describe('Whether unknown senders wait'),
      ...pageOutput,
    }),
  },
  decisions: {
    http: 'GET /mail/screener/decisions',
    summary: 'What was decided about mail of senders, lists and domains, blocked senders included, the latest first.',
    effect: { safety: 'read' },
    scope: 'filtered',
    pages: { list: 'decisions' },
    input: z.object({ ...pageInput, account_id: accountId.optional().describe('Only decisions of this account') }),
    output: z.object({ kind: z.literal('ScreenerDecisions'), decisions: z.array(decision), ...pageOutput }),
  },
  decide: {
    http: 'POST /mail/screener/decisions',
    summary:
      'Decides where new mail of a sender goes. Denied mail is archived when it arrives, and never deleted. Mail that is here already stays where it is, unless `apply_to_existing` is set.',
    effect: effectOfDecision,
    scope: { accounts: 'account_id' },
    activity: {
      action: 'mail.decide_sender',
      addressFields: ['sender_email'],
      recordedFields: ['disposition', 'apply_to_existing'],
    },
    input: z
      .object({
        account_id: accountId,
        sender_email: senderEmail,
        disposition,
        ...consequences,
      })
      .refine(
        ({ disposition: chosen, route_label }) => chosen !== 'unknown' || (route_label ?? null) === null,
        'mail of an unknown sender goes to no label',
      ),
    output: changed,
    errors: decisionErrors,
  },
  clear: {
    http: 'DELETE /mail/screener/decisions',
    summary: 'Takes a decision away. No mail is moved. Nothing happens where there is none.',
    effect: { safety: 'mutate' },
    scope: { accounts: 'account_id' },
    activity: { action: 'mail.clear_decision', addressFields: ['sender_email'] },
    input: z.object({ account_id: accountId, sender_email: senderEmail }),
    output: changed,
  },
  decideGroup: {
    http: 'POST /mail/screener/group-decisions',
    summary:
      'Decides where new mail of a list, or of everyone at a domain, goes. The decision about a sender comes before that about the domain.',
    effect: effectOfDecision,
    scope: { accounts: 'account_id' },
    activity: { action: 'mail.decide_group', recordedFields: ['scope', 'disposition', 'apply_to_existing'] },
    input: z.object({
      account_id: accountId,
      ...group,
      disposition: z.enum(['allow', 'deny', 'feed', 'paper_trail']),
      ...consequences,
    }),
    output: changed,
    errors: decisionErrors,
  },
  clearGroup: {
    http: 'DELETE /mail/screener/group-decisions',
    summary: 'Takes away a decision about a list or a domain. No mail is moved. Nothing happens where there is none.',
    effect: { safety: 'mutate' },
    scope: { accounts: 'account_id' },
    activity: { action: 'mail.clear_group_decision', recordedFields: ['scope'] },
    input: z.object({ account_id: accountId, ...group }),
    output: changed,
  },
  export: {
    http: 'GET /mail/screener/decisions/export',
    summary: 'The decisions of an account as a file.',
    effect: { safety: 'read' },
    scope: { accounts: 'account_id' },
    activity: { action: 'mail.export_decisions', recordedFields: ['format'], unlessFields: [] },
    input: z.object({ account_id: accountId, format, answer: replyFormat }),
    output: file(z.object({ content: text('scope,value,disposition,route_label,is_blocked,decided_at\r\n') })),
  },
  import: {
    http: 'POST /mail/screener/decisions/import',
    summary:
      'Takes in decisions from such a file. Each takes the place of the one about the same sender, list or domain; others stay. No mail is moved. A file with a line that is wrong changes nothing.',
    effect: ({ dry_run }) => ({ safety: dry_run ? 'read' : 'mutate' }),
    scope: { accounts: 'account_id' },
    people: true,
    activity: { action: 'mail.import_decisions' },
    input: z.object({
      account_id: accountId,
      format,
      content: z
        .string()
        .min(1)
        .max(1_500_000)
        .meta({
          description: 'The file as text',
          examples: [
            'scope,value,disposition,route_label,is_blocked,decided_at\nsender,lucie@example.org,allow,,no,\n',
          ],
        }),
      dry_run: z.boolean().default(false).describe('Only count, and change nothing'),
    }),
    output: changed.extend({ added: count, changed: count, unchanged: count }),
    errors: {
      bad_lines: ['invalid', 'Some lines are wrong; `lines` has their numbers, and why.'],
      too_many_decisions: ['invalid', 'The file has more than 10,000 decisions.'],
    },
  },
  explain: {
    http: 'GET /mail/messages/{message_id}/why-here',
    summary:
      'Why a message is where it is: what moved it, what was decided about its sender, and what kind of mail it is.',
    effect: { safety: 'read' },
    scope: { messages: 'message_id' },
    runs: 'reader',
    activity: { action: 'mail.explain_place' },
    input: z.object({ message_id: messageId }),
    output: z.object({
      kind: z.literal('WhyHere'),
      message_id: messageId,
      sentences: z.array(
        z.object({
          about: z.enum(['moved', 'screener', 'mode', 'kind', 'label']),
          text: text('You decided that mail from lucie@example.org goes to Messages.'),
        }),
      ),
      is_waiting: z.boolean().describe('Whether the sender waits in the screener'),
    }),
  },
});
