import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import { accountId, accountSyncStatus } from '../../contract/fields.ts';

export const syncRequests = requests('Keeping step with the mail servers.', {
  start: {
    http: 'POST /mail/sync',
    summary: 'Starts a sync pass of every enabled account (or of one) and answers at once; joins one under way.',
    effect: { safety: 'operate' },
    scope: 'filtered',
    input: z.object({ account_id: accountId.optional() }),
    output: z.object({ ok: z.literal(true) }),
    errors: { not_found: ['missing', 'There is no such account.'] },
  },
  status: {
    http: 'GET /mail/sync/status',
    summary: 'The state of sync, of one account or of each.',
    effect: { safety: 'read' },
    scope: 'filtered',
    input: z.object({ account_id: accountId.optional() }),
    output: z.union([
      z.object({ kind: z.literal('SyncStatus'), sync: accountSyncStatus }),
      z.object({
        kind: z.literal('SyncStatuses'),
        sync_statuses: z.array(accountSyncStatus),
        sync: accountSyncStatus.nullable(),
      }),
    ]),
    errors: { not_found: ['missing', 'There is no such account.'] },
  },
});
