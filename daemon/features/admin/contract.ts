import { z } from 'zod';
import { vaultStates } from '../../config/secrets/vault.ts';
import { requests } from '../../contract/define.ts';
import { eventCategories, eventLevel, eventLogEntry } from '../../contract/event-log.ts';
import { semanticRuntime } from '../../contract/semantic-runtime.ts';
import {
  accountSyncStatus,
  configNote,
  count,
  cursor,
  limit,
  offset,
  pageOutput,
  queryInt,
  text,
} from '../../contract/fields.ts';

// The last second of the year 9999; later instants do not sort as text.
const unixSeconds = queryInt({ min: 0, max: 253_402_300_798 });
const searchWords = z
  .string()
  .max(1000)
  .meta({ examples: ['archive'] });
const category = z
  .string()
  .max(100)
  .meta({ examples: ['sync'] });

const eventFilter = {
  level: eventLevel.optional(),
  category: category.optional(),
  category_prefix: category.optional().describe('How the category begins'),
  since: unixSeconds.optional().describe('Unix seconds: nothing from before'),
  until: unixSeconds.optional().describe('Unix seconds: nothing from after this second'),
  search: searchWords.optional().describe('A part of what the entry says, in any case'),
};

export const adminRequests = requests('The daemon itself: how it is, what it has done, and stopping it.', {
  status: {
    http: 'GET /admin/status',
    summary:
      'How the daemon is: process, accounts, message count, sync. `degraded` means the mail database cannot be used as usual, and counts may not be known.',
    effect: { safety: 'read' },
    scope: 'filtered',
    withoutStore: true,
    input: z.object({}),
    output: z.object({
      uptime_secs: count,
      accounts: z.array(text('Work')).describe('By name'),
      total_messages: count,
      daemon_pid: count,
      sync_statuses: z.array(accountSyncStatus),
      protocol_version: z.int().meta({ examples: [4] }),
      daemon_version: text('0.1.0'),
      daemon_build_id: text('5c1f0a9b').nullable(),
      repair_required: z.boolean(),
      semantic_runtime: semanticRuntime
        .nullable()
        .describe('Null while searching by meaning is switched off, and for others than the owner'),
      feature_health: z.null(),
      degraded: z.boolean(),
      store_problem: text('The mail database on this computer is damaged.')
        .nullable()
        .describe('Why the mail database cannot be used as usual'),
      instance: text('posthorn'),
      is_demo: z.boolean(),
      search_coverage: z
        .object({ indexed: count, stored: count })
        .describe('How much of the stored mail search covers'),
      bridge: z
        .object({
          url: text('http://127.0.0.1:42829').nullable(),
          trouble: text('Port 42829 on 127.0.0.1 is used by another program.').nullable(),
        })
        .describe('Where the bridge answers, or why it does not'),
      agents_paused: z.boolean().describe('Whether every request of an agent or a tool is refused'),
      disk: text('The disk is full, so nothing can be saved. Free up some space, and Posthorn continues automatically.')
        .nullable()
        .describe('What prevents the disk from storing something, if anything does'),
      vault: z
        .enum(vaultStates)
        .meta({ examples: ['none'] })
        .describe('Whether passwords wait for the passphrase of the owner. It is told to the owner alone'),
      config: z
        .object({
          trouble: text('config.toml, line 3: a value is missing.')
            .nullable()
            .describe('Why the file as it is now is not in force at all'),
          notes: z.array(configNote),
        })
        .describe('What is wrong with config.toml, and what holds instead. It is told to the owner alone'),
    }),
  },
  ping: {
    http: 'POST /admin/ping',
    summary: 'Answers, if the daemon lives.',
    effect: { safety: 'read' },
    scope: 'none',
    withoutStore: true,
    input: z.object({}),
    output: z.object({ pong: z.literal(true) }),
  },
  shutdown: {
    http: 'POST /admin/shutdown',
    summary: 'Stops the daemon in good order, after this answer is out.',
    effect: { safety: 'operate' },
    scope: 'none',
    withoutStore: true,
    activity: { tier: 'important' },
    input: z.object({}),
    output: z.object({ shutdown: z.literal('scheduled') }),
  },
  events: {
    http: 'GET /admin/events',
    summary: 'What has happened, in words, newest first: the events that were recorded, for as long as they are kept.',
    effect: { safety: 'read' },
    scope: 'filtered',
    runs: 'reader',
    pages: { list: 'entries', id: 'seq', reads: 'offset' },
    input: z.object({
      cursor: cursor.optional(),
      limit: limit.default(200),
      offset: offset.default(0),
      ...eventFilter,
    }),
    output: z.object({ kind: z.literal('EventLogEntries'), entries: z.array(eventLogEntry), ...pageOutput }),
  },
  countEvents: {
    http: 'GET /admin/events/count',
    summary: 'How many recorded events there are.',
    effect: { safety: 'read' },
    scope: 'filtered',
    runs: 'reader',
    input: z.object(eventFilter),
    output: z.object({ kind: z.literal('EventLogCount'), count }),
  },
  eventCategories: {
    http: 'GET /admin/events/categories',
    summary: 'The categories of which events are recorded.',
    effect: { safety: 'read' },
    scope: 'filtered',
    runs: 'reader',
    input: z.object({}),
    output: z.object({ kind: z.literal('EventCategories'), categories: z.array(z.enum(eventCategories)) }),
  },
  logs: {
    http: 'GET /admin/logs',
    summary: 'Lines of the log, newest first, those of its older files included.',
    effect: { safety: 'read' },
    scope: 'none',
    people: true,
    withoutStore: true,
    runs: 'reader',
    pages: { list: 'lines', reads: 'offset' },
    input: z.object({
      cursor: cursor.optional(),
      limit: limit.default(200),
      offset: offset.default(0),
      level: z
        .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal'])
        .optional()
        .describe('Lines of this level and more serious ones'),
      search: searchWords.optional().describe('A part of the line, in any case'),
      format: z
        .enum(['text', 'json'])
        .default('text')
        .describe('`text` to be read by people, `json` for each line as it was written'),
    }),
    output: z.object({
      kind: z.literal('LogLines'),
      lines: z.array(text('2026-03-10T09:40:00.000Z INFO the daemon is running')),
      ...pageOutput,
    }),
  },
});
