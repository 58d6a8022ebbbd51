const maximumHeaderBytes = 1_000_000;

/** Where the header section of `bytes` ends and the body begins (RFC 5322, section 2.1; bare LF tolerated). */
export function bodyStart(bytes: Uint8Array, from = 0, to = bytes.length): number {
  for (let i = from; i < to; i++) {
    if (bytes[i] !== 10) continue;
    if (bytes[i + 1] === 10) return i + 2;
    if (bytes[i + 1] === 13 && bytes[i + 2] === 10) return i + 3;
    if (i === from || (i === from + 1 && bytes[from] === 13)) return i + 1;
  }
  return to;
}

/**
 * The header fields of a message as received: in order, duplicates kept, unfolded (RFC 5322, section 2.2.3) and
 * otherwise untouched. Bytes that are not UTF-8 are read as Latin-1. A section over 1 MB is cut there.
 */
export function headerFields(bytes: Uint8Array): [string, string][] {
  const end = Math.min(bodyStart(bytes), maximumHeaderBytes);
  const fields: [string, string][] = [];
  for (const line of headerText(bytes.subarray(0, end)).split(/\r?\n/)) {
    const last = fields.at(-1);
    if (/^[ \t]/.test(line) && last) last[1] += line;
    else {
      // A name has no spaces: mbox's "From " line and other strays are no fields.
      const [, name, value] = /^([\x21-\x39\x3b-\x7e]+)[ \t]*:(.*)$/s.exec(line) ?? [];
      if (name !== undefined && value !== undefined) fields.push([name, value]);
    }
  }
  return fields.map(([name, value]) => [name, value.trim()]);
}

function headerText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Mail from before RFC 6532 put raw 8-bit text here; Latin-1 loses none of its bytes.
    return Buffer.from(bytes).toString('latin1');
  }
}
