import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import { eventLogEntry } from '../../contract/event-log.ts';
import { accountId, accountSyncStatus, count, instantOut, queryFlag, text, uuid } from '../../contract/fields.ts';

/** Repairs that the user can start with a button. */
const repairActions = [
  'sync_now',
  'retry_stuck',
  'repair_index',
  'rebuild_index',
  'recount_contacts',
  'recount_labels',
  'fix_file_modes',
  'make_backup',
  'restore_config',
  'restore_keys',
  'restore_secrets',
  'reset_config',
  'reset_keys',
  'reset_secrets',
] as const;
export type RepairAction = (typeof repairActions)[number];

const repairAction = z.enum(repairActions);

/** Actions that concern all accounts: the index of all mail, files, backups, settings. */
const globalActions: readonly unknown[] = repairActions.filter(
  (action) => !['sync_now', 'retry_stuck', 'recount_contacts', 'recount_labels'].includes(action),
);

const offeredRepair = z.object({ id: repairAction, label: text('Try again', 'What the button says') });

const doctorFinding = z
  .object({
    code: text('account_refused', 'What it is, as a word for programs'),
    severity: z.enum(['info', 'warning', 'error']),
    category: z.enum([
      'generic',
      'sync',
      'o_auth',
      'network',
      'search_index',
      'semantic',
      'sqlite_lock',
      'storage',
      'daemon',
    ]),
    message: text('Work: the server refused the password.'),
    remediation: z.array(text('Put the password right, then sync.')).describe('What to do, step by step'),
    account_id: uuid('Null where it is of no account').nullable(),
    action: offeredRepair
      .describe('What POST /admin/diagnostics/repair can do about it, with the same `account_id`')
      .nullable(),
    other_action: offeredRepair.describe('What it can do in place of that').nullable(),
  })
  .meta({ id: 'DoctorFinding', description: 'Something that is not as it should be, and what helps' });

const indexFreshness = z
  .enum(['unknown', 'current', 'stale', 'disabled', 'indexing', 'error', 'repair_required'])
  .meta({ id: 'IndexFreshness' });

const dataStats = z
  .object({
    accounts: count,
    messages: count,
    unread_messages: count,
    starred_messages: count,
    messages_with_attachments: count,
    bodies: count.describe('Messages with a text: all of them'),
    attachments: count,
    threads: count,
    labels: count,
    message_labels: count,
    contacts: count,
    drafts: count,
    snoozed: count,
    saved_searches: count,
    rules: count,
    rule_logs: count,
    event_log: count.describe('Events that are recorded'),
    sync_log: count,
    sync_runtime_statuses: count,
    messages_missing_semantic_chunks: count
      .optional()
      .describe(
        'Messages whose text is not divided for searching by meaning yet. Left out if the index cannot be read',
      ),
    semantic_chunks: count,
    semantic_chunks_missing_embeddings: count.optional(),
    semantic_embeddings: count,
    semantic_profiles: count,
    open_operations: count.describe('Changes that a server has yet to be told of'),
  })
  .meta({ id: 'DoctorDataStats', description: 'How much is stored' });

const workerHealth = z
  .object({
    name: text('indexer'),
    state: z.enum(['idle', 'running', 'restarting', 'stopped']).describe('`idle` until it is first asked'),
    restarts: count.describe('How often it died and was started again'),
    waiting: count.describe('Questions that it has not answered yet'),
    waiting_ms: count.describe('How long the oldest of them waits'),
    answer_ms: count.nullable().describe('How long its latest answer took'),
  })
  .meta({ id: 'WorkerHealth' });

/** Wire-contract, section 14.14. */
const doctorReport = z
  .object({
    daemon_running: z.literal(true),
    daemon_pid: count,
    daemon_version: text('0.1.0'),
    daemon_build_id: text('5c1f0a9b').nullable(),
    daemon_protocol_version: z.int().meta({ examples: [4] }),
    healthy: z.boolean().describe('Nothing is wrong, and nothing needs a look'),
    health_class: z.enum(['healthy', 'degraded', 'restart_required', 'repair_required']),
    repair_required: z.boolean(),
    restart_required: z.boolean(),
    findings: z.array(doctorFinding),
    recommended_next_steps: z.array(text('Put the password right, then sync.')),
    is_deep: z.boolean().describe('Whether all that is stored was looked through, or a sample of it'),
    data_dir_exists: z.boolean(),
    database_exists: z.boolean(),
    database_path: text('/home/ada/.local/share/posthorn/mail.db', 'Its name alone, for others than the owner'),
    database_size_bytes: count,
    index_exists: z.boolean(),
    index_path: text('/home/ada/.local/share/posthorn/index.db', 'Its name alone, for others than the owner'),
    index_size_bytes: count,
    index_lock_held: z.boolean().describe('Whether the worker that writes the index has it open'),
    index_lock_error: text('The index worker had to be started again.').nullable(),
    lexical_index_freshness: indexFreshness,
    lexical_last_rebuilt_at: instantOut.nullable(),
    log_path: text('/home/ada/.local/share/posthorn/logs/daemon.log', 'Empty where none is written'),
    log_size_bytes: count.describe('Of its newest file'),
    free_bytes: count.nullable().describe('Room on the disk of the data folder; null where the system does not say'),
    recent_error_logs: z
      .array(text('2026-03-10T09:40:00.000Z ERROR a worker crashed'))
      .describe('Newest first; for the owner alone'),
    recent_sync_events: z.array(eventLogEntry),
    last_successful_sync_at: instantOut.nullable(),
    sync_statuses: z.array(accountSyncStatus),
    data_stats: dataStats.nullable().describe('Null where the store could not be looked through'),
    feature_health: z.null(),
    semantic_enabled: z.boolean(),
    semantic_active_profile: text('bge-small-en-v1.5').nullable(),
    semantic_index_freshness: indexFreshness,
    semantic_last_indexed_at: instantOut.nullable(),
    socket_exists: z.boolean(),
    socket_reachable: z.boolean(),
    stale_socket: z.boolean(),
    secret_store: z
      .enum(['keychain', 'file', 'vault'])
      .nullable()
      .describe('Where passwords are kept; null where there are none to keep'),
    token_store: z
      .enum(['keychain', 'files', 'vault'])
      .nullable()
      .describe('Where sign-ins made in the browser are kept; null where there are none to keep'),
    workers: z.array(workerHealth),
  })
  .meta({ id: 'DoctorReport', description: 'How the daemon is, and what is wrong with it' });

export const diagnosticsRequests = requests('How the daemon is: what is wrong, what helps, and a report for others.', {
  report: {
    http: 'GET /admin/diagnostics',
    summary: 'Looks at everything that can go wrong. `deep` looks through all that is stored, which takes longer.',
    effect: { safety: 'read' },
    scope: 'filtered',
    input: z.object({ deep: queryFlag.default(false).describe('Look through everything instead of a sample') }),
    output: z.object({ report: doctorReport }),
  },
  bugReport: {
    http: 'GET /admin/diagnostics/bug-report',
    summary:
      'The same as Markdown to be shown to strangers: no addresses, names, subjects, paths, host names or secrets.',
    effect: { safety: 'read' },
    scope: 'filtered',
    people: true,
    withoutStore: true,
    input: z.object({}),
    output: z.object({ content: text('# Posthorn bug report\n…') }),
  },
  repair: {
    http: 'POST /admin/diagnostics/repair',
    summary: 'Does what a finding offers. Asked for again while it runs, it gives the same job.',
    effect: { safety: 'operate' },
    scope: 'filtered',
    people: ({ action }) => globalActions.includes(action),
    awaits: true,
    activity: { tier: 'important', recordedFields: ['action'] },
    input: z.object({
      action: repairAction,
      account_id: accountId.optional().describe('The account it is for; all of them where none is named'),
    }),
    output: z.object({
      ok: z.literal(true),
      action: repairAction,
      job_id: uuid('Where it takes its time: the job that says how far it is').nullable(),
      message: text('Counting anew.', 'What was done, or has begun'),
    }),
    errors: {
      not_found: ['missing', 'There is no such account.'],
      backup_busy: ['conflict', 'A restore is under way.'],
      modes_unchanged: ['unavailable', 'The rights of a file could not be changed.'],
      config_unwritable: [
        'unavailable',
        'A damaged file could not be put aside, or its last good version not written.',
      ],
      worker_crashed: ['unavailable', 'A part of the daemon ended over it, and is started again.'],
    },
  },
});
