type ShiftedCharset = { charset: 'gbk' | 'euc-kr'; copy: (bytes: Uint8Array, out: Buffer) => number };

const shiftedCharsets = new Map<string, ShiftedCharset>([
  ['hz', { charset: 'gbk', copy: copyHz }],
  ['hz-gb-2312', { charset: 'gbk', copy: copyHz }],
  ['iso-2022-cn', { charset: 'gbk', copy: copyIso }],
  ['iso-2022-cn-ext', { charset: 'gbk', copy: copyIso }],
  ['iso-2022-kr', { charset: 'euc-kr', copy: copyIso }],
  ['csiso2022kr', { charset: 'euc-kr', copy: copyIso }],
]);

/**
 * HZ (RFC 1843), ISO-2022-KR (RFC 1557) and the GB 2312 part of ISO-2022-CN (RFC 1922), which are 7-bit and shift to
 * pairs of bytes, converted to an 8-bit character set that decoders support; undefined for any other.
 */
export function toEightBit(bytes: Uint8Array, name: string): { bytes: Buffer; charset: string } | undefined {
  const found = shiftedCharsets.get(name);
  if (!found) return undefined;
  const out = Buffer.allocUnsafe(bytes.length);
  return { bytes: out.subarray(0, found.copy(bytes, out)), charset: found.charset };
}

/** `~{` and `~}` shift, `~~` is a tilde, a tilde before a line break removes it. */
function copyHz(bytes: Uint8Array, out: Buffer): number {
  let length = 0;
  let isShifted = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    const next = byte === 126 ? bytes[i + 1] : undefined;
    if (next === 123 || next === 125) isShifted = next === 123;
    else if (next === 126 && !isShifted) out[length++] = 126;
    else if (next !== 10 || isShifted) {
      if (byte === 10) isShifted = false;
      out[length++] = isShifted && byte > 32 ? byte | 0x80 : byte;
      continue;
    }
    i++;
  }
  return length;
}

/** SO and SI shift; the label determines what the escape sequences (`ESC $ ) C`) designate. */
function copyIso(bytes: Uint8Array, out: Buffer): number {
  let length = 0;
  let isShifted = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    if (byte === 27 && bytes[i + 1] === 36) i += 3;
    else if (byte === 14 || byte === 15) isShifted = byte === 14;
    else {
      if (byte === 10) isShifted = false;
      out[length++] = isShifted && byte > 32 ? byte | 0x80 : byte;
    }
  }
  return length;
}
