/** The body of one MIME part with its transfer encoding taken off, or nothing where there is no such part. */
export function partBody(message: Buffer, number: string): Buffer | undefined {
  let part: Buffer | undefined = message;
  let container: Buffer = message;
  for (const step of number.split('.')) {
    const children = childrenOf(container);
    part = children ? children[Number(step) - 1] : step === '1' ? container : undefined;
    if (!part) return undefined;
    container = part;
  }
  return decodedBody(part);
}

/** Every text leaf decoded, below the headers: what a search on the server looks through. */
export function searchableText(message: Buffer): string {
  const subject = headerOf(message, 'subject').replaceAll(/\?=\s+=\?/g, '?==?');
  const decoded = subject.replaceAll(/=\?utf-8\?b\?([^?]*)\?=/gi, (_, word: string) =>
    Buffer.from(word, 'base64').toString(),
  );
  return `${headerOf(message, 'from')}\n${decoded}\n${leafText(message)}`.toLowerCase();
}

function leafText(part: Buffer): string {
  const children = childrenOf(part);
  if (children) return children.map(leafText).join('\n');
  const type = headerOf(part, 'content-type');
  if (type && !/^text\//i.test(type)) return '';
  return decodedBody(part).toString(/iso-8859-1/i.test(type) ? 'latin1' : 'utf8');
}

/** IMAP numbers the parts of an enclosed message as its own (RFC 9051, section 6.4.5.1). */
function childrenOf(part: Buffer): Buffer[] | undefined {
  const type = headerOf(part, 'content-type');
  if (/^message\/rfc822/i.test(type)) return childrenOf(bodyOf(part)) ?? [bodyOf(part)];
  const boundary = /^multipart\/.*?boundary=(?:"([^"]+)"|([^\s;]+))/is.exec(type);
  return boundary ? split(bodyOf(part), `--${boundary[1] ?? boundary[2]}`) : undefined;
}

function split(body: Buffer, delimiter: string): Buffer[] {
  const parts: Buffer[] = [];
  let start = -1;
  for (let at = body.indexOf(delimiter); at >= 0; at = body.indexOf(delimiter, at + delimiter.length)) {
    if (at > 0 && body[at - 1] !== 10) continue;
    if (start >= 0) parts.push(body.subarray(start, Math.max(start, at - 2)));
    const lineEnd = body.indexOf('\r\n', at);
    if (lineEnd < 0 || body.toString('latin1', at + delimiter.length, at + delimiter.length + 2) === '--') return parts;
    start = lineEnd + 2;
  }
  if (start >= 0) parts.push(body.subarray(start));
  return parts;
}

function headEnd(part: Buffer): number {
  if (part[0] === 13 && part[1] === 10) return 0;
  const end = part.indexOf('\r\n\r\n');
  return end < 0 ? part.length : end + 2;
}

function bodyOf(part: Buffer): Buffer {
  return part.subarray(Math.min(part.length, headEnd(part) + 2));
}

function headerOf(part: Buffer, name: string): string {
  const head = part.toString('utf8', 0, headEnd(part)).replaceAll(/\r\n[ \t]+/g, ' ');
  const line = head.split('\r\n').find((each) => each.toLowerCase().startsWith(`${name}:`));
  return line?.slice(name.length + 1).trim() ?? '';
}

function decodedBody(part: Buffer): Buffer {
  const encoding = headerOf(part, 'content-transfer-encoding').toLowerCase();
  const body = bodyOf(part);
  if (encoding === 'base64') return Buffer.from(body.toString('latin1'), 'base64');
  if (encoding !== 'quoted-printable') return body;
  const text = body.toString('latin1').replaceAll(/=[ \t]*\r\n/g, '');
  return Buffer.from(
    text.replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  );
}
