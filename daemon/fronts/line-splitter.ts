/**
 * Splits a stream of bytes into lines. Returns the lines that a chunk completes, without their line breaks, and whether the
 * incomplete line is longer than `maxBytes` bytes; then the caller should stop.
 */
export function createLineSplitter(maxBytes: number): (piece: Buffer) => { lines: string[]; isTooLong: boolean } {
  let openPieces: Buffer[] = [];
  let size = 0;

  return (piece) => {
    const lines: string[] = [];
    let from = 0;
    for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', from)) {
      openPieces.push(piece.subarray(from, at));
      size += at - from;
      if (size > maxBytes) return { lines, isTooLong: true };
      lines.push(Buffer.concat(openPieces).toString('utf8').replace(/\r$/, ''));
      openPieces = [];
      size = 0;
      from = at + 1;
    }
    openPieces.push(piece.subarray(from));
    size += piece.length - from;
    return { lines, isTooLong: size > maxBytes };
  };
}
