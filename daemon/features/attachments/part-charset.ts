/**
 * The character set that the headers of a part declare; undefined if they declare none. `preceding` is the bytes before the
 * part's content in the message: its headers, and possibly the end of the part before.
 */
export function charsetInHeaders(preceding: Uint8Array): string | undefined {
  const text = Buffer.from(preceding).toString('latin1').replaceAll(/\r\n?/g, '\n');
  const own = text.slice(text.lastIndexOf('\n--') + 1);
  const headers = own.trimEnd().split('\n\n').at(-1) ?? '';
  const type = /^content-type:(.*(?:\n[ \t].*)*)/im.exec(headers)?.[1] ?? '';
  return /;\s*charset\s*=\s*"?([\w:.+-]{2,40})/i.exec(type)?.[1];
}
