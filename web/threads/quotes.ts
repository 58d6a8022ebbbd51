/** A run of a plain-text message: what was written now, what it repeats, or how it was signed. */
export type Part = { kind: 'words' | 'quote' | 'signature'; text: string };

const quoted = /^\s?>/;
/** "On Tuesday Ada wrote:", in any language that ends it with a colon right before the quote. */
const attribution = /\S.*:\s*$/;
const originalFollows =
  /^\s*[-_]{2,}\s*(original message|forwarded message|ursprüngliche nachricht|message d'origine)\b/i;
const signs = /^-- ?$/;
const longestSignature = 12;

/** Takes a plain-text body apart, in order; the parts' texts joined by newlines are the body again, less outer blanks. */
export function splitQuotes(body: string): Part[] {
  const lines = body
    .replace(/\r\n?/g, '\n')
    .replace(/^\n+|\s+$/g, '')
    .split('\n');
  const kinds = lines.map((line): Part['kind'] => (quoted.test(line) ? 'quote' : 'words'));
  markAttributions(lines, kinds);
  markOriginal(lines, kinds);
  markSignature(lines, kinds);
  return gather(lines, kinds);
}

function markAttributions(lines: string[], kinds: Part['kind'][]): void {
  kinds.forEach((kind, at) => {
    if (kind !== 'quote' || kinds[at - 1] !== 'words') return;
    let above = at - 1;
    while (above >= 0 && lines[above]?.trim() === '') above -= 1;
    if (at - above > 2 || !attribution.test(lines[above] ?? '')) return;
    // An attribution may be wrapped: its first line then starts a paragraph, its second holds the colon.
    const isWrapped = above > 0 && lines[above - 1]?.trim() !== '' && (above === 1 || lines[above - 2]?.trim() === '');
    const first = isWrapped && kinds[above - 1] === 'words' ? above - 1 : above;
    kinds.fill('quote', first, at);
  });
}

function markOriginal(lines: string[], kinds: Part['kind'][]): void {
  const start = lines.findIndex((line) => originalFollows.test(line));
  if (start > 0) kinds.fill('quote', start);
}

function markSignature(lines: string[], kinds: Part['kind'][]): void {
  const start = lines.findLastIndex((line, at) => signs.test(line) && kinds[at] === 'words');
  if (start < 0) return;
  const end = kinds.indexOf('quote', start);
  const stop = end < 0 ? lines.length : end;
  if (stop - start <= longestSignature) kinds.fill('signature', start, stop);
}

function gather(lines: string[], kinds: Part['kind'][]): Part[] {
  const parts: Part[] = [];
  lines.forEach((line, at) => {
    const kind = kinds[at] ?? 'words';
    const last = parts.at(-1);
    // Blank lines inside a run belong to it, whatever they are counted as.
    if (last && (last.kind === kind || (line.trim() === '' && last.kind !== 'words'))) last.text += `\n${line}`;
    else parts.push({ kind, text: line });
  });
  return parts.filter(({ text }) => text.trim() !== '');
}

/** The lines of a quote without their marks, one level off. */
export function unquote(text: string): string {
  return text.replace(/^\s?> ?/gm, '');
}

/** Paragraphs of a text: what blank lines divide. */
export function paragraphs(text: string): string[] {
  return text
    .split(/\n(?:[ \t]*\n)+/)
    .map((paragraph) => paragraph.replace(/^\n+|\s+$/g, ''))
    .filter(Boolean);
}
