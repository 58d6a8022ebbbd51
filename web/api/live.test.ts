import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Event } from '../../daemon/contract/events.ts';
import { allQueryRoots, type QueryRoot } from './query-invalidation.ts';
import { eventsUrl, progressAfter, startLive, retryDelayMs } from './live.ts';

const frame = { seq: 1, ts: '2026-11-20T10:00:00.000Z' };
const progress = (current: number): Event => ({
  ...frame,
  event: 'OperationProgress',
  operation_id: 'o',
  operation: 'sync',
  account_id: 'a',
  current,
  total: 500,
  message: '',
});

test('retry delays grow, stay below 30 seconds and differ between clients', () => {
  assert.deepEqual(
    [0, 1, 2].map((attempt) => retryDelayMs(attempt, 1)),
    [500, 1000, 2000],
  );
  assert.equal(retryDelayMs(50, 1), 30_000);
  assert.equal(retryDelayMs(50, 0), 15_000);
});

test('progress is kept by account until its sync pass ends', () => {
  const during = progressAfter({}, progress(100));
  assert.deepEqual(during, { a: { current: 100, total: 500 } });
  assert.deepEqual(
    progressAfter(during, { ...frame, event: 'SyncFinished', account_id: 'a', ok: true, messages_synced: 5 }),
    {},
  );
});

test('other operations and other accounts change nothing', () => {
  const before = { a: { current: 1, total: null } };
  assert.equal(progressAfter(before, { ...progress(5), operation: 'rebuild-analytics' } as Event), before);
  assert.equal(progressAfter(before, { ...frame, event: 'SyncError', account_id: 'b', error: '' }), before);
});

test('the event address has the host of the page, and is encrypted if the page is', () => {
  assert.equal(eventsUrl('http://localhost:42829/m/inbox?q=1', undefined).href, 'ws://localhost:42829/api/v1/events');
  assert.equal(eventsUrl('https://mail.example/', 7).href, 'wss://mail.example/api/v1/events?since=7');
});

test('after a lost connection the page requests the events it missed and refetches only the queries they invalidate', async (t) => {
  const page = openPage(t);
  const first = await page.connected();
  first.say({ ...frame, seq: 7, event: 'SyncError', account_id: 'a', error: '' });
  assert.deepEqual(page.readAgain(), ['sync', 'accounts', 'status', 'diagnostics', 'jobs']);
  first.onclose?.({ code: 1006 });
  const second = await page.reconnected();
  assert.match(second.address, /\/events\?since=7$/);
  assert.deepEqual(page.readAgain(), []);
  second.say({ ...frame, seq: 9, event: 'LabelCountsUpdated', account_id: 'a', counts: [] });
  assert.deepEqual(page.readAgain(), ['shell', 'mailbox', 'labels']);
  second.say({ ...frame, seq: 20, event: 'EventsLagged', skipped: 11 });
  assert.deepEqual(page.readAgain(), allQueryRoots);
  second.onclose?.({ code: 4429 });
  assert.match((await page.reconnected()).address, /since=20$/);
});

test('events between the first answer and the first connection are requested, and nothing is read twice', async (t) => {
  const page = openPage(t, Promise.resolve(4));
  const first = await page.connected();
  assert.match(first.address, /\/events\?since=4$/);
  assert.deepEqual(page.readAgain(), []);
  first.onclose?.({ code: 1006 });
  assert.match((await page.reconnected()).address, /since=4$/);
  assert.deepEqual(page.readAgain(), []);
});

test('a page without an event number connects anyway and refetches everything', async (t) => {
  const page = openPage(t, new Promise(() => undefined));
  await new Promise(setImmediate);
  assert.equal(PlantedSocket.all.length, 0);
  t.mock.timers.tick(1_000);
  const first = await page.connected();
  assert.doesNotMatch(first.address, /since/);
  assert.deepEqual(page.readAgain(), allQueryRoots);
});

test('a retry requested during a connection attempt runs once, right after that attempt fails', async (t) => {
  const page = openPage(t);
  (await page.connected()).onclose?.({ code: 1006 });
  const sockets = () => PlantedSocket.all.length;
  page.live.retry();
  assert.equal(page.live.state().retryAt, undefined);
  await new Promise(setImmediate);
  page.live.retry();
  assert.equal(sockets(), 2);
  PlantedSocket.all[1]?.onclose?.({ code: 1006 });
  t.mock.timers.tick(0);
  await new Promise(setImmediate);
  assert.equal(sockets(), 3);
  PlantedSocket.all[2]?.onclose?.({ code: 1006 });
  t.mock.timers.tick(0);
  await new Promise(setImmediate);
  assert.equal(sockets(), 3, 'later attempts wait as usual');
});

test('refused tokens are counted until a token is accepted', async (t) => {
  const page = openPage(t);
  (await page.connected()).onclose?.({ code: 4401 });
  const connectionState = () => [page.live.state().connection, page.live.state().refusals];
  assert.deepEqual(connectionState(), ['refused', 1]);
  page.live.retry();
  await new Promise(setImmediate);
  PlantedSocket.all[1]?.onclose?.({ code: 4401 });
  assert.deepEqual(connectionState(), ['refused', 2]);
  await page.reconnected();
  assert.deepEqual(connectionState(), ['open', 0]);
});

/** A fake WebSocket that tests control from the server side. */
class PlantedSocket {
  static readonly all: PlantedSocket[] = [];
  readonly address: string;
  onopen: (() => void) | undefined;
  onmessage: ((message: { data: string }) => void) | undefined;
  onclose: ((end: { code: number }) => void) | undefined;
  constructor(address: URL) {
    this.address = address.href;
    PlantedSocket.all.push(this);
  }
  say(event: Event): void {
    this.onmessage?.({ data: JSON.stringify(event) });
  }
  close(): void {}
}

/** A page that listens, with mocked timers. */
function openPage(t: TestContext, initialEventSeq: Promise<number> = Promise.resolve(1)) {
  stubGlobal(t, { WebSocket: PlantedSocket, location: { href: 'http://localhost:42829/' } });
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  PlantedSocket.all.length = 0;
  const stale: QueryRoot[] = [];
  const live = startLive({ token: async () => 'token', initialEventSeq });
  live.onStaleQueries((subjects) => stale.push(...subjects));
  t.after(live.stop);
  const connected = async () => {
    await new Promise(setImmediate);
    const socket = PlantedSocket.all.at(-1);
    assert.ok(socket);
    socket.onopen?.();
    return socket;
  };
  return {
    live,
    connected,
    async reconnected() {
      live.retry();
      return connected();
    },
    /** The query roots reported as stale since the last call. */
    readAgain(): QueryRoot[] {
      t.mock.timers.tick(250);
      return stale.splice(0);
    },
  };
}

/** Sets or replaces browser globals for one test. */
function stubGlobal(t: TestContext, globals: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(globals)) {
    const own = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, { value, configurable: true });
    t.after(() => (own ? Object.defineProperty(globalThis, name, own) : void Reflect.deleteProperty(globalThis, name)));
  }
}
