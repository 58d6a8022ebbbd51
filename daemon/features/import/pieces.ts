import type { Found, Position } from '../../mail/import/found.ts';
import type { ImportItem } from '../../mail/import/item.ts';
import type { Problem } from './contract.ts';

/** What is stored at a time, and then counted at a time. All of it goes to one folder. */
export type Piece = {
  folder: string;
  items: ImportItem[];
  bytes: number;
  problems: Problem[];
  passedOver: number;
  /** A mailbox file begins after this piece: `again` where it had been read in part before. */
  mailbox?: { file: string; isAgain: boolean };
  at: Position;
  units: number;
};

const mostMessages = 200;
const mostBytes = 4_000_000;

/** Cuts what a walk finds into pieces, in order. */
export async function* piecesOf(found: AsyncIterable<Found>): AsyncGenerator<Piece> {
  let piece: Piece | undefined;
  for await (const each of found) {
    if (piece && each.kind === 'message' && !fits(piece, each)) {
      yield piece;
      piece = undefined;
    }
    piece ??= { folder: '', items: [], bytes: 0, problems: [], passedOver: 0, at: each.at, units: each.units };
    take(piece, each);
    if (!piece.mailbox) continue;
    yield piece;
    piece = undefined;
  }
  if (piece) yield piece;
}

function fits(piece: Piece, { folder, size }: Extract<Found, { kind: 'message' }>): boolean {
  if (piece.items.length === 0) return true;
  return piece.folder === folder && piece.items.length < mostMessages && piece.bytes + size <= mostBytes;
}

function take(piece: Piece, found: Found): void {
  piece.at = found.at;
  piece.units = found.units;
  switch (found.kind) {
    case 'message':
      piece.folder = found.folder;
      piece.items.push(found.item);
      piece.bytes += found.size;
      return;
    case 'trouble':
      piece.problems.push({ file: found.file, reason: found.reason });
      return;
    case 'other':
      piece.passedOver++;
      return;
    case 'mailbox':
      piece.mailbox = { file: found.file, isAgain: found.isAgain };
  }
}
