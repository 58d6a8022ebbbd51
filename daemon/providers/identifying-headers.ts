/** The header fields that identify mail that is already stored; see `Arrival.head`. */
export const identifyingHeaderNames = ['message-id', 'date', 'from', 'sender', 'subject'];

/**
 * The Message-ID in the fields of a message (RFC 5322, section 3.6.4), without brackets; empty if there is none. The first
 * of several counts.
 */
export function messageIdIn(fields: string): string {
  const fieldBody = /^message-id[ \t]*:((?:.*)(?:\r?\n[ \t].*)*)/im.exec(fields)?.[1] ?? '';
  const bracketed = /<([^<>]+)>/.exec(fieldBody)?.[1];
  if (bracketed !== undefined) return bracketed.replaceAll(/\s+/g, '');
  const words = fieldBody.split(/[\s,<>]+/).filter((word) => word !== '');
  return (words.length === 1 ? words[0] : words.find((word) => word.includes('@'))) ?? '';
}

/** The header section of a message as latin1: all text before the first empty line. */
export function headerSection(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const ends = [buffer.indexOf('\r\n\r\n'), buffer.indexOf('\n\n')].filter((end) => end >= 0);
  return buffer.toString('latin1', 0, Math.min(buffer.length, ...ends));
}

/**
 * The fields of `identifyingHeaderNames` in a header section, sorted and unfolded: equal for equal messages, however they
 * were fetched.
 */
export function normalizedHeaders(section: string): string {
  const fields = section.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  return fields
    .map((field) => [field.slice(0, field.indexOf(':')).trim().toLowerCase(), field] as const)
    .filter(([name]) => identifyingHeaderNames.includes(name))
    .map(
      ([name, field]) =>
        `${name}:${field
          .slice(field.indexOf(':') + 1)
          .replaceAll(/\s+/g, ' ')
          .trim()}`,
    )
    .toSorted()
    .join('\n');
}
