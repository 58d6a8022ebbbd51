/** One page of items; no more items are read than needed. */
export function pageOf<T>(items: Iterable<T>, { limit, offset }: { limit: number; offset: number }): T[] {
  const page: T[] = [];
  let skipped = 0;
  for (const item of items) {
    if (skipped++ < offset) continue;
    page.push(item);
    if (page.length === limit) break;
  }
  return page;
}
