import { z } from 'zod';
import { requests, type Effect } from '../../contract/define.ts';
import { accountId, anyId, count, instantOut, pageInput, pageOutput, text, uuid } from '../../contract/fields.ts';
import { dryRun } from '../../contract/mutation.ts';
import { labelNameError } from './label-name.ts';

const newName = z
  .string()
  .trim()
  .superRefine((name, context) => {
    const message = labelNameError(name);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  })
  .meta({ description: 'Its levels parted by `/`', examples: ['Travel/Japan'] });
const knownName = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .meta({ description: 'The name of a label, with its levels or without, or its id', examples: ['Travel/Japan'] });
const color = z
  .string()
  .regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i, 'must be a colour such as #3f7a5d')
  .toLowerCase()
  .meta({ description: 'A colour as CSS writes it in hexadecimal digits', examples: ['#3f7a5d'] });
const account_id = accountId.optional().describe('Whose label it is; without it the default account');

/** A label (wire-contract, section 14.2). */
export const label = z
  .object({
    id: uuid('The same for as long as the label is here, whatever it is called'),
    account_id: uuid(),
    name: text('Japan', 'The last part of its name'),
    full_name: text('Travel/Japan', 'Its levels parted by `/`, whatever the server parts them by'),
    provider_id: text('INBOX.Travel.Japan', 'What the server calls it'),
    kind: z.enum(['System', 'Folder', 'User']).describe('System ones can be neither renamed nor deleted'),
    role: z
      .enum(['inbox', 'sent', 'drafts', 'trash', 'spam', 'archive', 'all_mail', 'important', 'starred'])
      .nullable(),
    color: text('#3f7a5d').nullable(),
    total_count: count.describe('Messages'),
    unread_count: count,
    thread_count: count.describe('Conversations'),
    unread_thread_count: count,
    pending: z.enum(['create', 'rename', 'delete']).nullable().describe('What the server has yet to be told of it'),
  })
  .meta({ id: 'Label', description: 'A label, which on servers of folders is a folder' });

const mutationFields = {
  mutation_id: uuid('Names what was done, for undo and for MutationCompleted. Null in a dry run').nullable(),
  undoable_until: instantOut.nullable(),
};
const labelReply = z.object({ ok: z.boolean(), label, ...mutationFields });

const accountErrors = {
  account_required: ['invalid', 'There is no default account that this caller may use: say which.'],
} as const;
const nameErrors = {
  ...accountErrors,
  bad_label_name: ['invalid', 'The name cannot be one of a label on this server.'],
  label_exists: ['conflict', 'There is a label of that name.'],
  label_busy: ['conflict', 'The server still has another label under that name, and is about to be told otherwise.'],
} as const;
const labelErrors = {
  ...accountErrors,
  label_not_found: ['missing', 'The account has no label of that name.'],
  system_label: ['conflict', 'The label belongs to the account, so it can’t be renamed or deleted.'],
} as const;

const destroysUnlessDry = ({ dry_run }: Record<string, unknown>): Effect =>
  dry_run ? { safety: 'read' } : { safety: 'destroy', action: 'delete_label' };

export const labelsRequests = requests('Labels, which on servers of folders are folders: shown at once, then told.', {
  list: {
    http: 'GET /mail/labels',
    summary: 'The labels that mail can be given, system folders first.',
    effect: { safety: 'read' },
    scope: { accounts: 'account_id' },
    pages: { list: 'labels' },
    input: z.object({ ...pageInput, account_id: accountId.optional().describe('Only the labels of this account') }),
    output: z.object({ labels: z.array(label), ...pageOutput }),
  },
  create: {
    http: 'POST /mail/labels/create',
    summary: 'Makes a label.',
    effect: { safety: 'mutate' },
    scope: { accounts: 'account_id' },
    activity: { recordedFields: ['name'] },
    input: z.object({ name: newName, color: color.nullable().optional(), account_id }),
    output: labelReply,
    errors: nameErrors,
  },
  rename: {
    http: 'POST /mail/labels/rename',
    summary:
      'Renames a label and what is below it. Without `/` the new name keeps its level, unless the old one is given with all of its levels.',
    effect: { safety: 'mutate' },
    scope: { accounts: 'account_id' },
    activity: { recordedFields: ['from', 'to'] },
    input: z
      .object({
        from: knownName.optional(),
        to: newName.optional(),
        old: knownName.optional().describe('Another word for `from`'),
        new: newName.optional().describe('Another word for `to`'),
        account_id,
      })
      .refine(
        (input) => (input.from ?? input.old) !== undefined && (input.to ?? input.new) !== undefined,
        'Say which label and its new name: `from` and `to`.',
      ),
    output: labelReply,
    errors: { ...nameErrors, ...labelErrors },
  },
  remove: {
    http: 'POST /mail/labels/delete',
    summary: 'Deletes a label but no mail. Messages without another label move to the archive.',
    effect: destroysUnlessDry,
    scope: { accounts: 'account_id' },
    activity: { tier: 'important', recordedFields: ['name'] },
    input: z.object({ name: knownName, account_id, dry_run: dryRun }),
    output: labelReply.extend({
      job_id: uuid('Set if there is so much mail that it becomes a job').nullable(),
      messages: count.describe('Messages that lose the label'),
      archived: count.describe('How many of these have no other label and move to the archive'),
      dry_run: z.boolean(),
    }),
    errors: labelErrors,
  },
  colour: {
    http: 'POST /mail/labels/colour',
    summary: 'Gives a label a colour, or takes it. Gmail gets the nearest that it has; other servers have no colours.',
    effect: { safety: 'mutate' },
    scope: 'filtered',
    activity: { recordedFields: ['label_id', 'color'] },
    input: z.object({ label_id: anyId.describe('Id of a label'), color: color.nullable() }),
    output: z.object({ ok: z.boolean(), label }),
    errors: { label_not_found: ['missing', 'There is no label of that id.'] },
  },
});
