import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import { accountId, cursor, limit, offset, queryFlag, rowGroup, searchMode } from '../../contract/fields.ts';

const queryText = z.string().max(4000).describe('A query (wire-contract, section 16)');
const scope = z.enum(['threads', 'messages', 'attachments']);
const groupBy = z.enum(['from', 'list', 'category']);

const explainedResult = z
  .object({
    message_id: z.string(),
    rank: z.int(),
    final_score: z.number(),
    lexical_rank: z.int().nullable(),
    lexical_score: z.number().nullable(),
    dense_rank: z.int().nullable(),
    dense_score: z.number().nullable(),
  })
  .meta({ id: 'SearchExplainResult' });

const searchExplain = z
  .object({
    requested_mode: searchMode,
    executed_mode: searchMode,
    semantic_query: z.string().nullable(),
    /** How many hits were looked at to make this answer, and how many may be. */
    lexical_candidates: z.int(),
    lexical_window: z.int(),
    dense_candidates: z.int(),
    dense_window: z.int().nullable(),
    rrf_k: z.int().nullable(),
    final_results: z.int(),
    results: z.array(explainedResult),
    notes: z.array(z.string()),
  })
  .meta({ id: 'SearchExplain' });

const aggregationRow = z
  .object({
    key: z.string(),
    label: z.string(),
    count: z.int(),
    unread: z.int(),
    /** Unix seconds. */
    oldest: z.int().nullable(),
    newest: z.int().nullable(),
  })
  .meta({ id: 'SearchAggregationRow' });

export const searchRequests = requests({
  find: {
    http: 'GET /mail/search',
    summary: 'Searches all mail of the accounts the caller may see. Without `q` the answer is empty.',
    effect: { safety: 'read' },
    scope: 'filtered',
    runs: 'reader',
    input: z.object({
      q: queryText.default(''),
      account_id: accountId.optional(),
      mode: searchMode.optional(),
      limit: limit.optional(),
      offset: offset.default(0),
      cursor: cursor.optional(),
      scope: scope.default('threads'),
      sort: z
        .string()
        .max(40)
        .optional()
        .describe('`recent`, `oldest` or `relevant`; any other word means `recent`, none what the configuration says'),
      exact: queryFlag.default(false).describe('Whether `total` is counted to the end'),
      explain: queryFlag.default(false),
    }),
    output: z.object({
      scope,
      sort: z.string(),
      mode: searchMode,
      /** Conversations, messages or attachments, as `scope` says. */
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
  groups: {
    http: 'GET /mail/search/groups',
    summary: 'Who wrote the messages that match a query, or on which lists, with exact numbers.',
    effect: { safety: 'read' },
    scope: 'filtered',
    runs: 'reader',
    input: z.object({
      q: queryText.default(''),
      account_id: accountId.optional(),
      mode: searchMode.optional(),
      group_by: groupBy.default('from'),
      limit: limit.default(200),
    }),
    output: z.object({
      query: z.string(),
      group_by: groupBy,
      /** Messages that match. */
      total: z.int(),
      groups: z.array(aggregationRow),
    }),
  },
  count: {
    http: 'GET /mail/count',
    summary: 'How many messages match a query.',
    effect: { safety: 'read' },
    scope: 'filtered',
    runs: 'reader',
    input: z.object({
      q: queryText.optional(),
      query: queryText.optional(),
      account_id: accountId.optional(),
      mode: searchMode.optional(),
    }),
    output: z.object({ kind: z.literal('Count'), count: z.int() }),
  },
});
