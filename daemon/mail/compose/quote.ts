import MarkdownIt from 'markdown-it';

/**
 * Converts text to Markdown that displays it unchanged, with any special characters. Quoted lines (`> `) stay quotes,
 * `depth` levels deeper. Web addresses are not escaped, because the renderer links them as they are.
 */
export function quotedMarkdown(text: string, depth: number): string {
  const lines: string[] = [];
  let last = { depth, isBlank: true };
  for (const line of text.replaceAll(/\r\n?/g, '\n').split('\n')) {
    const [quoteMarkers = ''] = /^(?: ?>)*/.exec(line) ?? [];
    const rest = line.slice(quoteMarkers.length).replace(/^ /, quoteMarkers === '' ? ' ' : '');
    const current = { depth: depth + quoteMarkers.replaceAll(' ', '').length, isBlank: rest.trim() === '' };
    // Without a blank line between them, a line below a quote would belong to the quote.
    if (current.depth < last.depth && !current.isBlank && !last.isBlank)
      lines.push('> '.repeat(current.depth).trimEnd());
    lines.push(`${'> '.repeat(current.depth)}${current.isBlank ? '' : plainMarkdown(rest)}`.trimEnd());
    last = current;
  }
  return lines.join('\n');
}

/** Converts a line to Markdown (CommonMark 0.31 with tables and strikethrough) that displays it unchanged. */
export function plainMarkdown(line: string): string {
  const [indent = ''] = /^[ \t]+/.exec(line) ?? [];
  const margin = indent.replaceAll('\t', '    ').replaceAll(' ', '\u00a0');
  const text = line.slice(indent.length).trimEnd();
  return margin + escapedStart(escapedLine(text));
}

const { linkify } = new MarkdownIt();

/** An escape character before or inside a web address would become part of it. */
function escapedLine(text: string): string {
  let escaped = '';
  let from = 0;
  for (const { index } of text.matchAll(/(?<![a-z0-9.+-])https?:\/\//gi)) {
    if (index < from) continue;
    const address = linkify.matchAtStart(text.slice(index))?.raw ?? '';
    // Asterisks at the end of an address are not part of it, and create no emphasis there.
    const stars = /^\**/.exec(text.slice(index + address.length))?.[0] ?? '';
    escaped += escapedInline(text.slice(from, index)) + address + stars;
    from = index + address.length + stars.length;
  }
  return escaped + escapedInline(text.slice(from));
}

/** Escapes characters that would create emphasis, code, links, tags and entities. */
function escapedInline(text: string): string {
  return text
    .replaceAll(/[\\`*]/g, String.raw`\$&`)
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\_`)
    .replaceAll(/~(?=~)|(?<=~)~/g, String.raw`\~`)
    .replaceAll(/<(?=[\p{L}/!?])/gu, String.raw`\<`)
    .replaceAll(/\](?=[([:])/g, String.raw`\]`)
    .replaceAll(/&(?=#|\w+;)/g, String.raw`\&`);
}

/** Escapes characters that would create headings, quotes, lists, rules, fences and tables at the start of a line. */
function escapedStart(text: string): string {
  if (/^(?:#{1,6}(?:\s|$)|[-+](?:\s|$)|[-=_]+\s*$|(?:[-_]\s*){3,}$|>|\||~{3}|[-:|\s]+$)/.test(text)) return `\\${text}`;
  return text.replace(/^(\d{1,9})([.)])(?=\s|$)/, String.raw`$1\$2`);
}
