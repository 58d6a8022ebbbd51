/** The first bytes of a file, and whether there are more. */
export type Beginning = { bytes: Buffer; is_cut: boolean };

/** Reads at most this many bytes of a stream and leaves the rest unread. */
export async function beginningOf(pieces: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Beginning> {
  const read: Uint8Array[] = [];
  let length = 0;
  for await (const piece of pieces) {
    read.push(piece);
    length += piece.length;
    if (length > maxBytes) break;
  }
  return { bytes: Buffer.concat(read).subarray(0, maxBytes), is_cut: length > maxBytes };
}
