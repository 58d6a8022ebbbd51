import { optionalEndTags, voidTags } from './tags.ts';

/** Counts which elements stand open, by name: enough to keep beginnings and ends in pairs without searching a tree. */
type Nesting = {
  /** Whether a beginning may be written. */
  begin(name: string): boolean;
  /** Whether an end may be written: one of an element that was left out goes too. */
  end(name: string): boolean;
  /** What is still open and must be ended, the last one first. */
  open(): string[];
};

/** At most `deepest` elements stand in one another; those beyond it are left out, and what stands in them is kept. */
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
