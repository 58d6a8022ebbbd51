import { decodeBase64, decodedBase64Size } from './base64.ts';
import type { TransferEncoding } from '../parsed-message.ts';
import { decodeQuotedPrintable } from './quoted-printable.ts';
import { decodeUuencode } from './uuencode.ts';
import { decodeYenc } from './yenc.ts';

/** The encoding of a Content-Transfer-Encoding field (RFC 2045, section 6); unknown ones are `binary`. */
export function parseTransferEncoding(label: string | undefined): TransferEncoding {
  switch (/^\s*(?:\([^)]*\))?[\s"']*([\w-]+)/.exec(label ?? '')?.[1]?.toLowerCase()) {
    case undefined:
    case '7bit':
    case '7-bit':
      return '7bit';
    case '8bit':
    case '8-bit':
      return '8bit';
    case 'base64':
      return 'base64';
    case 'quoted-printable':
      return 'quoted-printable';
    case 'x-uuencode':
    case 'uuencode':
    case 'x-uue':
    case 'uue':
      return 'uuencode';
    case 'x-yenc':
    case 'yenc':
      return 'yenc';
    default:
      return 'binary';
  }
}

/** The decoded bytes. Damage is skipped or left as it is; data that is not encoded is returned unchanged. */
export function decodeTransfer(bytes: Uint8Array, encoding: string | undefined): Uint8Array {
  const known = parseTransferEncoding(encoding);
  switch (known) {
    case 'base64':
      return decodeBase64(bytes);
    case 'quoted-printable':
      return decodeQuotedPrintable(bytes);
    case 'uuencode':
      return decodeUuencode(bytes, 0, bytes.length);
    case 'yenc':
      return decodeYenc(bytes, 0, bytes.length);
    case '7bit':
    case '8bit':
    case 'binary':
      return bytes;
  }
}

/** The number of bytes that `decodeTransfer` returns for that range. */
export function decodedSize(bytes: Uint8Array, start: number, end: number, encoding: string | undefined): number {
  const known = parseTransferEncoding(encoding);
  if (known === 'base64') return decodedBase64Size(bytes, start, end);
  return known === '7bit' || known === '8bit' || known === 'binary'
    ? end - start
    : decodeTransfer(bytes.subarray(start, end), known).length;
}
