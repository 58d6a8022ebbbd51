import { type MailChange, rowsOfTarget, type Target } from '../../api/mail-change.ts';
import type { Reply } from '../../api/client.ts';
import { coverageOf } from './change-effects.ts';
import { isRemovedFromList } from './change-effects.ts';

export type NowReply = Reply<'modes', 'now'>;

/**
 * Now without the conversations that a change removes. The lines are those of the daemon, so they stay as they are until it
 * has answered.
 */
export function patchNow(data: NowReply, target: Target, change: MailChange): NowReply {
  if (!isRemovedFromList({ kind: 'now' }, change, [])) return data;
  const coverage = coverageOf(target);
  const removed = new Set(rowsOfTarget(target).flatMap((row) => (coverage(row) === 'all' ? [row.thread_id] : [])));
  if (removed.size === 0) return data;
  const { now } = data;
  const { updates, reading, ...rest } = now;
  const hasUpdates = updates && !updates.thread_ids.every((id) => removed.has(id));
  return {
    ...data,
    now: {
      ...rest,
      people: { ...now.people, rows: now.people.rows.filter(({ row }) => !removed.has(row.thread_id)) },
      ...(hasUpdates && { updates }),
      ...(reading && !removed.has(reading.thread_id) && { reading }),
    },
  };
}
