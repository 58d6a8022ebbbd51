/** The byte of the two hexadecimal digits at `at`, in either case; -1 if they are not two digits. */
export function hexPair(bytes: Uint8Array, at: number): number {
  const high = digit(bytes[at]);
  const low = digit(bytes[at + 1]);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

function digit(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (byte >= 48 && byte <= 57) return byte - 48;
  const lowerCase = byte | 32;
  return lowerCase >= 97 && lowerCase <= 102 ? lowerCase - 87 : -1;
}
