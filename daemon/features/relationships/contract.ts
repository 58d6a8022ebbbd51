import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import { accountId, uuid } from '../../contract/fields.ts';
import { relationshipProfile } from '../../contract/relationship.ts';

const email = z
  .string()
  .trim()
  .min(1)
  .max(320)
  .meta({ examples: ['ben@example.org'] });
const output = z.object({ kind: z.literal('RelationshipProfile'), profile: relationshipProfile.nullable() });

export const relationshipsRequests = requests('How the user and others correspond.', {
  get: {
    http: 'GET /mail/relationship',
    summary:
      'What the stored mail says about a correspondence; null with a stranger, to whom the user has never written.',
    effect: { safety: 'read' },
    scope: { accounts: 'account_id' },
    runs: 'reader',
    activity: { addressFields: ['email'] },
    input: z.object({ account_id: accountId, email }),
    output,
  },
  rebuild: {
    http: 'POST /mail/relationship/rebuild',
    summary: 'Reads all mail with a person again, as a job: how both write, and what they have promised.',
    effect: { safety: 'mutate' },
    mayNeed: [{ safety: 'egress' }],
    ofPosthorn: true,
    scope: { accounts: 'account_id' },
    awaits: true,
    activity: { action: 'mail.rebuild_relationship', addressFields: ['email'] },
    input: z.object({ account_id: accountId, email }),
    output: output.extend({ job_id: uuid('Its progress counts messages. Null with a stranger').nullable() }),
    errors: {
      rebuild_cancelled: ['conflict', 'The job was cancelled. What it had read until then counts.'],
      rebuild_stopped: ['unavailable', 'Posthorn stopped before the job was done.'],
    },
  },
});
