import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPrefetcher } from './prefetch.ts';
import type { Call } from './client.ts';

const page: Call = { method: 'GET', path: '/mail/mailbox?limit=100' };
const drafts: Call = { method: 'GET', path: '/mail/drafts' };

/** A daemon that answers each call with its number, when it is let. */
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

test('what was asked ahead is given to who asks for it, and asked once', async () => {
  const { send, sent, answer } = openDaemon();
  const ahead = createPrefetcher(send);
  void ahead.prefetch(page);
  const asked = ahead.send(page);
  answer();
  assert.deepEqual([await asked, sent], [1, [page.path]]);
});

test('who asks again is answered anew', async () => {
  const { send, sent, answer } = openDaemon();
  const ahead = createPrefetcher(send);
  void ahead.prefetch(page);
  answer();
  assert.deepEqual([await ahead.send(page), await ahead.send(page)], [1, 2]);
  assert.equal(sent.length, 2);
});

test('an answer for which nobody came is old after five seconds', async () => {
  const { send, answer } = openDaemon();
  let now = 0;
  const ahead = createPrefetcher(send, () => now);
  void ahead.prefetch(page);
  answer();
  now = 5_000;
  assert.equal(await ahead.send(page), 2);
});

test('what is read besides waits for the first mail, and what is done does not', async () => {
  const { send, sent, answer } = openDaemon();
  const ahead = createPrefetcher(send);
  answer();
  const { promise: shown, resolve: show } = Promise.withResolvers<void>();
  ahead.delayReadsUntil(shown);
  const read = ahead.send(drafts);
  await ahead.send({ method: 'POST', path: '/mail/actions/archive' });
  assert.deepEqual(sent, ['/mail/actions/archive']);
  show();
  await read;
  assert.equal(sent.at(-1), drafts.path);
});

test('who gives up while it waits sends nothing, and takes nothing from others', async () => {
  const { send, sent, answer } = openDaemon();
  const ahead = createPrefetcher(send);
  ahead.delayReadsUntil(new Promise(() => undefined));
  const leaving = new AbortController();
  const read = ahead.send(drafts, leaving.signal);
  leaving.abort();
  await assert.rejects(read, { name: 'AbortError' });
  answer();
  assert.deepEqual(sent, []);
});

test('a failure is told to who asks, and the next one tries again', async () => {
  let calls = 0;
  const ahead = createPrefetcher(async () => {
    if (++calls === 1) throw new Error('not there yet');
    return 'mail';
  });
  await ahead.prefetch(page).catch(() => undefined);
  await assert.rejects(ahead.send(page), /not there yet/);
  assert.equal(await ahead.send(page), 'mail');
});
