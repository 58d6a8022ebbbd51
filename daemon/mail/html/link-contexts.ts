import { linkContext, type LinkContext } from './css-link-rules.ts';
import { localName, subjectOf } from './css-selectors.ts';

/** An element of the message, and the strictest context it is in. */
export type ContextElement = { name: string; attributes: ReadonlyMap<string, string>; context: LinkContext };

/** Elements that an end tag closes together with its own element. */
const impliedByBlocks = new Set(['p', 'li', 'dd', 'dt', 'rp', 'rt']);
/** More are never searched, so that the time stays linear. */
const maxImplied = 50;
const tableTags = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'caption', 'colgroup']);

/**
 * Finds the context of each element. An element counts as open until a matching end tag: where it is uncertain whether a
 * browser closes an element, it stays open, so that more elements are around a link than in a browser, never fewer.
 */
export function createLinkContexts() {
  const all: ContextElement[] = [];
  const open: ContextElement[] = [];
  /** The number of elements at the start of `open` that are known to be around a link, and around a link with text. */
  const marked = { around: 0, aroundText: 0 };

  function mark(kind: 'around' | 'aroundText'): void {
    for (const element of open.slice(marked[kind])) raise(element, linkContext[kind]);
    marked[kind] = open.length;
  }

  return {
    begin(element: ContextElement, isVoid: boolean): void {
      all.push(element);
      if (!isVoid) open.push(element);
    },
    end(name: string): void {
      const implied = (each: string) => impliedByBlocks.has(each) || (tableTags.has(name) && tableTags.has(each));
      const lowest = Math.max(0, open.length - maxImplied);
      let at = open.length - 1;
      while (at > lowest && open[at]?.name !== name && open[at]?.name !== 'table' && implied(open[at]?.name ?? ''))
        at--;
      if (open[at]?.name !== name) return;
      open.length = at;
      marked.around = Math.min(marked.around, at);
      marked.aroundText = Math.min(marked.aroundText, at);
    },
    /** A link begins in the open elements. */
    link: () => mark('around'),
    /** A link in the open elements has text. */
    linkText: () => mark('aroundText'),
    /** The strictest context of the elements that a selector may apply to. */
    contextOfSelector: contextFinder(all),
  };
}

function raise(element: ContextElement, context: LinkContext): void {
  if (element.context < context) element.context = context;
}

type Names = { tags: Map<string, LinkContext>; classes: Map<string, LinkContext>; ids: Map<string, LinkContext> };

/** Looks up the names in a selector. The elements are read when the first selector is looked up. */
function contextFinder(all: readonly ContextElement[]): (selector: string) => LinkContext {
  let names: Names | undefined;
  return (selector) => {
    names ??= namesOf(all);
    const highest = names.tags.get('') ?? linkContext.none;
    const subject = subjectOf(selector);
    if (!subject) return highest;
    const contexts = [
      ...(subject.tag ? [names.tags.get(subject.tag)] : []),
      ...subject.classes.map((name) => names?.classes.get(name.toLowerCase())),
      ...subject.ids.map((name) => names?.ids.get(name.toLowerCase())),
    ];
    return contexts.reduce<LinkContext>((lowest, each = linkContext.none) => (each < lowest ? each : lowest), highest);
  };
}

/** The strictest context of each tag, class and id; of any element under the tag ''. */
function namesOf(all: readonly ContextElement[]): Names {
  const names: Names = { tags: new Map(), classes: new Map(), ids: new Map() };
  const add = (map: Map<string, LinkContext>, name: string, context: LinkContext) =>
    map.set(name, Math.max(map.get(name) ?? 0, context) as LinkContext);
  for (const { name, attributes, context } of all) {
    if (context === linkContext.none) continue;
    add(names.tags, name, context);
    add(names.tags, '', context);
    // Names of quirks mode are compared without regard to case.
    for (const each of attributes.get('class')?.split(/\s+/) ?? []) add(names.classes, each.toLowerCase(), context);
    for (const each of attributes.get('id')?.split(/\s+/) ?? []) add(names.ids, localName(each).toLowerCase(), context);
  }
  return names;
}
