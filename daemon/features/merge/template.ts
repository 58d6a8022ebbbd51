import { Failure } from '../../base/failure.ts';
import { draftNamed, type Draft } from '../../mail/drafts.ts';
import type { ReadDb } from '../../store/db.ts';
import { planOf, type MergePlan } from './merged.ts';
import type { Table } from './table.ts';

/** The draft that is filled in. Throws Failure `not_found` and `template_not_markdown`. */
export function templateNamed(db: ReadDb, draft_id: string, sight: Parameters<typeof draftNamed>[2]): Draft {
  const draft = draftNamed(db, draft_id.toLowerCase(), sight);
  if (!draft || draft.purpose !== 'mail' || draft.discarded_at !== null)
    throw new Failure('missing', 'not_found', 'There is no such draft here.');
  if (draft.body_kind !== 'markdown')
    throw new Failure(
      'conflict',
      'template_not_markdown',
      'This draft is HTML, into which no table can be filled. Write it anew.',
    );
  return draft;
}

/** How the draft and a table fit together. Throws Failure `no_email_column`. */
export function planFor(draft: Draft, { columns }: Table, wanted: string | undefined): MergePlan {
  const { places, emailColumn } = planOf(draft, columns, wanted);
  if (emailColumn !== undefined) return { places, emailColumn };
  const sentence =
    wanted === undefined
      ? 'No column is named email. Say in which one the addresses stand.'
      : `No column is named "${wanted}". There are: ${columns.slice(0, 20).join(', ')}.`;
  throw new Failure('invalid', 'no_email_column', sentence);
}
