import { Failure } from '../../base/failure.ts';
import { findDraft, type Draft } from '../../mail/drafts/drafts.ts';
import type { ReadDb } from '../../store/db.ts';
import { planMerge, type MergePlan } from './merged-messages.ts';
import type { Table } from './table.ts';

/** The template draft. Throws Failure `not_found` and `template_not_markdown`. */
export function requireTemplate(db: ReadDb, draft_id: string, scope: Parameters<typeof findDraft>[2]): Draft {
  const draft = findDraft(db, draft_id.toLowerCase(), scope);
  if (!draft || draft.purpose !== 'mail' || draft.discarded_at !== null)
    throw new Failure('missing', 'not_found', 'There is no such draft here.');
  if (draft.body_kind !== 'markdown')
    throw new Failure(
      'conflict',
      'template_not_markdown',
      'This draft is HTML, so a table can’t be filled in. Write it again here.',
    );
  return draft;
}

/** Matches the draft and a table. Throws Failure `no_email_column`. */
export function requirePlan(draft: Draft, { columns }: Table, requestedColumn: string | undefined): MergePlan {
  const { places: columnIndexes, emailColumn } = planMerge(draft, columns, requestedColumn);
  if (emailColumn !== undefined) return { columnIndexes, emailColumn };
  const sentence =
    requestedColumn === undefined
      ? 'No column is named email. Choose the one with the addresses.'
      : `No column is named "${requestedColumn}". There are: ${columns.slice(0, 20).join(', ')}.`;
  throw new Failure('invalid', 'no_email_column', sentence);
}
