import { base64Lines, dateHeader, encodedWords, isAscii, mailbox, quotedPrintable } from './encode.ts';

export type Person = { name: string; email: string };

export type Enclosure = { name: string; type: string; bytes: Uint8Array; cid?: string };

/** How a text part is written. Every kind is in the demo, for every kind is in real mail. */
export type Manner = 'plain' | 'flowed' | 'latin1' | 'base64' | 'quoted';

/** A message before it is written out: what a writer decides. Texts have CRLF line ends. */
export type Letter = {
  from: Person;
  to: Person[];
  cc?: Person[];
  subject: string;
  /** Unix seconds, and minutes east of Greenwich where the writer sits. */
  at: number;
  offset: number;
  id: string;
  inReplyTo?: string;
  references?: string[];
  headers?: [name: string, value: string][];
  text: string;
  html?: string;
  /** An iTIP request shown beside the text (RFC 6047). */
  calendar?: string;
  manner?: Manner;
  inline?: Enclosure[];
  attachments?: Enclosure[];
};

type Part = { headers: string; body: string };

/** The message as a server keeps it (RFC 5322 and MIME). `reader` is whoever it was brought to, if it travelled. */
export function written(letter: Letter, reader?: Person): Buffer {
  const body = wholeBody(letter);
  const travelled = reader ? trace(letter, reader) : '';
  return Buffer.from(`${travelled}${head(letter)}${body.headers}\r\n${body.body}`, 'utf8');
}

/** What servers on the way write on top (RFC 5321, section 4.4). The addresses are of a network for documents. */
function trace({ id, at, from }: Letter, { email }: Person): string {
  const [mark, host] = id.split('@');
  const home = email.slice(email.indexOf('@') + 1);
  const via = `Received: from ${host} (${host} [192.0.2.${(at % 250) + 1}])\r\n\tby mx.${home} with ESMTPS id ${mark}\r\n`;
  return `Return-Path: <${from.email}>\r\n${via}\tfor <${email}>; ${dateHeader(at, 0)}\r\n`;
}

function head(letter: Letter): string {
  const { from, to, cc, subject, at, offset, id, inReplyTo, references, headers = [] } = letter;
  let text = `Message-ID: <${id}>\r\nDate: ${dateHeader(at, offset)}\r\nFrom: ${mailbox(from)}\r\n`;
  if (to.length) text += `To: ${to.map(mailbox).join(',\r\n ')}\r\n`;
  if (cc?.length) text += `Cc: ${cc.map(mailbox).join(',\r\n ')}\r\n`;
  text += `Subject: ${encodedWords(subject)}\r\n`;
  if (inReplyTo) text += `In-Reply-To: <${inReplyTo}>\r\n`;
  if (references?.length) text += `References: ${references.map((reference) => `<${reference}>`).join('\r\n ')}\r\n`;
  for (const [name, value] of headers) text += `${name}: ${value}\r\n`;
  return `${text}MIME-Version: 1.0\r\n`;
}

function wholeBody(letter: Letter): Part {
  const { id, text, html, calendar, inline, attachments, manner } = letter;
  const boundary = (kind: string) => `=_${kind}_${id.slice(0, id.indexOf('@'))}`;
  const alternatives = [textPart('plain', text, manner)];
  if (html !== undefined) {
    const page = textPart('html', html, manner === 'flowed' ? 'plain' : manner);
    const cited = inline?.length ? multipart('related', boundary('rel'), [page, ...inline.map(enclosurePart)]) : page;
    alternatives.push(cited);
  }
  if (calendar !== undefined) alternatives.push(calendarPart(calendar));
  const shown =
    alternatives.length > 1 ? multipart('alternative', boundary('alt'), alternatives) : (alternatives[0] as Part);
  if (!attachments?.length) return shown;
  return multipart('mixed', boundary('mix'), [shown, ...attachments.map(enclosurePart)]);
}

function multipart(kind: string, boundary: string, parts: Part[]): Part {
  const body = parts.map((part) => `--${boundary}\r\n${part.headers}\r\n${part.body}\r\n`).join('');
  return { headers: `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n`, body: `${body}--${boundary}--\r\n` };
}

function textPart(subtype: 'plain' | 'html', text: string, manner: Manner = 'plain'): Part {
  const isPlain = isAscii(text);
  const charset = manner === 'latin1' ? 'iso-8859-1' : isPlain ? 'us-ascii' : 'utf-8';
  const flowed = manner === 'flowed' ? '; format=flowed' : '';
  const [encoding, body] = encodedText(text, manner, isPlain);
  const headers =
    `Content-Type: text/${subtype}; charset=${charset}${flowed}\r\n` + `Content-Transfer-Encoding: ${encoding}\r\n`;
  return { headers, body };
}

function encodedText(text: string, manner: Manner, isPlain: boolean): [encoding: string, body: string] {
  if (manner === 'latin1') return ['quoted-printable', quotedPrintable(Buffer.from(text, 'latin1'))];
  if (manner === 'quoted') return ['quoted-printable', quotedPrintable(Buffer.from(text, 'utf8'))];
  if (manner === 'base64') return ['base64', base64Lines(Buffer.from(text, 'utf8'))];
  return [isPlain ? '7bit' : '8bit', text];
}

function calendarPart(calendar: string): Part {
  const headers =
    'Content-Type: text/calendar; charset=utf-8; method=REQUEST; component=VEVENT\r\n' +
    `Content-Transfer-Encoding: ${isAscii(calendar) ? '7bit' : '8bit'}\r\n`;
  return { headers, body: calendar };
}

function enclosurePart({ name, type, bytes, cid }: Enclosure): Part {
  const called = (key: string) => (isAscii(name) ? `${key}="${name}"` : `${key}*=UTF-8''${encodeURIComponent(name)}`);
  const place = cid ? `Content-ID: <${cid}>\r\nContent-Disposition: inline` : 'Content-Disposition: attachment';
  const headers =
    `Content-Type: ${type}; ${called('name')}\r\n${place}; ${called('filename')}\r\n` +
    'Content-Transfer-Encoding: base64\r\n';
  return { headers, body: base64Lines(bytes) };
}
