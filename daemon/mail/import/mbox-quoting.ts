const newline = 0x0a;
const quote = 0x3e;

/**
 * Takes one `>` from every line that consists of some of them and then "From ", which is how mbox files keep such a line
 * from looking like the beginning of a message (mboxrd; mboxo quotes only unquoted lines, which reads the same).
 */
export function unquoted(bytes: Buffer): Buffer {
  const kept: Buffer[] = [];
  let from = 0;
  for (let hit = bytes.indexOf('>From '); hit >= 0; hit = bytes.indexOf('>From ', hit + 6)) {
    let first = hit;
    while (first > 0 && bytes[first - 1] === quote) first--;
    if (first > 0 && bytes[first - 1] !== newline) continue;
    kept.push(bytes.subarray(from, first));
    from = first + 1;
  }
  if (from === 0) return bytes;
  kept.push(bytes.subarray(from));
  return Buffer.concat(kept);
}
