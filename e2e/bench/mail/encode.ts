/** RFC 2045, 6.7: text as ASCII, in lines of at most 76 characters. */
export function quotedPrintable(text: string): string {
  return text.split('\r\n').map(quotedLine).join('\r\n');
}

function quotedLine(line: string): string {
  const safe = line.replace(/[=\u0080-\uffff]+|[ \t]$/g, quotedBytes);
  if (safe.length <= 76) return safe;
  const pieces: string[] = [];
  let start = 0;
  while (safe.length - start > 76) {
    const end = start + 75;
    // Never split a quoted byte.
    const quote = safe.lastIndexOf('=', end - 1);
    const cut = quote > end - 3 ? quote : end;
    pieces.push(safe.slice(start, cut));
    start = cut;
  }
  pieces.push(safe.slice(start));
  return pieces.join('=\r\n');
}

function quotedBytes(text: string): string {
  let quoted = '';
  for (const byte of Buffer.from(text)) quoted += `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  return quoted;
}

/** RFC 2045, 6.8, in lines of 76 characters. */
export function base64Lines(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  const lines: string[] = [];
  for (let start = 0; start < text.length; start += 76) lines.push(text.slice(start, start + 76));
  return lines.join('\r\n');
}

/** RFC 2047: a header text that is not ASCII, as encoded words. */
export function headerText(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  const words: string[] = [];
  let word = '';
  for (const character of text) {
    if (Buffer.byteLength(word + character) > 42) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  words.push(word);
  return words.map((each) => `=?utf-8?B?${Buffer.from(each).toString('base64')}?=`).join('\r\n ');
}
