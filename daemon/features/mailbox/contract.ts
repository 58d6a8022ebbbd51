import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import {
  accountId,
  count,
  cursor,
  leanRows,
  lensKind,
  limit,
  nameList,
  nextCursor,
  nextOffset,
  offset,
  rowFields,
  rowGroup,
  text,
} from '../../contract/fields.ts';
import { shell, sidebar } from '../../contract/shell.ts';

const mailboxView = z.enum(['threads', 'messages']);

export const mailboxRequests = requests('Mail as lists: mailboxes, labels, and everything.', {
  list: {
    http: 'GET /mail/mailbox',
    summary: 'A page of a mailbox, newest first, over all accounts the caller may see.',
    effect: { safety: 'read' },
    scope: 'filtered',
    activity: { action: 'mail.list', recordedFields: ['lens_kind', 'label_id'] },
    input: z.object({
      limit: limit.default(200),
      offset: offset.default(0),
      cursor: cursor.optional(),
      view: mailboxView.default('threads'),
      lens_kind: lensKind.default('inbox'),
      account_id: accountId.optional().describe('Only mail of this account. The sidebar stays that of all'),
      label_id: z
        .string()
        .max(200)
        .meta({ format: 'uuid', description: 'Which label, with `lens_kind=label`: `lens.labelId` of a sidebar item' })
        .optional(),
      sender_email: z
        .string()
        .max(320)
        .meta({
          description: 'With `lens_kind=subscription`, whose mail; the newest message of each sender where absent',
          examples: ['weekly@example.org'],
        })
        .optional(),
      saved_search: z
        .string()
        .max(200)
        .meta({ description: 'Which saved search, by its name, with `lens_kind=saved_search`', examples: ['Unpaid'] })
        .optional(),
      fields: rowFields,
      include: nameList(
        ['shell', 'sidebar'],
        'What comes along with the list; everything where it is left out, nothing where it is empty.',
      ).optional(),
    }),
    output: z.object({
      shell: shell.optional().describe('Unless `include` leaves it out'),
      sidebar: sidebar.optional().describe('Unless `include` leaves it out'),
      mailbox: z.object({
        lensLabel: text('Inbox'),
        view: mailboxView,
        counts: z.object({ unread: count, total: count }).describe('Rows of the view asked for'),
        has_more: z.boolean(),
        next_offset: nextOffset,
        next_cursor: nextCursor,
        groups: z.array(rowGroup).describe('Empty with `fields`'),
        rows: leanRows,
      }),
    }),
    errors: {
      bad_cursor: ['invalid', '`cursor` is not the `next_cursor` of an earlier answer.'],
      label_id_missing: ['invalid', 'With `lens_kind=label`, `label_id` must say which label.'],
      saved_search_missing: ['invalid', 'With `lens_kind=saved_search`, `saved_search` must say which.'],
      bad_query: ['invalid', 'The saved search asks what cannot be read any more: `position` says where.'],
      not_found: ['missing', 'There is no such label, account or saved search here. It may have been removed.'],
    },
  },
});
