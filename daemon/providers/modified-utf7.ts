/**
 * Modified UTF-7, the encoding of folder names in IMAP (RFC 3501, section 5.1.3): printable ASCII represents itself, `&` is
 * `&-`, everything else is UTF-16BE in base64 between `&` and `-`, with `,` for `/`.
 */
export function fromModifiedUtf7(name: string): string {
  return name.replaceAll(/&([A-Za-z0-9+,]*)-/g, (_, base64: string) =>
    base64 === '' ? '&' : fromUtf16(Buffer.from(base64.replaceAll(',', '/'), 'base64')),
  );
}

export function toModifiedUtf7(name: string): string {
  return name.replaceAll(/&|[^ -~]+/g, (run) => (run === '&' ? '&-' : `&${encodeUtf16Base64(run)}-`));
}

function fromUtf16(bytes: Buffer): string {
  return bytes
    .subarray(0, bytes.length - (bytes.length % 2))
    .swap16()
    .toString('utf16le');
}

function encodeUtf16Base64(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('base64').replaceAll('/', ',').replace(/=+$/, '');
}
