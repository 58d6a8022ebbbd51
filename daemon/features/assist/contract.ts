import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import { citationRef, draftId, draftSafetyIssue } from '../../contract/draft.ts';
import {
  accountId,
  address,
  anyId,
  count,
  instantOut,
  messageId,
  queryFlag,
  queryInt,
  text,
  threadId,
  uuid,
} from '../../contract/fields.ts';
import { modelErrors } from '../../contract/model-errors.ts';
import { queryErrors } from '../../contract/search.ts';

const egress = { safety: 'egress' } as const;
const read = { safety: 'read' } as const;
const instruction = z
  .string()
  .trim()
  .min(1)
  .max(10_000)
  .meta({ examples: ['Say yes, and ask whether seven is too early'] });
const register = z.enum(['casual', 'neutral', 'formal']).meta({ id: 'VoiceRegisterData' });
const lengthHint = z.enum(['short', 'medium', 'long']).meta({ id: 'DraftLengthHintData' });
const email = z
  .string()
  .trim()
  .min(1)
  .max(320)
  .meta({ examples: ['ada@example.org'] });
const writtenText = z
  .string()
  .min(1)
  .max(100_000)
  .meta({ examples: ['I hope this email finds you well. Dinner at seven?'] });

const humanizerHit = z
  .object({
    category: text('filler'),
    matched: text('I hope this email finds you well', 'The words of the text; empty where it is the whole text'),
    suggestion: text('Leave it out and begin with what you want to say.').nullable(),
  })
  .meta({ id: 'HumanizerHitData' });
const humanizerReport = z
  .object({
    score: z.int().min(0).max(100).describe('100 sounds like a person; each hit takes something off'),
    hits: z.array(humanizerHit),
  })
  .meta({ id: 'HumanizerReportSummaryData' });

const voiceMatch = z
  .object({
    score: z.number().min(0).max(1),
    confidence: z.enum(['low', 'medium', 'high']),
    notable_deltas: z.array(text('Sentences are longer than yours usually are.')),
  })
  .meta({ id: 'VoiceMatchData', description: 'How much it is like what the owner writes, measured on this computer' });

const briefing = z
  .object({
    body_markdown: text('- 12 messages since March 2024\n\nThe date of the dinner is open. [3]'),
    citations: z.array(citationRef),
    from_cache: z.boolean(),
    generated_at: instantOut,
    model: text('qwen3:4b-instruct'),
    thread_id: uuid('Of a briefing about a person: the conversation of their newest message'),
  })
  .meta({ id: 'ThreadBriefingData' });

const expert = z
  .object({
    email: text('ada@example.org'),
    display_name: text('Ada Morgan').nullable(),
    answered_thread_count: count,
    evidence_msg_ids: z.array(uuid()),
    reason: text('Replied in 3 conversations about this, last in March 2026.'),
  })
  .meta({ id: 'ExpertSuggestionData' });

const suggestion = z.object({
  kind: z.literal('DraftSuggestion'),
  body: text('Seven is fine.\n\nAda', 'Markdown without links or images of the model’s own'),
  model: text('qwen3:4b-instruct'),
  voice_match: voiceMatch.nullable(),
  humanizer: humanizerReport.nullable(),
  rewrite_iterations: count,
  inferred_register: register.nullable(),
  inferred_length: lengthHint.nullable(),
  context_note: text(
    'The model didn’t read the 3 oldest messages, because it can’t take in more text at once.',
  ).nullable(),
});

const notDownloaded = ['unavailable', 'No message of it has been downloaded yet.'] as const;
const emptyDraft = ['invalid', 'The draft has no text of the owner’s.'] as const;
const noSuchAccount = { not_found: ['missing', 'There is no such account.'] } as const;
const tooLong = ['unsupported', 'The text is longer than the model can take in.'] as const;
const draftErrors = {
  not_found: ['missing', 'There is no such draft.'],
  html_draft: ['conflict', 'It is formatted mail of another program.'],
  empty_draft: emptyDraft,
  text_too_long: tooLong,
  ...modelErrors,
} as const;
const newDraft = {
  summary: 'Suggests a text for a message or an answer. Stores and sends nothing.',
  effect: egress,
  scope: 'filtered',
  awaits: true,
  input: z.object({
    instruction,
    account_id: accountId.optional().describe('Where a new message is written; otherwise the default account'),
    to: address.optional(),
    source_message_id: messageId.optional().describe('The message that is answered'),
    thread_id: threadId.optional().describe('The conversation that is answered'),
    register: register.optional(),
    length_hint: lengthHint.optional(),
  }),
  output: suggestion,
  errors: {
    not_found: ['missing', 'There is no such account, message or conversation.'],
    no_account: ['conflict', 'There is no account to write from.'],
    ...modelErrors,
  },
} as const;

export const assistRequests = requests(
  'Help of a language model with reading and writing. It suggests and never acts; nothing works until a model is set up.',
  {
    summarize: {
      http: 'POST /mail/threads/{thread_id}/summarize',
      summary: 'A summary of a conversation, written by a model, or the stored one if nothing has come or gone since.',
      effect: egress,
      scope: { threads: 'thread_id' },
      awaits: true,
      input: z.object({
        thread_id: threadId,
        refresh: z.boolean().default(false).describe('Whether to write it anew'),
      }),
      output: z.object({
        kind: z.literal('ThreadSummary'),
        text: text(
          '- Ada asks for a date for dinner [1]',
          'Markdown; the numbers are messages, counted from the oldest',
        ),
        model: text('qwen3:4b-instruct'),
        citations: z.array(citationRef).describe('`field` is the number in the text'),
        from_cache: z.boolean(),
        generated_at: instantOut,
      }),
      errors: { not_downloaded: notDownloaded, ...modelErrors },
    },
    threadBriefing: {
      http: 'GET /mail/threads/{thread_id}/briefing',
      summary: 'A briefing on a conversation that has rested: what is known, where it stands, and what is open.',
      effect: egress,
      scope: { threads: 'thread_id' },
      awaits: true,
      input: z.object({ thread_id: threadId, refresh: queryFlag.default(false) }),
      output: z.object({ kind: z.literal('ThreadBriefing'), briefing }),
      errors: { not_downloaded: notDownloaded, ...modelErrors },
    },
    contactBriefing: {
      http: 'GET /mail/contacts/briefing',
      summary: 'A briefing on a person before one writes to them.',
      effect: egress,
      scope: { accounts: 'account_id' },
      awaits: true,
      activity: { addressFields: ['email'] },
      input: z.object({ account_id: accountId, email, refresh: queryFlag.default(false) }),
      output: z.object({ kind: z.literal('RecipientBriefing'), briefing }),
      errors: {
        no_mail: ['missing', 'There is no mail from or to this person.'],
        not_downloaded: notDownloaded,
        ...modelErrors,
      },
    },
    experts: {
      http: 'GET /mail/contacts/expert',
      summary: 'Who has answered in conversations about a question, counted in the stored mail without a model.',
      effect: read,
      scope: { accounts: 'account_id' },
      input: z.object({
        account_id: accountId,
        query: z
          .string()
          .trim()
          .min(1)
          .max(1_000)
          .meta({ examples: ['How do I renew the parking permit?'] }),
        include_self: queryFlag.default(false),
        limit: queryInt({ min: 1, max: 50 }).default(5),
      }),
      output: z.object({ kind: z.literal('ExpertSuggestions'), experts: z.array(expert) }),
      errors: queryErrors,
    },
    explainExperts: {
      http: 'POST /mail/contacts/expert/explain',
      summary: 'The same, with reasons that a model finds in their answers.',
      effect: egress,
      scope: { accounts: 'account_id' },
      awaits: true,
      input: z.object({
        account_id: accountId,
        query: z
          .string()
          .trim()
          .min(1)
          .max(1_000)
          .meta({ examples: ['How do I renew the parking permit?'] }),
        include_self: z.boolean().default(false),
        limit: z.int().min(1).max(20).default(5),
      }),
      output: z.object({
        kind: z.literal('ExpertSuggestions'),
        experts: z.array(expert),
        model: text('qwen3:4b-instruct').nullable().describe('Null where no one was found'),
      }),
      errors: { ...queryErrors, ...modelErrors },
    },
    draftAssist: {
      http: 'POST /mail/threads/draft-assist',
      summary: 'Suggests an answer in a conversation. Stores and sends nothing.',
      effect: egress,
      scope: { threads: 'thread_id' },
      awaits: true,
      input: z.object({ thread_id: threadId, instruction }),
      output: suggestion,
      errors: modelErrors,
    },
    newDraft: { ...newDraft, http: 'POST /mail/drafts/new' },
    composeDraft: { ...newDraft, http: 'POST /mail/drafts/compose', summary: 'As POST /mail/drafts/new.' },
    refine: {
      http: 'POST /mail/drafts/refine',
      summary: 'Suggests another wording of a draft. What it quotes stays, and the stored draft is not changed.',
      effect: egress,
      scope: 'filtered',
      awaits: true,
      input: z.object({
        draft_id: draftId,
        knobs: z
          .object({
            shorter: z.boolean().optional(),
            warmer: z.boolean().optional(),
            more_formal: z.boolean().optional(),
            less_emoji: z.boolean().optional(),
            my_voice: z.boolean().optional().describe('As the owner writes, where that has been measured'),
            add_context: z.string().max(10_000).nullable().optional(),
          })
          .meta({ id: 'DraftRefineKnobsData' }),
      }),
      output: suggestion,
      errors: draftErrors,
    },
    review: {
      http: 'POST /mail/drafts/review',
      summary:
        'What a model notices in a draft before it is sent: unanswered questions and promises. It blocks nothing.',
      effect: egress,
      scope: 'filtered',
      awaits: true,
      input: z.object({ draft_id: anyId.describe('Id of a draft') }),
      output: z.object({ kind: z.literal('DraftReview'), issues: z.array(draftSafetyIssue) }),
      errors: draftErrors,
    },
    score: {
      http: 'POST /mail/humanizer/score',
      summary: 'Whether a text sounds like a person, by rules on this computer. No model reads it.',
      effect: read,
      scope: 'filtered',
      input: z.object({
        text: writtenText,
        account_id: accountId.optional().describe('Compares it with how the owner of this account writes, too'),
      }),
      output: z.object({ kind: z.literal('HumanizerReport'), report: humanizerReport }),
      errors: noSuchAccount,
    },
    rewrite: {
      http: 'POST /mail/humanizer/rewrite',
      summary: 'Has a model rewrite a text until it sounds like a person, and returns the best of it.',
      effect: egress,
      scope: 'filtered',
      awaits: true,
      input: z.object({
        text: writtenText,
        max_iterations: z.int().min(1).max(5).default(2),
        account_id: accountId.optional().describe('Writes as the owner of this account does'),
      }),
      output: z.object({
        kind: z.literal('HumanizedText'),
        text: text('Dinner at seven?'),
        report: humanizerReport,
        iterations: count,
      }),
      errors: { ...noSuchAccount, text_too_long: tooLong, ...modelErrors },
    },
  },
);
