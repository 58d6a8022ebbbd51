import MarkdownIt, { type Token } from 'markdown-it';
import { escapeHtml } from '../../html/escape.ts';

/** Content that is nested deeper would be dropped; no real quote is nested this deep. */
const maxNesting = 400;

const markdownParser = new MarkdownIt({ html: false, linkify: true, breaks: true, maxNesting })
  // A line of dashes below a line of text is the beginning of a signature, or a rule: not a heading.
  .disable(['lheading']);
// File names look like hosts: `notes.md`.
markdownParser.linkify.set({ fuzzyLink: false });
markdownParser.core.ruler.push('mail', (state) => addAttributes(state.tokens));
markdownParser.renderer.rules.fence = markdownParser.renderer.rules.code_block = (tokens, at) =>
  `<pre style="white-space:pre-wrap;font-family:monospace">${escapeHtml(tokens[at]?.content ?? '')}</pre>\n`;

/** Styles for elements that mail programs would otherwise show as plain text or wrongly. */
const styles: Record<string, string> = {
  blockquote: 'margin:0 0 0 .5em;border-left:2px solid #bbb;padding-left:.8em',
  code: 'font-family:monospace',
  table: 'border-collapse:collapse',
  th: 'border:1px solid #bbb;padding:.2em .5em',
  td: 'border:1px solid #bbb;padding:.2em .5em',
  img: 'max-width:100%',
};

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** The tokens of Markdown: CommonMark with tables, line breaks as written, and no HTML. */
export function markdownTokens(markdown: string): Token[] {
  return markdownParser.parse(markdown.toWellFormed(), {});
}

/** The HTML of Markdown, as a fragment. Scripts and executable URLs are refused. */
export function markdownHtml(tokens: Token[]): string {
  return markdownParser.renderer.render(tokens, markdownParser.options, {});
}

/** Adds the styles that elements need, and the direction of right-to-left text. */
function addAttributes(tokens: readonly Token[]): void {
  const open: Token[] = [];
  for (const token of tokens) {
    if (token.nesting > 0) open.push(token);
    if (token.nesting < 0) open.pop();
    if (token.nesting >= 0) addStyle(token);
    if (token.type !== 'inline') continue;
    for (const child of token.children ?? []) if (child.nesting >= 0) addStyle(child);
    if (rightToLeft.test(token.content)) for (const block of open) block.attrSet('dir', 'auto');
  }
}

function addStyle(token: Token): void {
  const elementStyle = styles[token.tag];
  const ownStyle = token.attrGet('style');
  if (elementStyle !== undefined)
    token.attrSet('style', ownStyle === null ? elementStyle : `${elementStyle};${ownStyle}`);
  // Thunderbird and Apple Mail recognize quotes by this attribute.
  if (token.type === 'blockquote_open') token.attrSet('type', 'cite');
}
