import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import { cursor, limit, offset, queryFlag, rowGroup, searchMode } from '../../contract/fields.ts';

const queryText = z.string().max(4000);

export const searchExplain = z
  .object({
    requested_mode: searchMode,
    executed_mode: searchMode,
    notes: z.array(z.string()),
  })
  .meta({ id: 'SearchExplain' });

export const searchRequests = requests({
  find: {
    http: 'GET /mail/search',
    summary: 'Searches all mail of the accounts the caller may see. Without `q` the answer is empty.',
    effect: { safety: 'read' },
    scope: 'filtered',
    runs: 'reader',
    input: z.object({
      q: queryText.default(''),
      mode: searchMode.optional(),
      limit: limit.optional(),
      offset: offset.default(0),
      cursor: cursor.optional(),
      scope: z.enum(['threads', 'messages']).default('threads'),
      sort: z.string().max(40).default('recent').describe('`recent` or `oldest`; any other word means `recent`'),
      explain: queryFlag.default(false),
    }),
    output: z.object({
      scope: z.enum(['threads', 'messages']),
      sort: z.string(),
      mode: searchMode,
      total: z.int(),
      /** False where counting stopped: there are at least `total`. */
      total_is_exact: z.boolean(),
      has_more: z.boolean(),
      next_offset: z.int().nullable(),
      next_cursor: z.string().nullable(),
      groups: z.array(rowGroup),
      explain: searchExplain.nullable(),
      /** How much of the stored mail the answer covers. */
      coverage: z.object({ indexed: z.int(), stored: z.int() }),
    }),
  },
  count: {
    http: 'GET /mail/count',
    summary: 'How many messages match a query.',
    effect: { safety: 'read' },
    scope: 'filtered',
    runs: 'reader',
    input: z.object({ q: queryText.optional(), query: queryText.optional(), mode: searchMode.optional() }),
    output: z.object({ kind: z.literal('Count'), count: z.int() }),
  },
});
