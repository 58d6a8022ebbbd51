import { base64Lines, dateHeader, encodeHeaderText, isAscii, formatMailbox, quotedPrintable } from './encode.ts';

export type Person = { name: string; email: string };

export type DemoAttachment = { name: string; type: string; bytes: Uint8Array; cid?: string };

/** The encoding of a text part. The demo contains every kind, because real mail does. */
export type TextFormat = 'plain' | 'flowed' | 'latin1' | 'base64' | 'quoted';

/** A message before encoding, as a writer composes it. Texts have CRLF line endings. */
export type DemoMessage = {
  from: Person;
  to: Person[];
  cc?: Person[];
  subject: string;
  /** Unix seconds, and minutes east of Greenwich at the sender's location. */
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
  format?: TextFormat;
  inline?: DemoAttachment[];
  attachments?: DemoAttachment[];
};

type RenderedPart = { headers: string; body: string };

/**
 * The message as a server stores it (RFC 5322 and MIME). `recipient` is the recipient it was delivered to, if it was
 * transmitted.
 */
export function renderMessage(message: DemoMessage, recipient?: Person): Buffer {
  const body = bodyPart(message);
  const traceFields = recipient ? traceHeaders(message, recipient) : '';
  return Buffer.from(`${traceFields}${messageHeaders(message)}${body.headers}\r\n${body.body}`, 'utf8');
}

/** The trace fields that servers on the way add (RFC 5321, section 4.4). The addresses are from a documentation network. */
function traceHeaders({ id, at, from }: DemoMessage, { email }: Person): string {
  const [localPart, host] = id.split('@');
  const domain = email.slice(email.indexOf('@') + 1);
  const received = `Received: from ${host} (${host} [192.0.2.${(at % 250) + 1}])\r\n\tby mx.${domain} with ESMTPS id ${localPart}\r\n`;
  return `Return-Path: <${from.email}>\r\n${received}\tfor <${email}>; ${dateHeader(at, 0)}\r\n`;
}

function messageHeaders(message: DemoMessage): string {
  const { from, to, cc, subject, at, offset, id, inReplyTo, references, headers = [] } = message;
  let text = `Message-ID: <${id}>\r\nDate: ${dateHeader(at, offset)}\r\nFrom: ${formatMailbox(from)}\r\n`;
  if (to.length) text += `To: ${to.map(formatMailbox).join(',\r\n ')}\r\n`;
  if (cc?.length) text += `Cc: ${cc.map(formatMailbox).join(',\r\n ')}\r\n`;
  text += `Subject: ${encodeHeaderText(subject)}\r\n`;
  if (inReplyTo) text += `In-Reply-To: <${inReplyTo}>\r\n`;
  if (references?.length) text += `References: ${references.map((reference) => `<${reference}>`).join('\r\n ')}\r\n`;
  for (const [name, value] of headers) text += `${name}: ${value}\r\n`;
  return `${text}MIME-Version: 1.0\r\n`;
}

function bodyPart(message: DemoMessage): RenderedPart {
  const { id, text, html, calendar, inline, attachments, format } = message;
  const boundary = (kind: string) => `=_${kind}_${id.slice(0, id.indexOf('@'))}`;
  const alternatives = [textPart('plain', text, format)];
  if (html !== undefined) {
    const page = textPart('html', html, format === 'flowed' ? 'plain' : format);
    const cited = inline?.length ? multipart('related', boundary('rel'), [page, ...inline.map(attachmentPart)]) : page;
    alternatives.push(cited);
  }
  if (calendar !== undefined) alternatives.push(calendarPart(calendar));
  const shown =
    alternatives.length > 1
      ? multipart('alternative', boundary('alt'), alternatives)
      : (alternatives[0] as RenderedPart);
  if (!attachments?.length) return shown;
  return multipart('mixed', boundary('mix'), [shown, ...attachments.map(attachmentPart)]);
}

function multipart(kind: string, boundary: string, parts: RenderedPart[]): RenderedPart {
  const body = parts.map((part) => `--${boundary}\r\n${part.headers}\r\n${part.body}\r\n`).join('');
  return { headers: `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n`, body: `${body}--${boundary}--\r\n` };
}

function textPart(subtype: 'plain' | 'html', text: string, format: TextFormat = 'plain'): RenderedPart {
  const isPlain = isAscii(text);
  const charset = format === 'latin1' ? 'iso-8859-1' : isPlain ? 'us-ascii' : 'utf-8';
  const flowed = format === 'flowed' ? '; format=flowed' : '';
  const [encoding, body] = encodedText(text, format, isPlain);
  const headers =
    `Content-Type: text/${subtype}; charset=${charset}${flowed}\r\n` + `Content-Transfer-Encoding: ${encoding}\r\n`;
  return { headers, body };
}

function encodedText(text: string, format: TextFormat, isPlain: boolean): [encoding: string, body: string] {
  if (format === 'latin1') return ['quoted-printable', quotedPrintable(Buffer.from(text, 'latin1'))];
  if (format === 'quoted') return ['quoted-printable', quotedPrintable(Buffer.from(text, 'utf8'))];
  if (format === 'base64') return ['base64', base64Lines(Buffer.from(text, 'utf8'))];
  return [isPlain ? '7bit' : '8bit', text];
}

function calendarPart(calendar: string): RenderedPart {
  const headers =
    'Content-Type: text/calendar; charset=utf-8; method=REQUEST; component=VEVENT\r\n' +
    `Content-Transfer-Encoding: ${isAscii(calendar) ? '7bit' : '8bit'}\r\n`;
  return { headers, body: calendar };
}

function attachmentPart({ name, type, bytes, cid }: DemoAttachment): RenderedPart {
  const nameParameter = (key: string) =>
    isAscii(name) ? `${key}="${name}"` : `${key}*=UTF-8''${encodeURIComponent(name)}`;
  const disposition = cid ? `Content-ID: <${cid}>\r\nContent-Disposition: inline` : 'Content-Disposition: attachment';
  const headers =
    `Content-Type: ${type}; ${nameParameter('name')}\r\n${disposition}; ${nameParameter('filename')}\r\n` +
    'Content-Transfer-Encoding: base64\r\n';
  return { headers, body: base64Lines(bytes) };
}
