import { endsBefore, stopsEnd, stopsImpliedEnd, type ElementKind } from './elements.ts';
import type { Table } from './tables.ts';

/** An element whose end tag was not read yet. */
export type OpenElement = {
  name: string;
  kind: ElementKind;
  /** The `textStates` bits of its text. */
  state: number;
  /** How it looks, where a `CarefulReading` keeps track of that. */
  look: unknown;
  /** A paragraph without a blank line after it. */
  isTightBelow: boolean;
  /** How often its content was indented. */
  indents: number;
  table: Table | undefined;
  list: List | undefined;
  /** The host of a link, and the text length before it. */
  link: { host: string; textLength: number } | undefined;
};

/** A list, with the number of its next item; undefined for lists without numbers. */
export type List = { next: number | undefined };

const maxDepth = 500;

/**
 * The stack of open elements (HTML, section 13.2.4.2, simplified): end tags without a start tag are ignored, elements
 * without end tags end where the next begins. Beyond a depth of 500, tags are counted but ignored.
 */
export function createOpenElements(onEnd: (element: OpenElement) => void) {
  const stack: OpenElement[] = [];
  const openCount = new Map<string, number>();
  const tooDeep = new Map<string, number>();
  let isCut = false;

  const popTo = (at: number) => {
    while (stack.length > at) {
      const element = stack.pop() as OpenElement;
      openCount.set(element.name, (openCount.get(element.name) ?? 1) - 1);
      onEnd(element);
    }
  };

  /** Returns false if there are too many open elements. */
  const push = (element: OpenElement): boolean => {
    if (stack.length >= maxDepth) {
      isCut = true;
      tooDeep.set(element.name, (tooDeep.get(element.name) ?? 0) + 1);
      return false;
    }
    stack.push(element);
    openCount.set(element.name, (openCount.get(element.name) ?? 0) + 1);
    return true;
  };

  const endImplied = (name: string, kind: ElementKind) => {
    if (kind === 'inline') return;
    if (!endsOthers(name, kind) && !openCount.get('p')) return;
    for (let at = stack.length - 1; at >= 0; at -= 1) {
      const open = stack[at] as OpenElement;
      if (endsBefore(open.name, name, kind)) return popTo(at);
      if (stopsImpliedEnd(kind, open.kind)) return;
    }
  };

  /** Returns whether an element was ended. */
  const end = (name: string, kind: ElementKind): boolean => {
    const ignored = tooDeep.get(name) ?? 0;
    if (ignored > 0) return tooDeep.set(name, ignored - 1).size > 0;
    if (!openCount.get(name)) return false;
    for (let at = stack.length - 1; at >= 0; at -= 1) {
      const open = stack[at] as OpenElement;
      if (open.name === name) {
        popTo(at);
        return true;
      }
      if (stopsEnd(kind, open.kind)) return false;
    }
    return false;
  };

  return {
    push,
    end,
    endImplied,
    endAll: () => popTo(0),
    innermost: () => stack.at(-1),
    isCut: () => isCut,
  };
}

const endsOthers = (name: string, kind: ElementKind) =>
  kind === 'row' || kind === 'cell' || kind === 'item' || name === 'dd' || name === 'dt';
