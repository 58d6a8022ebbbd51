/**
 * Modified UTF-7, in which IMAP writes names of folders (RFC 3501, section 5.1.3): printable ASCII stands for itself,
 * `&` is `&-`, everything else is UTF-16BE in base64 between `&` and `-`, with `,` for `/`.
 */
export function fromModifiedUtf7(name: string): string {
  return name.replaceAll(/&([A-Za-z0-9+,]*)-/g, (_, packed: string) =>
    packed === '' ? '&' : fromUtf16(Buffer.from(packed.replaceAll(',', '/'), 'base64')),
  );
}

export function toModifiedUtf7(name: string): string {
  return name.replaceAll(/&|[^ -~]+/g, (stretch) => (stretch === '&' ? '&-' : `&${packed(stretch)}-`));
}

function fromUtf16(bytes: Buffer): string {
  return bytes
    .subarray(0, bytes.length - (bytes.length % 2))
    .swap16()
    .toString('utf16le');
}

function packed(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('base64').replaceAll('/', ',').replace(/=+$/, '');
}
