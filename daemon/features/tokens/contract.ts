import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import {
  accountId,
  anyId,
  count,
  instant,
  instantOut,
  pageInput,
  pageOutput,
  text,
  uuid,
} from '../../contract/fields.ts';
import { tokenScopes } from '../../safety/policy.ts';

const origin = z
  .enum(['script', 'agent', 'mcp'])
  .describe('What the holder is: an agent and a tool are held to their profile');

const scopes = z
  .array(z.enum(tokenScopes))
  .describe(
    'read: read mail. draft: also write drafts. send: also send. act: change mail. admin: also change and run Posthorn',
  );
const requestNames = z.array(z.string().max(100)).max(200);

export const token = z
  .object({
    token_id: uuid(),
    name: text('Morning digest'),
    origin,
    account_ids: z.array(uuid()).nullable().describe('Null sets no limit beside that of the profile'),
    scopes: scopes
      .nullable()
      .meta({ description: 'What it may do. Null sets no limit', examples: [['read', 'draft']] }),
    requests: requestNames
      .nullable()
      .meta({ description: 'Requests it may send besides, by `operationId`', examples: [['snooze.list']] }),
    requests_per_minute: count.nullable().describe('Null for the usual number, which is 600'),
    created_at: instantOut,
    expires_at: instantOut.nullable().describe('Null for never'),
    last_used_at: instantOut.nullable().describe('To the minute'),
  })
  .meta({
    id: 'Token',
    description: "A token beside the owner's own. The secret itself is told once, when the token is made",
  });

export const tokensRequests = requests('Tokens for scripts, agents and tools, which may do less than the owner.', {
  list: {
    http: 'GET /platform/tokens',
    summary: "The tokens that were made beside the owner's own.",
    effect: { safety: 'read' },
    scope: 'none',
    people: true,
    pages: { list: 'tokens', id: 'token_id' },
    input: z.object({ ...pageInput }),
    output: z.object({ tokens: z.array(token), ...pageOutput }),
  },
  create: {
    http: 'POST /platform/tokens',
    summary: 'Makes a token for a script, an agent or a tool, and tells its secret this one time.',
    effect: { safety: 'mutate' },
    scope: { accounts: 'account_ids' },
    people: true,
    secret: true,
    activity: { tier: 'important', recordedFields: ['name', 'origin'] },
    input: z.object({
      name: z
        .string()
        .trim()
        .min(1)
        .max(100)
        .meta({ description: 'What it is for', examples: ['Morning digest'] }),
      origin,
      account_ids: z
        .array(accountId)
        .min(1)
        .max(1000)
        .optional()
        .describe('The only accounts it may touch; without it no limit beside that of the profile'),
      scopes: scopes
        .min(1)
        .optional()
        .meta({ examples: [['read', 'draft']] }),
      requests: requestNames
        .min(1)
        .optional()
        .meta({
          description: 'Requests it may send besides its scopes, by `operationId`',
          examples: [['snooze.list']],
        }),
      requests_per_minute: z.int().min(1).max(60_000).optional().describe('600 without it'),
      expires_at: instant
        .optional()
        .describe('From then on it no longer works; without it, it works until it is revoked'),
    }),
    output: z.object({ token_id: uuid(), token: text('ph_3q2-7w…', 'The secret. It is not shown again') }),
    errors: {
      not_found: ['missing', 'One of these accounts does not exist. No token was created.'],
      already_expired: ['invalid', 'The time of expiry is in the past. No token was created.'],
      unknown_request_name: ['invalid', 'One of the requests does not exist. No token was created.'],
      told_once: ['conflict', 'It was made when it was asked for first under this Idempotency-Key.'],
    },
  },
  remove: {
    http: 'DELETE /platform/tokens/{token_id}',
    summary: 'Takes the rights of a token at once; its connections are closed.',
    effect: { safety: 'mutate' },
    scope: 'none',
    people: true,
    activity: { tier: 'important' },
    input: z.object({ token_id: anyId }),
    output: z.object({ ok: z.literal(true) }),
    errors: { not_found: ['missing', 'There is no such token.'] },
  },
});
