import type { Headers } from '../headers/headers.ts';
import type { TransferEncoding } from '../parsed-message.ts';
import { parseParameters } from '../headers/parameters.ts';
import { parseTransferEncoding } from '../transfer/transfer-encoding.ts';

/** A range of a message's bytes. */
export type ByteRange = { start: number; end: number };

/** A part of a message; `start` and `end` are the range of its body, still encoded. */
export type Part = ByteRange & {
  /** The IMAP part number (RFC 3501, section 6.4.5); empty for a multipart that is the whole message. */
  number: string;
  headers: Headers;
  /** Lower-case type/subtype. */
  type: string;
  /** The parameters of Content-Type, by lower-case name. */
  parameters: Map<string, string>;
  encoding: TransferEncoding;
  /** The parts of a multipart; for an embedded message, that message alone. */
  children: Part[];
};

/** Creates a part inside `parent` from its headers. It has no end and no children yet. */
export function createPart(headers: Headers, parent: Part | undefined): Part {
  const content = parseParameters(headers.first('content-type') ?? '');
  const part: Part = {
    number: '',
    headers,
    type: contentTypeOf(content.value, parent),
    parameters: content.parameters,
    encoding: parseTransferEncoding(headers.first('content-transfer-encoding')),
    start: headers.bodyStart,
    end: headers.bodyStart,
    children: [],
  };
  part.number = partNumberOf(part, parent);
  return part;
}

/** Whether a part's body is an embedded message (RFC 2046, section 5.2.1; RFC 6532, section 3.7). */
export function isMessage({ type }: Pick<Part, 'type'>): boolean {
  return type === 'message/rfc822' || type === 'message/global';
}

export function isMultipart({ type }: Pick<Part, 'type'>): boolean {
  return type.startsWith('multipart/');
}

/** Whether bytes are sent unencoded. */
export function isIdentityEncoding(encoding: TransferEncoding): boolean {
  return encoding === '7bit' || encoding === '8bit' || encoding === 'binary';
}

const typeAndSubtype = /^[\w!#$%&'*+.^`{|}~-]{1,127}\/[\w!#$%&'*+.^`{|}~-]{1,127}/;

function contentTypeOf(value: string, parent: Part | undefined): string {
  const [type] = typeAndSubtype.exec(value) ?? [];
  if (type !== undefined) return type;
  // RFC 2046, section 5.1.5, and RFC 2045, section 5.2.
  return value === '' && parent?.type === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
}

function partNumberOf(part: Part, parent: Part | undefined): string {
  if (parent && isMultipart(parent)) {
    const position = `${parent.children.length + 1}`;
    return parent.number === '' ? position : `${parent.number}.${position}`;
  }
  if (isMultipart(part)) return parent?.number ?? '';
  return parent ? `${parent.number}.1` : '1';
}
