import MarkdownIt from 'markdown-it';

type Token = ReturnType<InstanceType<typeof MarkdownIt>['parse']>[number];

/** A node of a guide: a text, or an element with children. */
export type GuideNode = string | GuideElement;
export type GuideElement = { tag: Tag; id?: string; href?: string; language?: string; children: GuideNode[] };

const tags = [
  'h1',
  'h2',
  'h3',
  'p',
  'ul',
  'ol',
  'li',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'blockquote',
  'strong',
  'em',
  'a',
  'code',
  'pre',
  'hr',
  'br',
] as const;
type Tag = (typeof tags)[number];

/** Parses a guide in Markdown (CommonMark with tables). HTML in it is text. The id of a heading is made of its words. */
export function guideTree(markdown: string): GuideElement[] {
  const tokens = new MarkdownIt({ html: false, linkify: false }).parse(markdown, {});
  return nested(tokens).filter((node) => typeof node === 'object');
}

/** The second-level headings, for a table of contents. */
export function headingsOf(tree: readonly GuideElement[]): { id: string; text: string }[] {
  return tree.flatMap(({ tag, id, children }) => (tag === 'h2' && id ? [{ id, text: textOf(children) }] : []));
}

export function textOf(nodes: readonly GuideNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? node : textOf(node.children))).join('');
}

/** Converts opening and closing tokens to nested elements. */
function nested(tokens: readonly Token[]): GuideNode[] {
  const top: GuideNode[] = [];
  const open: GuideElement[] = [];
  const add = (node: GuideNode) => (open.at(-1)?.children ?? top).push(node);
  for (const token of tokens) {
    // A tight list has no paragraphs in its items.
    if (token.hidden) continue;
    if (token.nesting === 1) {
      const element = elementOf(token);
      add(element);
      open.push(element);
    } else if (token.nesting === -1) {
      const closed = open.pop();
      if (closed && /^h[1-3]$/.test(closed.tag)) closed.id = slug(textOf(closed.children));
    } else for (const node of inlineNodesOf(token)) add(node);
  }
  return top;
}

function elementOf(token: Token): GuideElement {
  const href = token.attrGet('href');
  return { tag: tagOf(token.tag), ...(href && { href: String(href) }), children: [] };
}

function inlineNodesOf(token: Token): GuideNode[] {
  switch (token.type) {
    case 'inline':
      return nested(token.children ?? []);
    case 'code_inline':
      return [{ tag: 'code', children: [token.content] }];
    case 'fence':
    case 'code_block':
      return [{ tag: 'pre', language: token.info, children: [token.content.trimEnd()] }];
    case 'softbreak':
      return [' '];
    case 'hardbreak':
      return [{ tag: 'br', children: [] }];
    case 'hr':
      return [{ tag: 'hr', children: [] }];
    default:
      return token.content === '' ? [] : [token.content];
  }
}

/** Unknown elements become paragraphs, so that their text is kept. */
function tagOf(name: string): Tag {
  return tags.find((tag) => tag === name) ?? 'p';
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}
