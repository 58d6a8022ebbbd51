import { endsBefore, stopsEnd, stopsImpliedEnd, type ElementKind } from './elements.ts';
import type { Table } from './tables.ts';

/** An element whose end tag has not come yet. */
export type OpenElement = {
  name: string;
  kind: ElementKind;
  /** Bits of `shown` that hold for its text. */
  state: number;
  /** A paragraph without a blank line after it. */
  isTightBelow: boolean;
  /** How often what it holds was moved in. */
  indents: number;
  table: Table | undefined;
  list: List | undefined;
  /** The host a link leads to, and how many letters stood before it. */
  link: { host: string; textLength: number } | undefined;
};

/** A list, with the number its next item has; without one where items have none. */
export type List = { next: number | undefined };

const maxDepth = 500;

/**
 * The stack of open elements (HTML, section 13.2.4.2, in short): end tags without a start tag are passed over, elements
 * whose end tags were left out end where the next begins. Past a depth of 500, tags are counted and not obeyed.
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

  /** Answers false where there are too many open elements already. */
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

  /** Answers whether there was something to end. */
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
