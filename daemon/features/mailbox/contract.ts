import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import { cursor, lensKind, limit, offset, rowGroup } from '../../contract/fields.ts';
import { shell, sidebar } from '../../contract/shell.ts';

export const mailboxView = z.enum(['threads', 'messages']);

export const mailboxRequests = requests({
  list: {
    http: 'GET /mail/mailbox',
    summary: 'A page of a mailbox, newest first, over all accounts the caller may see.',
    effect: { safety: 'read' },
    scope: 'filtered',
    input: z.object({
      limit: limit.default(200),
      offset: offset.default(0),
      cursor: cursor.optional(),
      view: mailboxView.default('threads'),
      lens_kind: lensKind.extract(['inbox', 'all_mail', 'label']).default('inbox'),
      label_id: z.string().max(200).optional().describe('Required with `lens_kind=label`'),
    }),
    output: z.object({
      shell,
      sidebar,
      mailbox: z.object({
        lensLabel: z.string(),
        view: mailboxView,
        /** Rows of the view asked for. */
        counts: z.object({ unread: z.int(), total: z.int() }),
        has_more: z.boolean(),
        next_offset: z.int().nullable(),
        next_cursor: z.string().nullable(),
        groups: z.array(rowGroup),
      }),
    }),
  },
});
