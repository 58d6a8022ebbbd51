import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryObserver } from '@tanstack/react-query';
import { createQueryClient } from './query-client.ts';

const queryKey = ['mailbox'];

/** A query whose answers the test gives one by one, in a client of its own. */
function setup() {
  const client = createQueryClient();
  const requests: ((answer: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => requests.push(resolve));
  return { client, requests, options: { queryKey, queryFn, gcTime: Infinity } };
}

/** The reactions to an answer have run. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test('a shown query that is invalidated during its first load is loaded again, once', async () => {
  const { client, requests, options } = setup();
  const stop = new QueryObserver(client, options).subscribe(() => undefined);
  void client.invalidateQueries({ queryKey });
  void client.invalidateQueries({ queryKey });
  requests[0]?.('old');
  await settled();
  assert.equal(requests.length, 2);
  requests[1]?.('new');
  await settled();
  assert.equal(client.getQueryData(queryKey), 'new');
  assert.equal(requests.length, 2);
  stop();
});

test('a query that is not shown and is invalidated during a load is stale afterwards', async () => {
  const { client, requests, options } = setup();
  const first = client.fetchQuery(options);
  requests[0]?.('old');
  await first;
  const second = client.fetchQuery({ ...options, staleTime: 0 });
  void client.invalidateQueries({ queryKey });
  requests[1]?.('older than the change');
  await second;
  assert.equal(client.getQueryState(queryKey)?.isInvalidated, true);
  assert.equal(requests.length, 2, 'it is fetched when it is shown');
});
