/**
 * The character set that the headers of a part name for what follows them; undefined where they name none. `before` is what
 * stands in the message in front of the part's content: its headers, and maybe the end of the part before.
 */
export function charsetInHeaders(preceding: Uint8Array): string | undefined {
  const text = Buffer.from(preceding).toString('latin1').replaceAll(/\r\n?/g, '\n');
  const own = text.slice(text.lastIndexOf('\n--') + 1);
  const headers = own.trimEnd().split('\n\n').at(-1) ?? '';
  const type = /^content-type:(.*(?:\n[ \t].*)*)/im.exec(headers)?.[1] ?? '';
  return /;\s*charset\s*=\s*"?([\w:.+-]{2,40})/i.exec(type)?.[1];
}
