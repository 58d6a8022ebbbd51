import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import {
  accountId,
  count,
  cursor,
  instantOut,
  limit,
  nextOffset,
  pageInput,
  pageOutput,
  queryFlag,
  searchMode,
  text,
  uuid,
} from '../../contract/fields.ts';
import { queryErrors, queryText, searchExplain } from '../../contract/search.ts';
import { isIcon } from './icons.ts';

const sortOrder = z
  .enum(['DateDesc', 'DateAsc', 'Relevance'])
  .meta({ id: 'SortOrder', description: 'Newest first, oldest first, or the best match first' });

const newName = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((name) => name.isWellFormed() && !/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(name), {
    message: 'must not hold line breaks or other control characters',
  })
  .meta({ description: 'No other has it, in whatever capitals', examples: ['Unpaid invoices'] });
const name = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .meta({ examples: ['Unpaid invoices'] });
const query = queryText.min(1);
const icon = z
  .string()
  .trim()
  .max(60)
  .refine(isIcon, { message: 'must be a colour such as #3f7a5d, one emoji, or a word of at most 24 letters' })
  .meta({
    description: 'A colour as CSS writes it in numbers (`#3f7a5d`, `rgb(63 122 93)`), one emoji, or a short word',
    examples: ['#3f7a5d'],
  });
const position = z
  .int()
  .min(-1_000_000)
  .max(1_000_000)
  .meta({ description: 'The lowest is first; below 0 it is pinned', examples: [3] });
const mode = searchMode.optional();

/** A saved search (wire-contract, section 14.11). */
const savedSearch = z
  .object({
    id: uuid(),
    account_id: uuid('Null where it looks through all accounts').nullable(),
    name: text('Unpaid invoices'),
    query: text('subject:invoice is:unread'),
    search_mode: searchMode,
    sort: sortOrder,
    icon: text('#3f7a5d').nullable(),
    position: z.int(),
    created_at: instantOut,
  })
  .meta({ id: 'SavedSearch', description: 'A question that is kept, by a name' });

const foundItem = z
  .object({
    account_id: uuid(),
    message_id: uuid(),
    mode: searchMode,
    score: z.number().describe('How well it matches, where that was asked for; 0 otherwise'),
    thread_id: uuid(),
  })
  .meta({ id: 'SearchResultItem' });

const unknown = { search_not_found: ['missing', 'There is no saved search of that name here.'] } as const;
const changing = {
  ...queryErrors,
  name_taken: ['conflict', 'Another saved search has that name.'],
} as const;

export const savedSearchesRequests = requests('Questions that are kept, by name, and what they find.', {
  list: {
    http: 'GET /platform/saved-searches',
    summary: 'The saved searches, in the order they are shown in.',
    effect: { safety: 'read' },
    scope: 'filtered',
    pages: { list: 'searches' },
    input: z.object({ ...pageInput }),
    output: z.object({ kind: z.literal('SavedSearches'), searches: z.array(savedSearch), ...pageOutput }),
  },
  create: {
    http: 'POST /platform/saved-searches/create',
    summary: 'Keeps a question under a name that is not taken.',
    effect: { safety: 'mutate' },
    ofPosthorn: true,
    scope: 'filtered',
    activity: { recordedFields: ['name'], queryFields: ['query'] },
    input: z.object({
      name: newName,
      query,
      mode,
      search_mode: mode.describe('The same as `mode`, which wins'),
      sort: sortOrder.default('DateDesc'),
      icon: icon.nullable().default(null),
      position: position.optional().describe('Without it, behind all others'),
      account_id: accountId.nullable().optional().describe('The one account it looks through; without it all of them'),
    }),
    output: z.object({ ok: z.literal(true), search: savedSearch }),
    errors: { ...changing, too_many_searches: ['limited', 'There are 200 already, which is the most.'] },
  },
  update: {
    http: 'POST /platform/saved-searches/update',
    summary: 'Changes what is given of a saved search, and nothing else of it.',
    effect: { safety: 'mutate' },
    ofPosthorn: true,
    scope: 'filtered',
    activity: { recordedFields: ['name', 'new_name'], queryFields: ['query'] },
    input: z.object({
      name: name.describe('Which one, by the name it has'),
      new_name: newName.optional(),
      query: query.optional(),
      search_mode: mode,
      mode: mode.describe('The same as `search_mode`, which wins'),
      sort: sortOrder.optional(),
      icon: icon.nullable().optional().describe('Null takes it away'),
      position: position.optional(),
      account_id: accountId.nullable().optional().describe('Null has it look through all accounts'),
    }),
    output: savedSearch,
    errors: { ...changing, ...unknown },
  },
  remove: {
    http: 'POST /platform/saved-searches/delete',
    summary: 'Forgets a saved search. The mail it finds stays where it is.',
    effect: { safety: 'mutate' },
    ofPosthorn: true,
    scope: 'filtered',
    activity: { recordedFields: ['name'] },
    input: z.object({ name }),
    output: z.object({ ok: z.literal(true) }),
    errors: unknown,
  },
  run: {
    http: 'POST /platform/saved-searches/run',
    summary: 'What a saved search finds now, as messages in its own order.',
    effect: { safety: 'read' },
    scope: 'filtered',
    runs: 'reader',
    activity: { recordedFields: ['name'], unlessFields: ['offset'] },
    pages: { list: 'results', id: 'message_id', reads: 'offset' },
    input: z.object({
      cursor: cursor.optional(),
      name,
      limit: limit.default(50),
      offset: z.int().min(0).max(10_000_000).default(0).describe('How many messages to pass over'),
      exact: queryFlag
        .default(true)
        .describe('Whether `total` is counted to the end. Without it, counting stops early and the rows come sooner'),
    }),
    output: z.object({
      kind: z.literal('SearchResults'),
      results: z.array(foundItem),
      total: count,
      next_offset: nextOffset,
      explain: searchExplain,
      ...pageOutput,
    }),
    errors: { ...unknown, bad_query: queryErrors.bad_query },
  },
});
