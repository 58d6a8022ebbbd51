import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import { accountId, queryInt, text, uuid } from '../../contract/fields.ts';

const state = text('6f1c0a9be2d3-1204-1204-all', 'Opaque');

const changed = z
  .object({
    created: z.array(uuid()),
    updated: z.array(uuid()),
    destroyed: z.array(uuid()),
  })
  .meta({ id: 'ChangedIds', description: 'Ids of what was added, changed and removed; each is in one of the lists' });

export const changesRequests = requests('What has changed since a client last looked.', {
  list: {
    http: 'GET /mail/changes',
    notInPage: true,
    summary:
      'The messages and conversations that were added, changed or removed since a state. Without `since` it gives the present ' +
      'state and nothing else.',
    effect: { safety: 'read' },
    scope: 'filtered',
    input: z.object({
      since: z
        .string()
        .max(200)
        .optional()
        .meta({ description: '`state` of an earlier answer', examples: ['6f1c0a9be2d3-1204-1204-all'] }),
      limit: queryInt({ min: 1, max: 1000 }).default(500).describe('How many changes at the most'),
      account_id: accountId.optional().describe('Only changes of this account. The state is then one of this account'),
    }),
    output: z.object({
      kind: z.literal('Changes'),
      state: state.describe('What to send as `since` next time'),
      has_more: z.boolean().describe('Whether there are more changes now: ask again with `state`'),
      messages: changed.describe('`updated`: flags, labels or conversation are others. What it says never changes'),
      threads: changed.describe(
        '`updated`: a message was added, changed or removed. One that was merged into another is removed',
      ),
    }),
    errors: {
      bad_state: ['invalid', '`since` is not the `state` of an earlier answer.'],
      not_found: ['missing', 'There is no such account here, or this caller may not see it.'],
      state_expired: [
        'conflict',
        'What has changed since this state is not known any more. Ask without `since`, and list again what you keep.',
      ],
    },
  },
});
