/** The byte that two hexadecimal digits at `at` stand for, of either case; -1 where there are no two. */
export function hexPair(bytes: Uint8Array, at: number): number {
  const high = digit(bytes[at]);
  const low = digit(bytes[at + 1]);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

function digit(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = byte | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}
