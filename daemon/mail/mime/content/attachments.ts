import { cleanText } from '../../text/clean-text.ts';
import type { ParsedAttachment } from '../parsed-message.ts';
import { parseParameters } from '../headers/parameters.ts';
import type { Part } from '../structure/part.ts';
import { decodedSize } from '../transfer/transfer-encoding.ts';

type Disposition = ParsedAttachment['disposition'];

/** The Content-Disposition (RFC 2183) and related fields of a part. */
export type PartDisposition = {
  /** `attachment` also for types that are not registered, as RFC 2183, section 2.8, requires. */
  disposition: Disposition;
  /** Whether the part says that it is an attachment, or only has a type that is not registered. */
  isDeclaredAttachment: boolean;
  /** The file name in the message; undefined if there is none. */
  filename: string | undefined;
  content_id: string | null;
};

export function dispositionOf({ headers, parameters }: Part): PartDisposition {
  const field = headers.first('content-disposition') ?? '';
  // Some programs leave out the type: `Content-Disposition: filename="a.txt"`.
  const { value, parameters: dispositionParameters } = parseParameters(
    startsWithParameter.test(field) ? `;${field}` : field,
  );
  // Stray characters around the type: `"inline"`, `inline, filename=…`.
  const type = /[a-z]+/.exec(value)?.[0] ?? '';
  return {
    disposition: type === 'inline' ? 'inline' : type === '' ? 'unspecified' : 'attachment',
    isDeclaredAttachment: type === 'attachment',
    filename: fileNameFrom(dispositionParameters.get('filename')) ?? fileNameFrom(parameters.get('name')),
    content_id: contentIdFrom(headers.first('content-id')),
  };
}

const startsWithParameter = /^\s*(?:file)?name\*?(?:\d+\*?)?\s*=/i;

/** A part as an attachment. `subject` is that of the embedded message, if the part holds one. */
export function attachmentOf(
  bytes: Uint8Array,
  part: Part,
  disposition: PartDisposition,
  subject?: string,
): ParsedAttachment {
  const { type, number, start, end, encoding } = part;
  return {
    filename: disposition.filename ?? fileNameFrom(subject && `${subject.slice(0, 200)}.eml`) ?? defaultFileName(type),
    mime_type: type,
    size: decodedSize(bytes, start, end, encoding),
    disposition: disposition.disposition,
    content_id: disposition.content_id,
    part: number,
    start,
    end,
    encoding,
  };
}

export function fileNameFrom(value: string | undefined): string | undefined {
  return (
    cleanText(value ?? '')
      .trim()
      .slice(0, 300)
      .toWellFormed() || undefined
  );
}

/** A name for a part without one, with an extension that opens the right program. */
function defaultFileName(type: string): string {
  if (type === 'message/rfc822' || type === 'message/global') return 'forwarded message.eml';
  const subtype = type.slice(type.indexOf('/') + 1).replace(/^x-/, '');
  const extension = fileExtensions[subtype] ?? subtype.split('+')[0] ?? '';
  return `unnamed.${/^[a-z0-9]{1,8}$/.test(extension) ? extension : 'bin'}`;
}

const fileExtensions: Record<string, string | undefined> = {
  plain: 'txt',
  jpeg: 'jpg',
  calendar: 'ics',
  'octet-stream': 'bin',
  'svg+xml': 'svg',
  msword: 'doc',
  'pgp-signature': 'asc',
  'pgp-encrypted': 'asc',
  'pkcs7-signature': 'p7s',
  'pkcs7-mime': 'p7m',
  'rfc822-headers': 'txt',
  'delivery-status': 'txt',
  'feedback-report': 'txt',
  'disposition-notification': 'txt',
};

function contentIdFrom(value: string | undefined): string | null {
  return (
    cleanText(value ?? '')
      .replace(/^\s*<|>\s*$/g, '')
      .trim()
      .slice(0, 900) || null
  );
}
