import { selfEndingTags, voidTags } from './tags.ts';

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
export function nesting(deepest: number): Nesting {
  const open = new Map<string, number>();
  const leftOut = new Map<string, number>();
  let depth = 0;
  const add = (counts: Map<string, number>, name: string, more: number) =>
    counts.set(name, (counts.get(name) ?? 0) + more);
  return {
    begin(name) {
      if (voidTags.has(name)) return true;
      const isNested = !selfEndingTags.has(name);
      if (isNested && depth >= deepest) {
        add(leftOut, name, 1);
        return false;
      }
      if (isNested) depth++;
      add(open, name, 1);
      return true;
    },
    end(name) {
      if (leftOut.get(name)) {
        add(leftOut, name, -1);
        return false;
      }
      if (!open.get(name)) return false;
      if (!selfEndingTags.has(name)) depth--;
      add(open, name, -1);
      return true;
    },
    open: () =>
      [...open]
        .flatMap(([name, count]) => (selfEndingTags.has(name) ? [] : Array<string>(count).fill(name)))
        .toReversed(),
  };
}
