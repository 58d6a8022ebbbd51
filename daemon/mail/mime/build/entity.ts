import { headerField, oneLine } from './header-field.ts';
import type { OutgoingFile } from './outgoing-message.ts';
import { legacyParameter, parameter } from './parameter-text.ts';
import { base64Stream, encodedText } from './transfer-encode.ts';

/** A part of a message: its fields with their line ends, and its encoded content. */
export type Entity = { fields: string; content: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array> };

/** `type` with its parameters other than the character set, `plain; format=flowed`. */
export function textEntity(type: string, text: string): Entity {
  const { encoding, chunks } = encodedText(text);
  const [name = '', ...parameters] = type.split('; ');
  const words = [`text/${name}`, 'charset=utf-8', ...parameters];
  return { fields: contentType(words) + headerField('Content-Transfer-Encoding', [encoding]), content: chunks };
}

/** `boundary` contains `=_`, which no line of an encoded body can begin with. */
export function multipart(subtype: string, parts: readonly Entity[], boundary: string): Entity {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  const words = [`multipart/${subtype}`, `boundary="${boundary}"`];
  // RFC 2387, section 3.1.
  if (subtype === 'related') words.push('type="text/html"');
  return {
    fields: contentType(words),
    async *content() {
      for (const { fields, content } of parts) {
        yield Buffer.from(`--${boundary}\r\n${fields}\r\n`);
        yield* content();
        yield Buffer.from('\r\n');
      }
      yield Buffer.from(`--${boundary}--\r\n`);
    },
  };
}

/** A file. The body shows inline files and refers to them by `cid`. */
export async function fileEntity(file: OutgoingFile, disposition: 'inline' | 'attachment'): Promise<Entity> {
  const name = safeFileName(file.name);
  const type = await safeMimeType(file);
  const isMessage = type === 'message/rfc822';
  const fields = [
    headerField('Content-Type', [`${type};`, ...legacyParameter('name', name)]),
    headerField('Content-Transfer-Encoding', [isMessage ? '7bit' : 'base64']),
    headerField('Content-Disposition', withSemicolons([disposition, ...parameter('filename', name)])),
    disposition === 'inline' && file.cid !== null ? headerField('Content-ID', [`<${contentId(file.cid)}>`]) : '',
  ];
  return {
    fields: fields.join(''),
    content: () => (isMessage ? crlfStream(file.content()) : base64Stream(file.content())),
  };
}

/** A file name without the characters that are not allowed on other systems. */
function safeFileName(name: string): string {
  return oneLine(name).replaceAll(/[/\\]/g, '_') || 'attachment';
}

/** The name that `cid:` refers to (RFC 2392), without the characters that are not allowed in a Message-ID. */
function contentId(cid: string): string {
  return /^[\w.@+!#$&'*/=?^`{|}~-]+$/.test(cid) ? cid : encodeURIComponent(cid.toWellFormed());
}

async function safeMimeType({ mime_type, content }: OutgoingFile): Promise<string> {
  const type = mime_type.toLowerCase().trim();
  const isWritable = /^[\w!#$&^.+-]{1,60}\/[\w!#$&^.+-]{1,60}$/.test(type) && !type.startsWith('multipart/');
  if (!isWritable) return 'application/octet-stream';
  if (!type.startsWith('message/')) return type;
  // An embedded message must not be encoded (RFC 2046, section 5.2.1): a message that needs an encoding is sent as a
  // file.
  return type === 'message/rfc822' && (await isSevenBit(content())) ? type : 'application/octet-stream';
}

const maxLineLength = 998;

/** Whether bytes can be sent unencoded, except for line ends: no bare CR, no NUL, no 8-bit bytes, no line too long. */
async function isSevenBit(content: AsyncIterable<Uint8Array>): Promise<boolean> {
  let length = 0;
  let last = 0;
  for await (const bytes of content)
    for (const byte of bytes) {
      if (byte === 0 || byte > 126 || (last === 13 && byte !== 10) || length > maxLineLength) return false;
      length = byte === 10 ? 0 : length + 1;
      last = byte;
    }
  return last !== 13;
}

/** Bytes with CRLF at the end of every line. */
async function* crlfStream(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let isAfterCr = false;
  for await (const bytes of content) {
    const text = Buffer.from(bytes).toString('latin1');
    const lines = text.replaceAll(/\r?\n/g, (end, at) => (end === '\n' && !(at === 0 && isAfterCr) ? '\r\n' : end));
    isAfterCr = text.endsWith('\r');
    yield Buffer.from(lines, 'latin1');
  }
}

function contentType(words: readonly string[]): string {
  return headerField('Content-Type', withSemicolons(words));
}

function withSemicolons(words: readonly string[]): string[] {
  return words.map((word, index) => (index === words.length - 1 ? word : `${word};`));
}
