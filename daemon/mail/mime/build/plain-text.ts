import type { Token } from 'markdown-it';

/** A block during parsing: its lines so far, and whether its items are set close together. */
type Block = { token: Token | undefined; lines: string[]; isTight: boolean; nextNumber: number };

/**
 * Markdown as plain text for programs that show no HTML: `text <address>` for links, `> ` before quotes, `- ` and `1. `
 * before items, `a | b` for rows. A line of two dashes that begins a signature is written as in RFC 3676, section 4.3.
 */
export function plainText(tokens: readonly Token[]): string {
  const blocks = [newBlock(undefined)];
  const innermost = () => blocks.at(-1) ?? newBlock(undefined);
  for (const token of tokens) {
    if (token.type === 'paragraph_open' && !token.hidden) loosenList(blocks);
    else if (containers.has(token.type)) blocks.push(newBlock(token));
    else if (token.nesting < 0 && containers.has(token.type.replace('_close', '_open'))) {
      const block = blocks.pop();
      if (block) addLines(innermost(), withMarkers(block, innermost()));
    } else addLines(innermost(), linesOf(token));
  }
  return innermost().lines.join('\n').replaceAll(/^--$/gm, '-- ');
}

const containers = new Set(
  ['blockquote', 'bullet_list', 'ordered_list', 'list_item', 'table', 'tr'].map((name) => `${name}_open`),
);

function newBlock(token: Token | undefined): Block {
  const isTight = token !== undefined && token.type !== 'blockquote_open';
  return { token, lines: [], isTight, nextNumber: Number(token?.attrGet('start') ?? 1) };
}

/** A blank line between the paragraphs of one item separates all items. */
function loosenList(blocks: readonly Block[]): void {
  const [list, item] = blocks.slice(-2);
  if (item?.token?.type !== 'list_item_open') return;
  item.isTight = false;
  if (list) list.isTight = false;
}

function addLines(block: Block, lines: readonly string[]): void {
  if (lines.length === 0) return;
  if (!block.isTight && block.lines.length > 0) block.lines.push('');
  for (const line of lines) block.lines.push(line);
}

function linesOf({ type, content, children }: Token): string[] {
  if (type === 'inline') return inlineText(children ?? []).split('\n');
  if (type === 'hr') return ['---'];
  return type === 'fence' || type === 'code_block' ? content.replace(/\n$/, '').split('\n') : [];
}

/** The lines of a block with its markers. */
function withMarkers({ token, lines }: Block, parent: Block): string[] {
  switch (token?.type) {
    case 'blockquote_open':
      return lines.map((line) => (line === '' || line.startsWith('>') ? `>${line}` : `> ${line}`));
    case 'list_item_open': {
      const marker = parent.token?.type === 'ordered_list_open' ? `${parent.nextNumber++}. ` : '- ';
      const margin = ' '.repeat(marker.length);
      return (lines.length === 0 ? [''] : lines).map(
        (line, at) => (at === 0 ? marker : line === '' ? '' : margin) + line,
      );
    }
    case 'tr_open':
      return [lines.join(' | ')];
    default:
      return lines;
  }
}

const emphasisMarkers: Record<string, string> = { strong: '*', em: '_', s: '~' };

function inlineText(tokens: readonly Token[]): string {
  let text = '';
  const links: { at: number; address: string }[] = [];
  for (const token of tokens) {
    if (token.info === 'auto') text += autolinkBracket(token);
    else if (token.type === 'link_open') links.push({ at: text.length, address: String(token.attrGet('href')) });
    else if (token.type === 'link_close') text += linkAddress(links.pop(), text);
    else if (token.type === 'softbreak' || token.type === 'hardbreak') text += '\n';
    else if (token.type === 'image') text += imageText(token);
    else if (token.type === 'code_inline') text += `\`${token.content}\``;
    else text += emphasisMarkers[token.tag] ?? token.content;
  }
  return text;
}

/**
 * A URL or address that is its own link text is written as in the source: `<ada@example.org>`, `https://example.org`.
 */
function autolinkBracket({ markup, type }: Token): string {
  if (markup !== 'autolink') return '';
  return type === 'link_open' ? '<' : '>';
}

/** ` <address>`, unless the link text already shows it. */
function linkAddress(link: { at: number; address: string } | undefined, text: string): string {
  if (!link) return '';
  const address = link.address.replace(/^mailto:/i, '');
  const linkText = text.slice(link.at);
  return [linkText, encodeURI(linkText), `${linkText}/`].includes(address) ? '' : ` <${address}>`;
}

function imageText(token: Token): string {
  const source = String(token.attrGet('src'));
  const name = `[${token.content || 'image'}]`;
  return /^https?:/i.test(source) ? `${name} <${source}>` : name;
}
