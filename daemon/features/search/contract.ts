import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import {
  accountId,
  count,
  cursor,
  leanRows,
  limit,
  messageId,
  nextCursor,
  nextOffset,
  offset,
  queryFlag,
  queryInt,
  rowFields,
  rowGroup,
  searchMode,
  text,
  uuid,
} from '../../contract/fields.ts';
import { queryErrors, queryText, searchExplain } from '../../contract/search.ts';

const scope = z.enum(['threads', 'messages', 'attachments']);
const groupBy = z.enum(['from', 'list', 'category']);

const piece = z
  .object({ text: text('boiler'), is_hit: z.boolean().describe('Whether this is what was looked for') })
  .meta({ id: 'SearchPiece', description: 'A stretch of a text' });

const match = z
  .object({
    message_id: uuid(),
    places: z
      .array(z.enum(['subject', 'from', 'to', 'cc', 'bcc', 'body', 'filename', 'list']))
      .describe('Where the words stand that were looked for'),
    subject: z.array(piece).nullable().describe('The subject with the words marked; null if it contains none'),
    excerpt: z
      .array(piece)
      .nullable()
      .describe('The text about the first of the words; null where none was found in it'),
  })
  .meta({ id: 'SearchMatch', description: 'Why a message was found' });

const clause = z
  .object({
    position: count.describe('Its position in `q`, in UTF-16 code units'),
    length: count,
    words: text('with an attachment'),
    is_text: z.boolean().describe('Whether it asks for words anywhere'),
  })
  .meta({ id: 'SearchClause', description: 'A part of a query that can be taken out of it, in words' });

const correction = z
  .object({
    query: text('boiler inspection'),
    words: z.array(z.object({ written: text('inspecton'), meant: text('inspection') })),
    total: count.describe('How much it finds, at least'),
  })
  .meta({ id: 'SearchCorrection', description: 'A query that was probably meant' });

const matching = z
  .object({
    kind: z
      .enum(['exact', 'prefixes', 'stems', 'spelling'])
      .describe(
        'How the words of `q` were matched. Where a query finds nothing, its words are matched by their beginnings (`prefixes`), then in their other forms (`stems`), then in the closest spelling (`spelling`)',
      ),
    query: text('boiler* inspect*').describe(
      'A query whose exact matches are these results; `q` where `kind` is `exact`',
    ),
    words: z
      .array(z.object({ written: text('inspect'), searched: z.array(text('inspect*')) }))
      .describe('The words of `q` that were replaced'),
  })
  .meta({ id: 'SearchMatching', description: 'How words were matched' });

const dateSuggestion = z
  .object({ words: text('in March 2026'), query: text('boiler date:march') })
  .meta({ id: 'SearchDateSuggestion', description: 'A query in which a word that was searched as text means a date' });

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

/** Messages of one account that a search on its server stores, at most. */
export const maxFetched = 50;

const serverSearch = z
  .object({
    account_id: accountId,
    state: z
      .enum(['complete', 'searched', 'more', 'unfinished', 'unsupported', 'failed'])
      .describe(
        '`complete`: all its mail is stored, so its server was not asked. `searched`: everything that its server found is ' +
          'stored. `more`: `remaining` messages are left; ask again. `unfinished`: the server did not answer in time; ask ' +
          'again. `unsupported`: it cannot search. `failed`: see `message`',
      ),
    fetched: count.describe('Messages that were stored now'),
    remaining: count.describe('Messages that the server found and that are not stored yet'),
    message: text('The mail server can’t be reached right now.').nullable(),
  })
  .meta({ id: 'ServerSearch', description: 'What came of a search on the server of one account' });

export const searchRequests = requests('Finding mail by words, senders, dates and marks.', {
  find: {
    http: 'GET /mail/search',
    summary: 'Searches all mail of the accounts the caller may see. Without `q` the answer is empty.',
    effect: { safety: 'read' },
    scope: 'filtered',
    runs: 'reader',
    activity: {
      action: 'mail.search',
      unlessFields: ['cursor', 'offset'],
      queryFields: ['q'],
      recordedFields: ['sort', 'scope'],
    },
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
      exact: queryFlag
        .default(true)
        .describe('Whether `total` is counted to the end. Without it, counting stops early and the rows come sooner'),
      explain: queryFlag.default(false).describe('Whether `explain` says how the answer came about'),
      matches: queryFlag.optional().describe('Whether `matches` says why each message was found'),
      matching: z
        .enum(['exact', 'wider'])
        .default('wider')
        .describe('Whether the words are matched more widely where the query finds nothing'),
      typing: queryFlag
        .optional()
        .describe('Whether `q` is still being typed: its last word is a prefix, and incomplete terms are ignored'),
      fields: rowFields,
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
      groups: z.array(rowGroup).describe('Empty with `fields`'),
      rows: leanRows,
      explain: searchExplain.nullable(),
      coverage: z
        .object({ indexed: count, stored: count })
        .describe('How much of the stored mail the answer covers, in messages'),
      matches: z.array(match).describe('One for each message of the page where they were asked for and words were'),
      clauses: z.array(clause).describe('What `q` asks for, in words; all of it must be so'),
      matching,
      date_suggestion: dateSuggestion
        .nullable()
        .describe('On the first page, where a word of `q` may also mean a date'),
      by_meaning: z
        .array(uuid())
        .describe('Messages of the page that were found by meaning alone, in modes `hybrid` and `semantic`'),
      incomplete_accounts: z
        .array(accountId)
        .describe('Accounts whose mail is not all stored yet: `POST /mail/search/server` searches the rest of it'),
      did_you_mean: correction.nullable().describe('Where next to nothing was found, and another spelling finds more'),
    }),
    errors: {
      ...queryErrors,
      bad_cursor: ['invalid', '`cursor` is not the `next_cursor` of an answer in this order.'],
    },
  },
  fetch: {
    http: 'POST /mail/search/server',
    summary:
      'Searches on the mail servers of accounts whose mail is not all stored yet, and stores what they find, at most ' +
      `${maxFetched} messages of each account. Afterwards \`GET /mail/search\` finds it.`,
    effect: { safety: 'fetch' },
    scope: 'filtered',
    awaits: true,
    activity: { action: 'mail.search_server', queryFields: ['q'] },
    input: z.object({ q: queryText, account_id: accountId.optional() }),
    output: z.object({ accounts: z.array(serverSearch) }),
    errors: {
      ...queryErrors,
      not_found: ['missing', 'There is no such account here, or this caller may not see it.'],
      nothing_to_ask: ['invalid', 'The query has neither words nor dates, which a server could search for.'],
    },
  },
  similar: {
    http: 'GET /mail/messages/{message_id}/similar',
    summary: 'The messages whose meaning is closest to that of a message, the closest first.',
    effect: { safety: 'read' },
    scope: { messages: 'message_id' },
    runs: 'reader',
    input: z.object({ message_id: messageId, limit: queryInt({ min: 1, max: 100 }).default(50) }),
    output: z.object({
      message_id: uuid(),
      profile: text('bge-small-en-v1.5', 'The model that compared them; null where there is a note').nullable(),
      note: text('Similar messages can’t be found: searching by meaning is switched off.').nullable(),
      groups: z.array(rowGroup),
    }),
  },
  groups: {
    http: 'GET /mail/search/groups',
    summary: 'Who wrote the messages that match a query, or on which lists, with exact numbers.',
    effect: { safety: 'read' },
    scope: 'filtered',
    runs: 'reader',
    activity: { action: 'mail.search_groups', queryFields: ['q'] },
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
    activity: { action: 'mail.count', queryFields: ['q'] },
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
