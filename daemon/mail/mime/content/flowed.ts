type Line = { depth: number; text: string };

/**
 * Text of `format=flowed` with its soft breaks removed (RFC 3676): a line that ends in a space continues in the next
 * line of the same quote depth. `delsp`: the space was only added for the break. Quotes keep one `>` for each level.
 */
export function unflow(text: string, delsp: boolean): string {
  const paragraphs: string[] = [];
  let depth = 0;
  let open: string[] = [];
  const close = () => {
    if (open.length > 0) paragraphs.push(withQuotePrefix(depth, open.join('')));
    open = [];
  };
  for (const raw of text.split('\n')) {
    const line = parseLine(raw);
    const isSignature = line.text === '-- ';
    if (line.depth !== depth || isSignature) close();
    depth = line.depth;
    const isFlowed = !isSignature && line.text.endsWith(' ');
    open.push(isFlowed && delsp ? line.text.slice(0, -1) : line.text);
    if (!isFlowed) close();
  }
  close();
  return paragraphs.join('\n');
}

function parseLine(raw: string): Line {
  const end = raw.endsWith('\r') ? raw.length - 1 : raw.length;
  let depth = 0;
  while (depth < end && raw[depth] === '>') depth++;
  // Space-stuffing, section 4.4.
  const start = raw[depth] === ' ' ? depth + 1 : depth;
  return { depth, text: raw.slice(start, end) };
}

function withQuotePrefix(depth: number, text: string): string {
  if (depth === 0) return text;
  return text === '' ? '>'.repeat(depth) : `${'>'.repeat(depth)} ${text}`;
}
