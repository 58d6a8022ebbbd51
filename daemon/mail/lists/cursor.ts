import { Failure } from '../../base/failure.ts';

/** The end position of a list page. Throws Failure `bad_cursor`. */
export function parseCursor(cursor: string): { position: number; id: number } {
  const match = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor);
  if (!match) throw new Failure('invalid', 'bad_cursor', 'cursor must be the next_cursor of an earlier answer.');
  return { position: Number(match[1]), id: Number(match[2]) };
}

/** The cursor of the page after a row. */
export function cursorAfter({ position, id }: { position: number; id: number }): string {
  return `${position}.${id}`;
}
