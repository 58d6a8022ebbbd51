import { QueryClient } from '@tanstack/react-query';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOptimisticOverlay } from './optimistic-overlay.ts';
import type { Patch } from './query-patch.ts';

const key = ['mailbox', 'inbox'];
/** A patch that removes a row from a list of words. */
const without =
  (word: string): Patch =>
  (_key, data) =>
    (data as string[]).filter((each) => each !== word);

function setup(rows: string[]) {
  const client = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity } } });
  client.setQueryData(key, rows);
  const shown = () => client.getQueryData<string[]>(key);
  /** The daemon returns this for a refetch. */
  const read = (answer: string[]) => client.fetchQuery({ queryKey: key, queryFn: () => answer, staleTime: 0 });
  return { client, overlay: createOptimisticOverlay(client), shown, read };
}

test('a pending change shows at once, and also on data that is read before its answer', async () => {
  const { overlay, shown, read } = setup(['a', 'b', 'c']);
  const patch = without('b');
  overlay.add(patch);
  assert.deepEqual(shown(), ['a', 'c']);
  await read(['a', 'b', 'c', 'd']);
  assert.deepEqual(shown(), ['a', 'c', 'd']);
  overlay.confirm(patch);
  assert.deepEqual(shown(), ['a', 'c', 'd']);
  await read(['a', 'b', 'c', 'd']);
  assert.deepEqual(shown(), ['a', 'b', 'c', 'd']);
});

test('a refused change is reverted, also on data that was read meanwhile, and other pending changes stay', async () => {
  const { overlay, shown, read } = setup(['a', 'b', 'c']);
  const [first, second] = [without('b'), without('c')];
  overlay.add(first);
  overlay.add(second);
  assert.deepEqual(shown(), ['a']);
  await read(['a', 'b', 'c', 'd']);
  overlay.rollBack(first);
  assert.deepEqual(shown(), ['a', 'b', 'd']);
  overlay.confirm(second);
  assert.deepEqual(shown(), ['a', 'b', 'd']);
});

test('an accepted change stays when another is refused', () => {
  const { overlay, shown } = setup(['a', 'b', 'c']);
  const [first, second] = [without('b'), without('c')];
  overlay.add(first);
  overlay.add(second);
  overlay.confirm(first);
  overlay.rollBack(second);
  assert.deepEqual(shown(), ['a', 'c']);
});

test('data that was requested before a change and arrives after its answer does not revert it; later data may', async () => {
  const { client, overlay, shown, read } = setup(['a', 'b', 'c']);
  const answer = Promise.withResolvers<string[]>();
  const early = client.fetchQuery({ queryKey: key, queryFn: () => answer.promise, staleTime: 0 });
  const patch = without('b');
  overlay.add(patch);
  overlay.confirm(patch);
  assert.deepEqual(shown(), ['a', 'c']);
  answer.resolve(['a', 'b', 'c', 'd']);
  await early;
  assert.deepEqual(shown(), ['a', 'c', 'd']);
  await read(['a', 'b', 'c', 'd']);
  assert.deepEqual(shown(), ['a', 'b', 'c', 'd']);
});
