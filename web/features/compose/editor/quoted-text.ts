const forwarded = /^-{3,}\s*Forwarded message\s*-{3,}\s*$/i;

/**
 * Splits a text into the written part and the quoted part at its end, which together are the whole text. The quoted part is
 * the lines that begin with `>` with the attribution above them, or a forwarded message.
 */
export function splitQuote(body: string): { text: string; quote: string } {
  const lines = body.split('\n');
  const at = forwardAt(lines) ?? quoteAt(lines);
  if (at === undefined) return { text: body, quote: '' };
  const start = backOverBlank(lines, at);
  const text = lines.slice(0, start).join('\n');
  return { text, quote: body.slice(text.length) };
}

/** What the user writes: a text without the quote at its end, and without quoted lines between its paragraphs. */
export function writtenText(body: string): string {
  return splitQuote(body)
    .text.replace(/(^>.*\n?)+/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function forwardAt(lines: readonly string[]): number | undefined {
  const at = lines.findIndex((line) => forwarded.test(line));
  return at < 0 ? undefined : at;
}

function quoteAt(lines: readonly string[]): number | undefined {
  let at = lines.length;
  let isQuote = false;
  while (at > 0 && /^(>|\s*$)/.test(lines[at - 1] ?? '')) {
    at -= 1;
    isQuote ||= lines[at]?.startsWith('>') ?? false;
  }
  if (!isQuote) return undefined;
  while (at < lines.length && lines[at]?.trim() === '') at += 1;
  const above = backOverBlank(lines, at) - 1;
  return lines[above]?.trimEnd().endsWith(':') ? above : at;
}

function backOverBlank(lines: readonly string[], at: number): number {
  let start = at;
  while (start > 0 && lines[start - 1]?.trim() === '') start -= 1;
  return start;
}
