import type { Reply } from '../../api/client.ts';
import { strings } from '../../i18n/strings.ts';

type Merge = Reply<'merge', 'get'>['merge'];

const t = strings.merge;

/** The progress of a merge: the number of rows in each state. */
export function describeProgress(state: Merge['state'], counts: Merge['counts']): string {
  const { rows, waiting, skipped, drafted, queued, held_back } = counts;
  if (state === 'making') return t.making({ made: rows - waiting, rows });
  return [
    t.drafted({ count: drafted }),
    ...(queued > 0 ? [t.queued({ count: queued })] : []),
    ...(held_back > 0 ? [t.heldBack({ count: held_back })] : []),
    ...(skipped > 0 ? [t.leftOut({ count: skipped })] : []),
  ].join(' · ');
}
