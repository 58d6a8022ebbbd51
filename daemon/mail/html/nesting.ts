import { optionalEndTags, voidTags } from './tags.ts';

/** Counts open elements by name, which is sufficient to balance tags without searching a tree. */
type Nesting = {
  /** Whether a start tag may be written. */
  begin(name: string): boolean;
  /** Whether an end tag may be written; the end tag of an omitted element is omitted too. */
  end(name: string): boolean;
  /** The elements that are still open and must be closed, innermost first. */
  open(): string[];
};

/** Allows at most `maxDepth` nested elements; deeper elements are omitted and their content is kept. */
export function trackNesting(maxDepth: number): Nesting {
  const open = new Map<string, number>();
  const dropped = new Map<string, number>();
  let depth = 0;
  const add = (counts: Map<string, number>, name: string, more: number) =>
    counts.set(name, (counts.get(name) ?? 0) + more);
  return {
    begin(name) {
      if (voidTags.has(name)) return true;
      const isNested = !optionalEndTags.has(name);
      if (isNested && depth >= maxDepth) {
        add(dropped, name, 1);
        return false;
      }
      if (isNested) depth++;
      add(open, name, 1);
      return true;
    },
    end(name) {
      if (dropped.get(name)) {
        add(dropped, name, -1);
        return false;
      }
      if (!open.get(name)) return false;
      if (!optionalEndTags.has(name)) depth--;
      add(open, name, -1);
      return true;
    },
    open: () =>
      [...open]
        .flatMap(([name, count]) => (optionalEndTags.has(name) ? [] : Array<string>(count).fill(name)))
        .toReversed(),
  };
}
