import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import { count, instantOut, text } from '../../contract/fields.ts';

const problem = z
  .object({
    code: text('store_damaged', 'What it is, as a word for programs'),
    message: text('The mail database on this computer is damaged.'),
    detail: text(
      'SQLITE_CORRUPT: database disk image is malformed',
      'The report of SQLite or of the system',
    ).nullable(),
    found_at: instantOut,
  })
  .meta({ id: 'StoreProblem', description: 'Why the mail database cannot be used as usual' });

const choice = z
  .object({
    id: z.enum(['restore', 'salvage', 'start_over', 'retry']),
    is_recommended: z.boolean(),
    description: text('Keeps every message that can be read. The rest is fetched again from your servers.'),
  })
  .meta({ id: 'RepairChoice', description: 'One way to make the mail database usable again' });

const task = z
  .object({
    id: z.string().meta({ examples: ['018f3c4e-0000-7000-8000-000000000000'] }),
    kind: z.enum(['restore', 'salvage', 'start_over']),
    state: z.enum(['running', 'done', 'failed']).describe('After `done` Posthorn restarts with the result'),
    done: count,
    total: count.describe('0 while it is not known'),
    message: text('Recovered 4,980 messages and 2 drafts.').nullable(),
    error: text('The disk is full.').nullable(),
  })
  .meta({ id: 'RepairTask', description: 'A repair that runs, or the last one since the start' });

const started = z.object({ task });

const storeErrors = {
  not_damaged: ['conflict', 'The mail database is in order.'],
  repair_running: ['conflict', 'Another repair is running.'],
} as const;

const common = {
  effect: { safety: 'operate' },
  scope: 'none',
  people: true,
  withoutStore: true,
  awaits: true,
  output: started,
} as const;

export const repairRequests = requests('What is wrong with the mail database, and how to make it usable again.', {
  state: {
    http: 'GET /admin/repair',
    summary: 'Whether the mail database can be used, what is wrong with it, and the ways to repair it.',
    effect: { safety: 'read' },
    scope: 'none',
    people: true,
    withoutStore: true,
    input: z.object({}),
    output: z.object({
      mode: z
        .enum(['normal', 'read_only', 'closed'])
        .describe('`read_only`: mail can be read, nothing is changed, synced or sent. `closed`: mail cannot be read'),
      problem: problem.nullable(),
      choices: z.array(choice).describe('The best one first; empty in the mode `normal`'),
      task: task.nullable(),
      data_folder: text('/home/ada/.local/share/posthorn'),
    }),
  },
  restore: {
    ...common,
    http: 'POST /admin/repair/restore',
    summary: 'Checks a backup and restarts with it. The damaged files are kept in a folder.',
    activity: { tier: 'important', recordedFields: ['backup'] },
    input: z.object({ backup: text('posthorn-2026-11-21T10-20-30Z', 'The name of a backup, from the list') }),
    errors: { ...storeErrors, not_found: ['missing', 'There is no such backup.'] },
  },
  salvage: {
    ...common,
    http: 'POST /admin/repair/salvage',
    summary:
      'Copies everything that can be read into a new mail database and restarts with it. The damaged file is kept in a folder.',
    activity: { tier: 'important' },
    input: z.object({}),
    errors: storeErrors,
  },
  startOver: {
    ...common,
    http: 'POST /admin/repair/start-over',
    summary:
      'Restarts with a new mail database, which keeps drafts and signatures where they can be read, and fetches all mail again. The old files are kept in a folder.',
    activity: { tier: 'important' },
    input: z.object({}),
    errors: storeErrors,
  },
  retry: {
    http: 'POST /admin/repair/retry',
    summary: 'Restarts, and opens the mail database again as it is.',
    effect: { safety: 'operate' },
    scope: 'none',
    people: true,
    withoutStore: true,
    activity: { tier: 'important' },
    input: z.object({}),
    output: z.object({ ok: z.literal(true) }),
    errors: storeErrors,
  },
});
