const newline = 0x0a;
const quote = 0x3e;

/**
 * Removes a `>` from every line that consists of `>` characters followed by "From ". Mbox files quote these lines so
 * that they do not look like the beginning of a message (mboxrd; mboxo quotes unquoted lines only, which reads the
 * same).
 */
export function unquoteFromLines(bytes: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let from = 0;
  for (let hit = bytes.indexOf('>From '); hit >= 0; hit = bytes.indexOf('>From ', hit + 6)) {
    let lineStart = hit;
    while (lineStart > 0 && bytes[lineStart - 1] === quote) lineStart--;
    if (lineStart > 0 && bytes[lineStart - 1] !== newline) continue;
    pieces.push(bytes.subarray(from, lineStart));
    from = lineStart + 1;
  }
  if (from === 0) return bytes;
  pieces.push(bytes.subarray(from));
  return Buffer.concat(pieces);
}
