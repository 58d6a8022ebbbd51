const newline = 0x0a;
const quote = 0x3e;

/**
 * Takes one `>` from every line that consists of some of them and then "From ", which is how mbox files keep such a line
 * from looking like the beginning of a message (mboxrd; mboxo quotes only unquoted lines, which reads the same).
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
