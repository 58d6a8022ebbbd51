/** So many items after those passed over; no more are asked for than are needed. */
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
