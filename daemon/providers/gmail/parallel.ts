/** The results of `work` in the order of the items, with up to `limit` at a time. Stops at the first error. */
export async function* inParallel<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  let next = 0;
  const start = () => {
    const item = items[next++] as Item;
    const result = work(item);
    // Awaited in its turn; until then a rejection must not count as unhandled.
    result.catch(() => undefined);
    running.push(result);
  };
  while (next < items.length || running.length > 0) {
    while (next < items.length && running.length < limit) start();
    yield await (running.shift() as Promise<Result>);
  }
}

/** Requests that an account has under way at once. */
export const maxParallelRequests = 4;
