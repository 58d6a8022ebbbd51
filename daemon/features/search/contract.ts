import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import {
  accountId,
  count,
  cursor,
  limit,
  nextCursor,
  nextOffset,
  offset,
  queryFlag,
  rowGroup,
  searchMode,
  text,
} from '../../contract/fields.ts';
import { queryErrors, queryText, searchExplain } from '../../contract/search.ts';

const scope = z.enum(['threads', 'messages', 'attachments']);
const groupBy = z.enum(['from', 'list', 'category']);

const unixSeconds = z.int().meta({ description: 'Unix seconds', examples: [1_773_129_600] });

const aggregationRow = z
  .object({
    key: text('ada@example.org'),
    label: text('Ada Morgan'),
    count,
    unread: count,
    oldest: unixSeconds.nullable(),
    newest: unixSeconds.nullable(),
  })
  .meta({ id: 'SearchAggregationRow', description: 'One sender, list or kind of mail, and how much of it matches' });

export const searchRequests = requests('Finding mail by words, senders, dates and marks.', {
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
        .meta({
          description:
            '`recent`, `oldest` or `relevant`; any other word means `recent`, none what the configuration says',
          examples: ['relevant'],
        }),
      exact: queryFlag.default(false).describe('Whether `total` is counted to the end'),
      explain: queryFlag.default(false).describe('Whether `explain` says how the answer came about'),
    }),
    output: z.object({
      scope,
      sort: text('recent'),
      mode: searchMode,
      total: count.describe('Conversations, messages or attachments, as `scope` says'),
      total_is_exact: z.boolean().describe('False where counting stopped: there are at least `total`'),
      has_more: z.boolean(),
      next_offset: nextOffset,
      next_cursor: nextCursor,
      groups: z.array(rowGroup),
      explain: searchExplain.nullable(),
      coverage: z
        .object({ indexed: count, stored: count })
        .describe('How much of the stored mail the answer covers, in messages'),
    }),
    errors: {
      ...queryErrors,
      bad_cursor: ['invalid', '`cursor` is not the `next_cursor` of an answer in this order.'],
    },
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
      query: text('from:ada dinner is:unread'),
      group_by: groupBy,
      total: count.describe('Messages that match'),
      groups: z.array(aggregationRow),
    }),
    errors: queryErrors,
  },
  count: {
    http: 'GET /mail/count',
    summary: 'How many messages match a query.',
    effect: { safety: 'read' },
    scope: 'filtered',
    runs: 'reader',
    input: z.object({
      q: queryText.optional(),
      query: queryText.optional().describe('The same as `q`, which wins'),
      account_id: accountId.optional(),
      mode: searchMode.optional(),
    }),
    output: z.object({ kind: z.literal('Count'), count }),
    errors: queryErrors,
  },
});
