import type { Reply } from '../api.ts';
import { strings } from '../strings.ts';
import { labelKind } from './change-words.ts';

export type MutationRecord = Reply<'mutations', 'history'>['mutations'][number];

const words = strings.acting.records;

/** What was done, as the history says it: "Archived 3 messages". `others` may know what an undo took back. */
export function recordWords(record: MutationRecord, others: readonly MutationRecord[] = []): string {
  const { kind, about, requested, undo_of } = record;
  const undone = others.find(({ mutation_id }) => mutation_id === undo_of);
  if (undone) return words.undid({ said: recordWords(undone, others) });
  switch (kind) {
    case 'star':
      return about.starred === false ? words.unstarred({ count: requested }) : words.starred({ count: requested });
    case 'set_read':
      return about.read === false ? words.unread({ count: requested }) : words.read({ count: requested });
    case 'modify_labels':
      return words.labels({
        kind: labelKind(about.added ?? [], about.removed ?? []),
        count: requested,
        added: about.added ?? [],
        removed: about.removed ?? [],
      });
    case 'move':
    case 'route':
      return words.moved({ count: requested, to: about.to ?? '' });
    case 'create_label':
      return words.labelMade({ name: about.to ?? about.added?.[0] ?? '' });
    case 'rename_label':
      return words.labelRenamed({ from: about.from ?? '', to: about.to ?? '' });
    case 'delete_label':
      return words.labelDeleted({ name: about.from ?? about.removed?.[0] ?? '' });
    case 'archive':
    case 'trash':
    case 'spam':
    case 'read_and_archive':
    case 'set_flags':
    case 'snooze':
    case 'unsnooze':
    case 'undo':
      return words.plain[kind]({ count: requested });
  }
}
