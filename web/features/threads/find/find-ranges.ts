import { findText } from './find-text.ts';

/** The names of the highlights, as `::highlight()` in the style sheets uses it. */
const allName = 'find';
const currentName = 'find-current';
const promiseName = 'promise';

/** Formatted messages are documents of their own, with their own style. */
const frameStyle = `
::highlight(${allName}) { background: #f3dfa2; color: #1d2327; }
::highlight(${currentName}) { background: #8a5a10; color: #fff; }
::highlight(${promiseName}) { background: rgb(214 158 46 / 30%); }
`;

/**
 * The places in which the messages of a conversation have text: their bodies, and the documents of their frames, in order.
 * A frame of another origin has no document here.
 */
export function textRootsIn(conversation: Element): Node[] {
  return [...conversation.querySelectorAll('[data-message]')].flatMap(textRootsOf);
}

/** The same in one message. */
export function textRootsOf(message: Element): Node[] {
  const frames = [...message.querySelectorAll('iframe')].flatMap(({ contentDocument }) =>
    contentDocument ? (propertyOf(contentDocument, 'documentElement') ?? []) : [],
  );
  const body = message.querySelector('[data-body]');
  return [...(body ? [body] : []), ...frames];
}

/** Elements of a message may have names that hide properties of its document. */
function propertyOf<Name extends keyof Document>(owner: Document, name: Name): Document[Name] {
  return Reflect.get(Document.prototype, name, owner);
}

/** The matches of a query, in the order of the roots. */
export function findRanges(roots: readonly Node[], query: string): Range[] {
  return roots.flatMap((root) => {
    const nodes = textNodesIn(root);
    const texts = nodes.map((node) => node && node.data);
    return findText(texts, query).flatMap(({ start, end }) => {
      const [first, last] = [nodes[start.text], nodes[end.text]];
      // A range of this document may be moved into another.
      const range = document.createRange();
      if (!first || !last) return [];
      range.setStart(first, start.offset);
      range.setEnd(last, end.offset);
      return [range];
    });
  });
}

const blocks =
  'address, article, aside, blockquote, br, button, center, dd, div, dl, dt, figure, footer, form, h1, h2, h3, h4, h5, h6, header, hr, li, main, nav, ol, p, pre, section, table, tbody, td, th, thead, tr, ul';
const unread = 'head, script, style, template, title, button, [hidden]';

/** The visible text nodes of an element, with `null` at the borders of blocks. */
function textNodesIn(root: Node): (Text | null)[] {
  const nodes: (Text | null)[] = [];
  const visit = (node: Node) => {
    for (const child of node.childNodes) {
      if (child.nodeType === 3) nodes.push(child as Text);
      if (child.nodeType !== 1 || (child as Element).matches(unread)) continue;
      const isBlock = (child as Element).matches(blocks);
      if (isBlock) nodes.push(null);
      visit(child);
      if (isBlock) nodes.push(null);
    }
  };
  visit(root);
  return nodes;
}

/** Highlights matches, the current one differently, and returns a function that removes the highlights. */
export function highlight(ranges: readonly Range[], current: Range | undefined): () => void {
  const groups = Map.groupBy(ranges, (range) => range.startContainer.ownerDocument);
  const registries: HighlightRegistry[] = [];
  for (const [owner, own] of groups) {
    const view = owner && propertyOf(owner, 'defaultView');
    if (!owner || !view?.Highlight) continue;
    const registry = view.CSS.highlights;
    if (owner !== document) addFrameStyle(owner, view);
    registry.set(allName, new view.Highlight(...own));
    if (current && own.includes(current)) {
      const top = new view.Highlight(current);
      top.priority = 1;
      registry.set(currentName, top);
    }
    registries.push(registry);
  }
  return () => {
    for (const registry of registries) for (const name of [allName, currentName]) registry.delete(name);
  };
}

/** Marks the promises in a message, beside those of others, and returns a function that removes these marks. */
export function markPromises(ranges: readonly Range[]): () => void {
  const marked = ranges.flatMap((range) => {
    const owner = range.startContainer.ownerDocument;
    const view = owner && propertyOf(owner, 'defaultView');
    if (!owner || !view?.Highlight) return [];
    if (owner !== document) addFrameStyle(owner, view);
    const registry = view.CSS.highlights;
    const marks = registry.get(promiseName) ?? new view.Highlight();
    registry.set(promiseName, marks.add(range));
    return { marks, range };
  });
  return () => marked.forEach(({ marks, range }) => marks.delete(range));
}

function addFrameStyle(owner: Document, view: Window & typeof globalThis): void {
  if (propertyOf(owner, 'adoptedStyleSheets').length > 0) return;
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(frameStyle);
  Reflect.set(Document.prototype, 'adoptedStyleSheets', [sheet], owner);
}

/** Scrolls the conversation so that a match is in its middle. */
export function scrollToRange(range: Range, scroller: Element): void {
  const owner = range.startContainer.ownerDocument;
  const frame = owner && propertyOf(owner, 'defaultView')?.frameElement;
  const top = range.getBoundingClientRect().top + (frame?.getBoundingClientRect().top ?? 0);
  const { top: edge, height } = scroller.getBoundingClientRect();
  if (top < edge + 80 || top > edge + height - 80) scroller.scrollBy({ top: top - edge - height / 2 });
}
