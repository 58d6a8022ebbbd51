import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPrefetcher } from './prefetch.ts';
import type { Call } from './client.ts';

const page: Call = { method: 'GET', path: '/mail/mailbox?limit=100' };
const drafts: Call = { method: 'GET', path: '/mail/drafts' };

/** A daemon that answers each call with its number after `answer` was called. */
function openDaemon() {
  const sent: string[] = [];
  const { promise: open, resolve: answer } = Promise.withResolvers<void>();
  const send = async ({ path }: Call) => {
    const number = sent.push(path);
    await open;
    return number;
  };
  return { send, sent, answer };
}

test('a prefetched answer is given to the first equal call, and is requested once', async () => {
  const { send, sent, answer } = openDaemon();
  const prefetcher = createPrefetcher(send);
  void prefetcher.prefetch(page);
  const reply = prefetcher.send(page);
  answer();
  assert.deepEqual([await reply, sent], [1, [page.path]]);
});

test('a second equal call is sent again', async () => {
  const { send, sent, answer } = openDaemon();
  const prefetcher = createPrefetcher(send);
  void prefetcher.prefetch(page);
  answer();
  assert.deepEqual([await prefetcher.send(page), await prefetcher.send(page)], [1, 2]);
  assert.equal(sent.length, 2);
});

test('an unused answer expires after five seconds', async () => {
  const { send, answer } = openDaemon();
  let now = 0;
  const prefetcher = createPrefetcher(send, () => now);
  void prefetcher.prefetch(page);
  answer();
  now = 5_000;
  assert.equal(await prefetcher.send(page), 2);
});

test('other reads wait for the first mail, changes do not', async () => {
  const { send, sent, answer } = openDaemon();
  const prefetcher = createPrefetcher(send);
  answer();
  const { promise: shown, resolve: show } = Promise.withResolvers<void>();
  prefetcher.delayReadsUntil(shown);
  const read = prefetcher.send(drafts);
  await prefetcher.send({ method: 'POST', path: '/mail/actions/archive' });
  assert.deepEqual(sent, ['/mail/actions/archive']);
  show();
  await read;
  assert.equal(sent.at(-1), drafts.path);
});

test('a read that is aborted while it waits is not sent', async () => {
  const { send, sent, answer } = openDaemon();
  const prefetcher = createPrefetcher(send);
  prefetcher.delayReadsUntil(new Promise(() => undefined));
  const leaving = new AbortController();
  const read = prefetcher.send(drafts, leaving.signal);
  leaving.abort();
  await assert.rejects(read, { name: 'AbortError' });
  answer();
  assert.deepEqual(sent, []);
});

test('the caller gets the failure of a prefetch, and the next call tries again', async () => {
  let calls = 0;
  const prefetcher = createPrefetcher(async () => {
    if (++calls === 1) throw new Error('not there yet');
    return 'mail';
  });
  await prefetcher.prefetch(page).catch(() => undefined);
  await assert.rejects(prefetcher.send(page), /not there yet/);
  assert.equal(await prefetcher.send(page), 'mail');
});
