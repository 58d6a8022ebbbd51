import { cleanText } from '../text/clean.ts';
import type { AttachmentFacts } from './message.ts';
import { parseParameters } from './parameters.ts';
import type { Part } from './part.ts';
import { encodedSize } from './transfer.ts';

type Disposition = AttachmentFacts['disposition'];

/** What a part's Content-Disposition (RFC 2183) and the like say of it. */
export type Placing = {
  disposition: Disposition;
  /** The name its sender gave it; undefined where there is none. */
  filename: string | undefined;
  content_id: string | null;
};

export function placingOf({ headers, parameters }: Part): Placing {
  const written = headers.first('content-disposition');
  const { value, parameters: details } = parseParameters(written ?? '');
  const disposition = value === 'inline' ? 'inline' : value === '' ? 'unspecified' : 'attachment';
  return {
    disposition,
    filename: nameFrom(details.get('filename')) ?? nameFrom(parameters.get('name')),
    content_id: contentIdFrom(headers.first('content-id')),
  };
}

/** A part as an attachment. `subject` is that of the message it holds, where it holds one. */
export function attachmentOf(bytes: Uint8Array, part: Part, placing: Placing, subject?: string): AttachmentFacts {
  const { type, number, start, end, encoding } = part;
  return {
    filename: placing.filename ?? nameFrom(subject && `${subject.slice(0, 200)}.eml`) ?? nameFor(type),
    mime_type: type,
    size: encodedSize(bytes, start, end, encoding),
    disposition: placing.disposition,
    content_id: placing.content_id,
    part: number,
    start,
    end,
    encoding,
  };
}

export function nameFrom(written: string | undefined): string | undefined {
  return (
    cleanText(written ?? '')
      .trim()
      .slice(0, 300)
      .toWellFormed() || undefined
  );
}

/** A name for what has none, with an ending that opens the right program. */
function nameFor(type: string): string {
  if (type === 'message/rfc822' || type === 'message/global') return 'forwarded message.eml';
  const subtype = type.slice(type.indexOf('/') + 1).replace(/^x-/, '');
  const ending = endings[subtype] ?? subtype.split('+')[0] ?? '';
  return `unnamed.${/^[a-z0-9]{1,8}$/.test(ending) ? ending : 'bin'}`;
}

const endings: Record<string, string | undefined> = {
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

function contentIdFrom(written: string | undefined): string | null {
  return (
    cleanText(written ?? '')
      .replace(/^\s*<|>\s*$/g, '')
      .trim()
      .slice(0, 900) || null
  );
}
