import type { Reply } from '../api.ts';
import { strings } from '../strings.ts';

type Merge = Reply<'merge', 'get'>['merge'];

const words = strings.merge;

/** How far a merge has come: what became of its rows. */
export function standWords(state: Merge['state'], counts: Merge['counts']): string {
  const { rows, waiting, skipped, drafted, queued, held_back } = counts;
  if (state === 'making') return words.making({ made: rows - waiting, rows });
  return [
    words.drafted({ count: drafted }),
    ...(queued > 0 ? [words.queued({ count: queued })] : []),
    ...(held_back > 0 ? [words.heldBack({ count: held_back })] : []),
    ...(skipped > 0 ? [words.leftOut({ count: skipped })] : []),
  ].join(' · ');
}
