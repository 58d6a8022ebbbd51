import { z } from 'zod';
import { destructiveActions, requests } from '../../contract/define.ts';
import { text as example } from '../../contract/fields.ts';
import { shell, sidebar } from '../../contract/shell.ts';

const text = z
  .string()
  .min(1)
  .meta({ examples: ['Accept'] });

/** The texts of one language that the daemon serves to pages (wire-contract, section 2). */
export const locale = z
  .object({
    code: z.string().meta({ examples: ['en'] }),
    invite: z.object({
      card_title: text,
      chip_label_accept: text,
      chip_label_tentative: text,
      chip_label_decline: text,
      state_label_accepted: text,
      state_label_tentative: text,
      state_label_declined: text,
      hint_change_response: text,
      hint_comment: text,
      banner_cancelled: text,
      banner_publish: text,
      banner_parse_warning: text,
      banner_updated: text,
      banner_counter: text,
    }),
    status: z.object({
      invite_pending_accept: text,
      invite_pending_tentative: text,
      invite_pending_decline: text,
      invite_cancelled: text,
    }),
  })
  .meta({ id: 'Locale', description: 'The texts of one language that the daemon gives to pages' });

const effects = z.array(z.enum(['read', 'fetch', 'egress', 'draft', 'send', 'mutate', 'destroy', 'operate']));

/** What a caller may do now, by the policy, its profile and its token. */
export const permissions = z
  .object({
    origin: example('mcp', 'What the caller counts as'),
    is_person: z.boolean().describe('Whether requests that are for people only are open to it'),
    mail: effects.describe('What its requests may do to mail'),
    other: effects.describe('What its requests may do to anything else'),
    named: effects.describe('What the requests may do that its token names'),
    requests: z.array(example('snooze.list')).describe('The requests that its token names'),
    destructive_actions: z.array(z.enum(destructiveActions)).describe('The actions that `destroy` covers'),
  })
  .meta({ id: 'Permissions', description: 'What a caller may do now. Accounts limit it in addition' });
export type Permissions = z.output<typeof permissions>;

export const clientRequests = requests('What a client shows around its pages, and whether the bridge answers.', {
  health: {
    http: 'GET /health',
    summary: 'Whether the bridge answers, and which protocol it speaks.',
    effect: { safety: 'read' },
    scope: 'none',
    open: true,
    withoutStore: true,
    input: z.object({}),
    output: z.object({
      status: z.literal('ok'),
      service: z.literal('posthorn'),
      protocol_version: z.int(),
      degraded: z.boolean().describe('Whether the mail database cannot be used as usual'),
    }),
  },
  i18n: {
    http: 'GET /i18n',
    summary: 'Texts for pages, in the language that `[ui].language` or the system asks for, else in English.',
    effect: { safety: 'read' },
    scope: 'none',
    open: true,
    withoutStore: true,
    input: z.object({}),
    output: locale,
  },
  shell: {
    http: 'GET /client/shell',
    summary: 'What surrounds every page: account and sync labels, and the sidebar with its counts.',
    effect: { safety: 'read' },
    scope: 'filtered',
    input: z.object({}),
    output: z.object({ shell, sidebar }),
  },
  permissions: {
    http: 'GET /client/permissions',
    summary: 'What the caller may do now: by the safety policy, by its profile and by its token.',
    effect: { safety: 'read' },
    scope: 'none',
    input: z.object({}),
    output: permissions,
  },
});
