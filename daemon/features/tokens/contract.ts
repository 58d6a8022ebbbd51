import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import { accountId, anyId, instantOut } from '../../contract/fields.ts';

const origin = z
  .enum(['script', 'agent', 'mcp'])
  .describe('What the holder is: an agent and a tool are held to their profile');

/** A token beside the owner's own. The secret itself is told once, when the token is made. */
export const token = z
  .object({
    token_id: z.string(),
    name: z.string(),
    origin,
    /** Null sets no limit beside that of the profile. */
    account_ids: z.array(z.string()).nullable(),
    created_at: instantOut,
  })
  .meta({ id: 'Token' });

export const tokensRequests = requests({
  list: {
    http: 'GET /platform/tokens',
    summary: "The tokens that were made beside the owner's own.",
    effect: { safety: 'read' },
    scope: 'none',
    people: true,
    input: z.object({}),
    output: z.object({ tokens: z.array(token) }),
  },
  create: {
    http: 'POST /platform/tokens',
    summary: 'Makes a token for a script, an agent or a tool, and tells its secret this one time.',
    effect: { safety: 'mutate' },
    scope: { accounts: 'account_ids' },
    people: true,
    input: z.object({
      name: z.string().trim().min(1).max(100).describe('What it is for'),
      origin,
      account_ids: z
        .array(accountId)
        .min(1)
        .max(1000)
        .optional()
        .describe('The only accounts it may touch; without it no limit beside that of the profile'),
    }),
    output: z.object({ token_id: z.string(), token: z.string().describe('The secret. It is not shown again.') }),
  },
  remove: {
    http: 'DELETE /platform/tokens/{token_id}',
    summary: 'Takes the rights of a token at once; its connections are closed.',
    effect: { safety: 'mutate' },
    scope: 'none',
    people: true,
    input: z.object({ token_id: anyId }),
    output: z.object({ ok: z.literal(true) }),
  },
});
