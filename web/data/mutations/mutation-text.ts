import type { Reply } from '../../api/client.ts';
import { strings } from '../../i18n/strings.ts';
import { labelKind, quoted } from './change-text.ts';

export type MutationRecord = Reply<'mutations', 'history'>['mutations'][number];

const t = strings.acting.records;

/** The text of a mutation in the history: "Archived 3 messages". `others` may contain the mutation that an undo reverted. */
export function describeMutation(record: MutationRecord, others: readonly MutationRecord[] = []): string {
  const { kind, about, requested, undo_of } = record;
  const undone = others.find(({ mutation_id }) => mutation_id === undo_of);
  if (undone) return t.undid({ description: describeMutation(undone, others) });
  switch (kind) {
    case 'star':
      return about.starred === false ? t.unstarred({ count: requested }) : t.starred({ count: requested });
    case 'set_read':
      return about.read === false ? t.unread({ count: requested }) : t.read({ count: requested });
    case 'modify_labels':
      return t.labels({
        kind: labelKind(about.added ?? [], about.removed ?? []),
        count: requested,
        added: quoted(about.added ?? []),
        removed: quoted(about.removed ?? []),
      });
    case 'move':
    case 'route':
      if (about.rule) return t.byRule[about.rule]({ count: requested, to: about.to ?? '' });
      return t.moved({ count: requested, to: about.to ?? '' });
    case 'create_label':
      return t.labelMade({ name: about.to ?? about.added?.[0] ?? '' });
    case 'rename_label':
      return t.labelRenamed({ from: about.from ?? '', to: about.to ?? '' });
    case 'delete_label':
      return t.labelDeleted({ name: about.from ?? about.removed?.[0] ?? '' });
    case 'mute':
      return t.muted({ count: requested, muted: about.muted === true });
    case 'block':
      return t.blocked({ sender: about.sender ?? '', blocked: about.blocked === true });
    case 'mode_done':
      return t.modeDone({ count: requested });
    case 'todo':
      return t.todo({ action: about.todo ?? 'reopened' });
    case 'screen':
      if (about.decisions !== undefined) return t.decisionsMade({ count: about.decisions });
      return t.screened({ sender: about.sender ?? '', disposition: about.disposition ?? 'none' });
    case 'rule':
      return t.userRule({ name: about.rule_name ?? '', count: requested });
    case 'archive':
    case 'trash':
      return about.rule
        ? t.byRule[about.rule]({ count: requested, to: about.to ?? '' })
        : t.plain[kind]({ count: requested });
    case 'spam':
    case 'read_and_archive':
    case 'set_flags':
    case 'snooze':
    case 'unsnooze':
    case 'undo':
      return t.plain[kind]({ count: requested });
  }
}
