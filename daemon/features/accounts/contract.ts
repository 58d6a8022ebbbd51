import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import { text, uuid } from '../../contract/fields.ts';

export const accountCapabilities = z
  .object({
    labels: z.boolean(),
    server_search: z.boolean(),
    delta_sync: z.boolean(),
    push: z.boolean(),
    batch_operations: z.boolean(),
    native_thread_ids: z.boolean(),
    supports_send: z.boolean(),
    supports_local_drafts: z.boolean(),
    supports_server_drafts: z.boolean(),
  })
  .meta({ id: 'AccountCapabilitiesData', description: 'What the server and Posthorn can do for an account' });

export const accountSummary = z
  .object({
    account_id: uuid(),
    key: text('work').nullable().describe('Its name in config.toml'),
    name: text('Work'),
    email: text('ada@example.org'),
    addresses: z.array(text('ada@example.org')).describe('Every address of the owner in it, the main one first'),
    provider_kind: text('imap'),
    sync_kind: text('imap').nullable().describe('Null where it is kept in step with no server'),
    send_kind: text('smtp').nullable(),
    enabled: z.boolean(),
    is_default: z.boolean(),
    source: z.enum(['runtime', 'config', 'both']),
    editable: z.enum(['full', 'runtime_only']),
    capabilities: accountCapabilities,
    health: z.object({
      state: z.enum(['synced', 'syncing', 'waiting', 'needs_attention', 'disabled']),
      message: text('Synced.'),
    }),
  })
  .meta({ id: 'AccountSummaryData' });

export const accountsRequests = requests('The accounts that mail is fetched from, and how they are.', {
  list: {
    http: 'GET /platform/accounts',
    summary: 'Every account the daemon knows, with its health in words.',
    effect: { safety: 'read' },
    scope: 'filtered',
    input: z.object({}),
    output: z.object({ accounts: z.array(accountSummary) }),
  },
});
