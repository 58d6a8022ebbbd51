import { Failure } from '../../base/failure.ts';
import { namedAccountId, changeKey, type AddCommand, type CommandContext, type ReplyOf } from './context.ts';
import { uses } from './rows-used.ts';

/** `posthorn draft`: the stored drafts. */
export const addDraft: AddCommand = (program, run) => {
  const draft = program
    .command('draft')
    .aliases(['drafts'])
    .summary('List, show and delete drafts')
    .description('Lists the stored drafts, and shows, discards and restores them.');
  uses(
    draft
      .command('list', { isDefault: true })
      .description('Lists the stored drafts, newest edit first.')
      .action(run(listDrafts)),
    'drafts.list',
  );
  uses(
    draft.command('show').description('Shows a draft.').argument('<id>', 'the id of a draft').action(run(showDraft)),
    'drafts.get',
  );
  uses(
    draft
      .command('delete')
      .description('Discards a draft. It can be restored for 30 days.')
      .argument('<id>', 'the id of a draft')
      .option('--key <key>', 'a name for this change: repeated with the same key, it is made once')
      .action(run(deleteDraft)),
    'drafts.remove',
  );
  uses(
    draft
      .command('recover')
      .description('Restores a discarded draft.')
      .argument('<id>', 'the id of a draft')
      .action(run(recoverDraft)),
    'drafts.recover',
  );
};

async function listDrafts(context: CommandContext): Promise<void> {
  const account_id = await namedAccountId(context);
  const all = (await context.ask('drafts.list', {})).drafts;
  const drafts = all.filter((draft) => account_id === undefined || draft.account_id === account_id);
  const shortIds = (await context.shortIds()).remember(drafts.map(({ id }) => ({ kind: 'draft', id })));
  const rows = drafts.map((draft, at) => ({ short_id: shortIds[at] ?? draft.id, ...draft }));
  context.out.answer({ drafts: rows }, () =>
    rows.length === 0
      ? 'There are no drafts.'
      : context.out.table(
          [
            { title: 'ID' },
            { title: 'EDITED' },
            { title: 'TO', shrinksTo: 10 },
            { title: 'SUBJECT', shrinksTo: 12 },
            { title: 'STATE' },
          ],
          rows.map(({ short_id, updated_at_label, recipients, subject, state }) => [
            short_id,
            updated_at_label,
            recipients,
            subject || '(no subject)',
            state,
          ]),
        ),
  );
}

/** The id of a draft that an argument names by its short id or its whole one. Throws Failure `unknown_id`. */
export async function draftNamed(context: CommandContext, text: string): Promise<string> {
  const id = text.replace(/^draft:/, '');
  try {
    const found = (await context.shortIds()).find(id);
    if (found.kind === 'draft') return found.id;
  } catch (failed) {
    if (!(failed instanceof Failure) || failed.code !== 'unknown_id' || id.length < 16) throw failed;
    return id;
  }
  throw new Failure('missing', 'unknown_id', `“${text}” is mail, and not a draft. "posthorn draft" lists the drafts.`);
}

async function showDraft(context: CommandContext, id: string): Promise<void> {
  const reply = await context.ask('drafts.get', { draft_id: await draftNamed(context, id) });
  const { to, cc, bcc, subject, body_markdown, body_text } = reply.draft;
  const addresses = (list: ReplyOf<'drafts.get'>['draft']['to']) =>
    list.map(({ name, email }) => (name ? `${name} <${email}>` : email)).join(', ');
  const fields = [
    ['To', addresses(to)],
    ['Cc', addresses(cc)],
    ['Bcc', addresses(bcc)],
    ['Subject', subject],
  ];
  context.out.answer(reply, () =>
    [
      ...fields
        .filter(([, value]) => value !== '')
        .map(([name, value]) => `${context.out.style(`${name}:`, 'cyan')} ${value}`),
      '',
      body_markdown ?? body_text ?? '',
    ].join('\n'),
  );
}

async function deleteDraft(context: CommandContext, id: string, { key }: { key?: string }): Promise<void> {
  const draft_id = await draftNamed(context, id);
  const reply = await context.ask('drafts.remove', { draft_id }, { idempotencyKey: changeKey(key) });
  context.out.done({ ...reply, draft_id }, () => `Discarded. To restore it: posthorn draft recover ${id}`);
}

async function recoverDraft(context: CommandContext, id: string): Promise<void> {
  const draft_id = await draftNamed(context, id);
  const reply = await context.ask('drafts.recover', { draft_id }, { idempotencyKey: changeKey(undefined) });
  context.out.done({ ...reply, draft_id }, () => 'Restored.');
}
