import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { certificateMissing } from '../../../../testing/servers/certificate.ts';
import { modernCapabilities } from '../../../../testing/servers/imap/server.ts';
import type { OddServer } from '../../../../testing/servers/imap/server.ts';
import { movableClock } from '../../../base/clock.ts';
import { until } from '../../../test-until.ts';
import type { ImapSettings } from './connection.ts';
import { createHostBudget } from './host-budget.ts';
import { createImapProvider } from '../imap-provider.ts';
import { arrivalsOf, collect, neverAborted, isProviderError } from '../test-dovecot-mailbox.ts';
import { oddMessage, oddServers } from '../test-odd-server.ts';

describe('imap: a connection for each purpose', { skip: certificateMissing() ?? false, concurrency: 4 }, () => {
  const start = oddServers();

  test('user requests are answered while a sync waits for the server', async (context) => {
    const { server, provider } = await startFilled(context);
    const arrivals = await arrivalsOf(provider);
    server.quirks.messages = { 'INBOX 1': { on: { body: 'silence' } } };
    const stop = new AbortController();
    const sync = assert.rejects(collect(provider.sources(arrivals, stop.signal)));
    await until('the message is requested', () => server.log.commands.some((line) => /BODY/.test(line)));
    assert.equal((await provider.search({ terms: [{ field: 'text', text: 'letter' }] }, neverAborted())).length, 2);
    assert.equal(server.log.openConnections, 2);
    stop.abort();
    await sync;
  });

  test('where the server allows only one connection, everything uses it, and a watch waits', async (context) => {
    const { server, provider } = await startFilled(context);
    limitConnections(server, 1);
    const arrivals = await arrivalsOf(provider);
    const stop = new AbortController();
    const watching = provider.watch(stop.signal)[Symbol.asyncIterator]().next();
    const [hits, sources] = await Promise.all([
      provider.search({ terms: [{ field: 'text', text: 'letter' }] }, neverAborted()),
      collect(provider.sources(arrivals, neverAborted())),
    ]);
    assert.deepEqual([hits.length, sources.filter(({ bytes }) => bytes).length], [2, 2]);
    const connectionCount = server.log.connections;
    await provider.search({ terms: [{ field: 'text', text: 'letter' }] }, neverAborted());
    await provider.folders(neverAborted());
    assert.equal(server.log.connections, connectionCount, 'no other connection is attempted for a while');
    stop.abort();
    assert.equal((await watching).done, true);
  });

  test('a password that is refused while another connection exists does not count as wrong', async (context) => {
    const { server, provider } = await startFilled(context);
    await provider.folders(neverAborted());
    server.quirks.commands = { LOGIN: 'NO [AUTHENTICATIONFAILED] Authentication failed' };
    assert.equal((await provider.search({ terms: [{ field: 'text', text: 'letter' }] }, neverAborted())).length, 2);
    server.destroyConnections();
    await assert.rejects(provider.folders(neverAborted()), isProviderError('auth', /didn’t accept/));
  });

  test('methods and a watch that start together sign in only once with a wrong password', async (context) => {
    const { server, settings } = await start(context);
    const provider = openProvider(context, { ...settings, password: 'guess' });
    const refused = isProviderError('auth', /didn’t accept/);
    await Promise.all([
      assert.rejects(provider.folders(neverAborted()), refused),
      assert.rejects(provider.search({ terms: [{ field: 'text', text: 'x' }] }, neverAborted()), refused),
      assert.rejects(provider.watch(neverAborted())[Symbol.asyncIterator]().next(), refused),
    ]);
    assert.equal(server.log.signIns, 1);
  });

  test('accounts of one host share its slots, and an idle connection yields its slot', async (context) => {
    const { server, settings } = await start(context);
    const clock = movableClock('2026-03-10T08:00:00Z');
    const budget = createHostBudget({ clock, maxConnections: 1 });
    const [one, two] = [openProvider(context, { ...settings, budget }), openProvider(context, { ...settings, budget })];
    await one.folders(neverAborted());
    const other = two.folders(neverAborted());
    clock.advance(5_000);
    assert.equal((await other).length, 1);
    assert.equal((await one.search({ terms: [{ field: 'text', text: 'x' }] }, neverAborted())).length, 0);
    assert.equal(server.log.maxOpenConnections, 1);
  });

  test('waiting for a slot ends with its signal and when the account closes', async (context) => {
    const { settings } = await start(context);
    const budget = createHostBudget({ clock: movableClock('2026-03-10T08:00:00Z'), maxConnections: 1 });
    const [one, two] = [openProvider(context, { ...settings, budget }), openProvider(context, { ...settings, budget })];
    await one.folders(neverAborted());
    const stop = new AbortController();
    const aborted = assert.rejects(two.folders(stop.signal), { name: 'AbortError' });
    const closed = assert.rejects(two.folders(neverAborted()), isProviderError('offline', /was closed/));
    stop.abort();
    await aborted;
    await two.close();
    await closed;
  });

  test('an unused connection is closed, and reopened when it is needed', async (context) => {
    const { server, settings } = await start(context);
    const provider = openProvider(context, { ...settings, timeouts: { keepAliveMs: 20, closeUnusedAfterMs: 30 } });
    await provider.folders(neverAborted());
    await until('the connection is closed', () => server.log.openConnections === 0);
    assert.equal((await provider.folders(neverAborted())).length, 1);
  });

  test('a connection that died while idle is detected before use, and work continues on a new one', async (context) => {
    const { server, settings } = await start(context);
    const provider = openProvider(context, { ...settings, timeouts: { recheckAfterMs: 0, pingMs: 50 } });
    await provider.folders(neverAborted());
    server.quirks.commands = { NOOP: 'silence' };
    assert.equal((await provider.folders(neverAborted())).length, 1);
    assert.equal(server.log.connections, 2);
  });

  test('an IDLE is renewed before the server ends it', async (context) => {
    const { server, settings } = await start(context);
    const provider = openProvider(context, { ...settings, timeouts: { idleRenewalMs: 30 } });
    const watching = provider.watch(neverAborted())[Symbol.asyncIterator]();
    assert.deepEqual(await watching.next(), { done: false, value: 'changed' });
    await until('it is renewed twice', () => server.log.commands.filter((line) => line.endsWith('IDLE')).length >= 3);
    server.mailbox.deliver('INBOX', oddMessage('new'));
    assert.deepEqual(await watching.next(), { done: false, value: 'changed' });
  });

  test('a server that cannot announce changes is not watched', async (context) => {
    const { server, provider } = await start(context, { capabilities: modernCapabilities.replace(' IDLE', '') });
    const stop = new AbortController();
    const watching = provider.watch(stop.signal)[Symbol.asyncIterator]().next();
    await until('the connection is released', () => server.log.connections === 1 && server.log.openConnections === 0);
    stop.abort();
    assert.equal((await watching).done, true);
  });

  async function startFilled(context: TestContext) {
    const { server, settings } = await start(context);
    for (const id of ['letter one', 'letter two']) server.mailbox.deliver('INBOX', oddMessage(id));
    return { server, provider: openProvider(context, { ...settings, timeouts: {} }) };
  }
});

function openProvider(context: TestContext, settings: ImapSettings) {
  const provider = createImapProvider(settings);
  context.after(() => provider.close());
  return provider;
}

/** The server refuses connections above this number. */
function limitConnections(server: OddServer, maxConnections: number): void {
  Object.defineProperty(server.quirks, 'greeting', {
    get: () =>
      server.log.openConnections > maxConnections ? '* BYE Too many connections from your address' : undefined,
  });
}
