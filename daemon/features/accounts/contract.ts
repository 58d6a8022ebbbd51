import { z } from 'zod';
import { requests } from '../../contract/define.ts';

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
  .meta({ id: 'AccountCapabilitiesData' });

export const accountSummary = z
  .object({
    account_id: z.string(),
    key: z.string().nullable(),
    name: z.string(),
    email: z.string(),
    provider_kind: z.string(),
    sync_kind: z.string().nullable(),
    send_kind: z.string().nullable(),
    enabled: z.boolean(),
    is_default: z.boolean(),
    source: z.enum(['runtime', 'config', 'both']),
    editable: z.enum(['full', 'runtime_only']),
    capabilities: accountCapabilities,
    health: z.object({
      state: z.enum(['synced', 'syncing', 'waiting', 'needs_attention', 'disabled']),
      message: z.string(),
    }),
  })
  .meta({ id: 'AccountSummaryData' });

export const accountsRequests = requests({
  list: {
    http: 'GET /platform/accounts',
    summary: 'Every account the daemon knows, with its health in words.',
    effect: { safety: 'read' },
    scope: 'filtered',
    input: z.object({}),
    output: z.object({ accounts: z.array(accountSummary) }),
  },
});
