import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { startProxy, type Proxy } from '../../../testing/servers/proxy.ts';
import { sampleMessage } from '../conformance/sample-messages.ts';
import { ProviderError } from '../provider.ts';
import { createQuota, unitsPerMinute } from './api/quota.ts';
import { hurriedClock, openTestGmail, serverContent, testStore, type TestGmail } from './test-gmail-mailbox.ts';

const raw = 'GET /messages/:id raw';

/** A mailbox with mail in the inbox and, without a label, in all mail. */
async function open(t: TestContext, count: number, options: Parameters<typeof openTestGmail>[0] = {}) {
  const gmail = await openTestGmail(options);
  t.after(gmail.close);
  await deliver(gmail, 1, count);
  return { ...gmail, store: testStore(gmail) };
}

async function deliver({ mailbox }: TestGmail, from: number, to: number) {
  for (let number = from; number <= to; number++)
    await mailbox.deliver(number % 3 === 0 ? '' : 'INBOX', sampleMessage(`number ${number}`));
}

function assertInSync({ store, server }: Awaited<ReturnType<typeof open>>) {
  assert.deepEqual(store.content(), serverContent(server));
}

test('a token that expires during a sync is replaced, and the sync goes on', async (t) => {
  const gmail = await open(t, 30);
  gmail.server.faults.add({ on: raw, after: 5, times: 1, do: 'respond', status: 401 });
  await gmail.store.sync();
  assert.equal(gmail.tokens.refreshes, 1);
  assertInSync(gmail);
});

test('a revoked sign-in ends the sync with the reason, and the next one goes on where it ended', async (t) => {
  const gmail = await open(t, 60);
  gmail.server.faults.add({ on: raw, after: 25, do: 'respond', status: 401 });
  await assert.rejects(gmail.store.sync(), { reason: 'auth', kind: 'sign_in' });
  const reported = gmail.store.placements.size;
  assert.ok(reported > 0, 'the first batch was reported');
  gmail.server.faults.clear();
  gmail.server.requests.length = 0;
  await gmail.store.sync();
  assertInSync(gmail);
  const { length } = gmail.server.requests.filter((name) => name === raw);
  // Requests of the failed sync may still have been on their way.
  assert.ok(length >= 40 && length <= 44, `the first 20 are not read again, but ${length} were read`);
});

for (const [status, reason] of [
  [429, 'rateLimitExceeded'],
  [403, 'rateLimitExceeded'],
  [403, 'userRateLimitExceeded'],
] as const)
  test(`a short storm of ${status} ${reason} is waited for, and the user is told`, async (t) => {
    const gmail = await open(t, 12);
    const fault = { do: 'respond', status, reason, headers: { 'retry-after': '20' } } as const;
    gmail.server.faults.add({ on: raw, times: 3, ...fault });
    const sentences = await gmail.store.sync();
    assert.match(sentences[0] ?? '', /^Slowed by Google until \d\d:\d\d\.$/);
    assertInSync(gmail);
  });

test('a long pause ends the sync, which says when to go on; nothing is sent until then', async (t) => {
  const gmail = await open(t, 3);
  const after = { 'retry-after': '600' };
  gmail.server.faults.add({ on: raw, times: 1, do: 'respond', status: 429, headers: after });
  const start = gmail.clock.now().getTime();
  const failed = await gmail.store.sync().catch((thrown: unknown) => thrown);
  assert.ok(failed instanceof ProviderError && failed.reason === 'busy');
  assert.equal(failed.retryAt?.getTime(), start + 600_000);
  const count = gmail.server.requests.length;
  await assert.rejects(gmail.store.sync(), { reason: 'busy' });
  assert.equal(gmail.server.requests.length, count);
  gmail.clock.pass(600_000);
  await gmail.store.sync();
  assertInSync(gmail);
});

test('a date in Retry-After counts by the server’s clock, if this computer’s clock is wrong', async (t) => {
  const clock = hurriedClock(Date.now() - 40 * 24 * 60 * 60_000);
  const gmail = await open(t, 1, { clock });
  const start = clock.now().getTime();
  const headers = { 'retry-after': new Date(Date.now() + 600_000).toUTCString() };
  gmail.server.faults.add({ on: raw, times: 1, do: 'respond', status: 429, headers });
  const failed = await gmail.store.sync().catch((thrown: unknown) => thrown);
  assert.ok(failed instanceof ProviderError && failed.retryAt);
  assert.ok(Math.abs(failed.retryAt.getTime() - start - 600_000) < 5_000);
});

test('an error of the server is tried again, and a lasting one ends the sync', async (t) => {
  const gmail = await open(t, 12);
  gmail.server.faults.add({ on: raw, times: 2, do: 'respond', status: 503 });
  await gmail.store.sync();
  assertInSync(gmail);
  await deliver(gmail, 13, 14);
  gmail.server.faults.add({ on: raw, do: 'respond', status: 500 });
  await assert.rejects(gmail.store.sync(), { reason: 'busy' });
  gmail.server.faults.clear();
  await gmail.store.sync();
  assertInSync(gmail);
});

test('if the history has expired, all mail is compared again without reading what is stored', async (t) => {
  const gmail = await open(t, 150);
  await gmail.store.sync();
  const [first] = gmail.store.placements.values();
  assert.ok(first);
  await gmail.mailbox.setFlags(first.ref.uid, ['\\Seen', '\\Flagged']);
  const others = [...gmail.store.placements.values()].filter(({ ref }) => ref.folder === 'INBOX').slice(5, 9);
  await gmail.mailbox.move([others[0]!.ref.uid], 'INBOX', 'Trash');
  await gmail.mailbox.removeLabel(others[1]!.ref.uid, 'INBOX');
  await gmail.server.call('DELETE', `/messages/${gmail.server.mail.messages.all()[7]!.gmail_id}`);
  await gmail.server.call('POST', '/labels', { name: 'Plans' });
  await gmail.mailbox.move([others[2]!.ref.uid], 'INBOX', 'Plans');
  await deliver(gmail, 151, 153);
  gmail.server.expireHistory();
  const { used } = gmail.connection.quota;
  const before = { ...used };
  gmail.server.requests.length = 0;
  await gmail.store.sync();
  assertInSync(gmail);
  assert.equal(gmail.server.requests.filter((name) => name === raw).length, 3, 'only new mail is read');
  t.diagnostic(`150 messages compared with ${used.units - before.units} units`);
  gmail.server.requests.length = 0;
  await deliver(gmail, 154, 154);
  await gmail.store.sync();
  assertInSync(gmail);
  assert.equal(
    gmail.server.requests.filter((name) => name.startsWith('GET /messages')).length,
    1,
    'deltas are used again',
  );
});

test('an expired history during an interrupted comparison leads to the state of the server', async (t) => {
  const gmail = await open(t, 90);
  await gmail.store.sync();
  await deliver(gmail, 91, 120);
  gmail.server.expireHistory();
  gmail.server.faults.add({ on: raw, after: 10, times: 1, do: 'drop' });
  await assert.rejects(gmail.store.sync(), { reason: 'offline' });
  await deliver(gmail, 121, 122);
  gmail.server.expireHistory();
  await gmail.store.sync();
  assertInSync(gmail);
  await gmail.store.sync();
  assertInSync(gmail);
});

test('a connection that is cut after any byte loses nothing and doubles nothing', async (t) => {
  let proxy: Proxy | undefined;
  const gmail = await open(t, 8, {
    async origin({ port }) {
      proxy = await startProxy(port);
      return `http://127.0.0.1:${proxy.port}`;
    },
  });
  assert.ok(proxy);
  t.after(() => proxy?.stop());
  let cuts = 0;
  for (let bytes = 1; bytes < 4_000; bytes = Math.ceil(bytes * 1.3)) {
    await gmail.mailbox.deliver('INBOX', sampleMessage(`cut after ${bytes}`));
    proxy.breakAfterReceived(bytes);
    await gmail.store.sync().then(
      () => proxy?.breakConnections(),
      (thrown: unknown) => {
        assert.ok(thrown instanceof ProviderError && thrown.reason === 'offline', String(thrown));
        cuts++;
      },
    );
  }
  assert.ok(cuts > 10, `${cuts} connections were cut`);
  await gmail.store.sync();
  assertInSync(gmail);
});

test('no minute has more units than Google allows, and the user’s requests go first', async () => {
  const clock = hurriedClock();
  const quota = createQuota(clock);
  const signal = new AbortController().signal;
  const taken: { at: number; units: number }[] = [];
  for (let count = 0; count < 1_000; count++) {
    await quota.take(20, 'sync', signal);
    taken.push({ at: clock.now().getTime(), units: 20 });
    if (count % 50 === 0) clock.pass(700);
  }
  for (const { at } of taken) {
    const inMinute = taken.filter((each) => each.at > at - 60_000 && each.at <= at);
    assert.ok(inMinute.reduce((sum, { units }) => sum + units, 0) <= unitsPerMinute);
  }
  const before = clock.now().getTime();
  await quota.take(100, 'user', signal);
  assert.equal(clock.now().getTime(), before, 'a click does not wait for a first sync');
});

test('a first sync costs one request for each message, and a pass without changes next to nothing', async (t) => {
  const gmail = await open(t, 200);
  const { used } = gmail.connection.quota;
  await gmail.store.sync();
  const signal = new AbortController().signal;
  const inbox = [...gmail.store.placements.values()]
    .map(({ ref }) => ref)
    .filter(({ folder }) => folder === '[Gmail]/All Mail');
  for (let from = 150; from < 200; from += 50)
    for await (const { error } of gmail.provider.sources(inbox.slice(from, from + 50), signal))
      assert.equal(error, undefined);
  t.diagnostic(`per 1,000 messages: ${used.requests * 5} requests and ${used.units * 5} units`);
  assert.ok(used.requests < 220 && used.units < 200 * 20 + 100);
  const before = { ...used };
  await gmail.store.sync();
  assert.ok(used.requests - before.requests <= 2 && used.units - before.units <= 3);
});
