const ascii = /^[\x00-\x7f]*$/;

export function isAscii(text: string): boolean {
  return ascii.test(text);
}

/** A header value in encoded words of at most 75 characters each (RFC 2047). */
export function encodeHeaderText(text: string): string {
  if (isAscii(text)) return text;
  const words: string[] = [];
  let run = '';
  for (const character of text) {
    if (Buffer.byteLength(run + character) > 42) {
      words.push(run);
      run = '';
    }
    run += character;
  }
  words.push(run);
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ');
}

/** `Name <address>`, with the name quoted or encoded where necessary. */
export function formatMailbox({ name, email }: { name: string; email: string }): string {
  if (!isAscii(name)) return `${encodeHeaderText(name)} <${email}>`;
  return /[^A-Za-z0-9 !#$%&'*+/=?^_`{|}~-]/.test(name) ? `"${name}" <${email}>` : `${name} <${email}>`;
}

/** Base64 in lines of 76 characters. */
export function base64Lines(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  if (text.length <= 76) return text;
  const lines: string[] = [];
  for (let at = 0; at < text.length; at += 76) lines.push(text.slice(at, at + 76));
  return lines.join('\r\n');
}

/** Quoted-printable with lines of at most 76 characters (RFC 2045, section 6.7). Input and output have CRLF line endings. */
export function quotedPrintable(bytes: Uint8Array): string {
  let text = '';
  let width = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === 13 && bytes[at + 1] === 10) {
      text += '\r\n';
      width = 0;
      at++;
      continue;
    }
    const endsLine = bytes[at + 1] === 13 || at + 1 === bytes.length;
    const isPlain = (byte > 32 && byte < 127 && byte !== 61) || (byte === 32 && !endsLine);
    const piece = isPlain ? String.fromCharCode(byte) : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    if (width + piece.length > 75) {
      text += '=\r\n';
      width = 0;
    }
    text += piece;
    width += piece.length;
  }
  return text;
}

/** A paragraph in lines of at most `width` characters, ended with CRLF; `lead` starts every line. */
export function wrapParagraph(paragraph: string, { width = 74, lead = '', soft = '' } = {}): string {
  if (paragraph.length <= width) return lead + paragraph;
  let text = '';
  let start = 0;
  while (paragraph.length - start > width) {
    let stop = paragraph.lastIndexOf(' ', start + width);
    if (stop <= start) stop = paragraph.indexOf(' ', start + width);
    if (stop < 0) break;
    text += `${lead}${paragraph.slice(start, stop)}${soft}\r\n`;
    start = stop + 1;
  }
  return text + lead + paragraph.slice(start);
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export function escapeHtml(text: string): string {
  return /[&<>"]/.test(text) ? text.replaceAll(/[&<>"]/g, (character) => escapes[character] as string) : text;
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A Date header (RFC 5322, section 3.3). `seconds` are unix seconds, `offset` is in minutes east of Greenwich. */
export function dateHeader(seconds: number, offset: number): string {
  const local = new Date((seconds + offset * 60) * 1000);
  const two = (number: number) => (number < 10 ? `0${number}` : String(number));
  const zone = `${offset < 0 ? '-' : '+'}${two(Math.floor(Math.abs(offset) / 60))}${two(Math.abs(offset) % 60)}`;
  const time = `${two(local.getUTCHours())}:${two(local.getUTCMinutes())}:${two(local.getUTCSeconds())}`;
  const day = `${days[local.getUTCDay()]}, ${two(local.getUTCDate())} ${months[local.getUTCMonth()]}`;
  return `${day} ${local.getUTCFullYear()} ${time} ${zone}`;
}
