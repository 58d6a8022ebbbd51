import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import { accountSyncStatus } from '../../contract/fields.ts';

/** One key of config.toml that is wrong. */
const configNote = z
  .object({
    severity: z.enum(['warning', 'error']),
    key: z.string(),
    line: z.int().nullable(),
    message: z.string(),
  })
  .meta({ id: 'ConfigNote' });

export const adminRequests = requests({
  status: {
    http: 'GET /admin/status',
    summary: 'How the daemon is: process, accounts, message count, sync. `degraded` means the counts are not known.',
    effect: { safety: 'read' },
    scope: 'filtered',
    input: z.object({}),
    output: z.object({
      uptime_secs: z.int(),
      accounts: z.array(z.string()),
      total_messages: z.int(),
      daemon_pid: z.int(),
      sync_statuses: z.array(accountSyncStatus),
      protocol_version: z.int(),
      daemon_version: z.string(),
      daemon_build_id: z.string().nullable(),
      repair_required: z.boolean(),
      semantic_runtime: z.null(),
      feature_health: z.null(),
      degraded: z.boolean(),
      instance: z.string(),
      is_demo: z.boolean(),
      /** How much of the stored mail search covers. */
      search_coverage: z.object({ indexed: z.int(), stored: z.int() }),
      /** Where the bridge answers, or why it does not. */
      bridge: z.object({ url: z.string().nullable(), trouble: z.string().nullable() }),
      /** What is wrong with config.toml, and what holds instead. */
      config: z.object({
        /** Why the file as it is now is not in force at all. */
        trouble: z.string().nullable(),
        notes: z.array(configNote),
      }),
    }),
  },
  ping: {
    http: 'POST /admin/ping',
    summary: 'Answers, if the daemon lives.',
    effect: { safety: 'read' },
    scope: 'none',
    input: z.object({}),
    output: z.object({ pong: z.literal(true) }),
  },
  shutdown: {
    http: 'POST /admin/shutdown',
    summary: 'Stops the daemon in good order, after this answer is out.',
    effect: { safety: 'operate' },
    scope: 'none',
    input: z.object({}),
    output: z.object({ shutdown: z.literal('scheduled') }),
  },
});
