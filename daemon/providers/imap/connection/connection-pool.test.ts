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

  test('what the user asks for is answered while a sync waits for the server', async (context) => {
    const { server, provider } = await startFilled(context);
    const arrivals = await arrivalsOf(provider);
    server.quirks.messages = { 'INBOX 1': { on: { body: 'silence' } } };
    const stop = new AbortController();
    const sync = assert.rejects(collect(provider.sources(arrivals, stop.signal)));
    await until('the message is asked for', () => server.log.commands.some((line) => /BODY/.test(line)));
    assert.equal((await provider.search({ text: 'letter' }, neverAborted())).length, 2);
    assert.equal(server.log.openConnections, 2);
    stop.abort();
    await sync;
  });

  test('where the server takes one connection only, everything goes over it, and a watch waits', async (context) => {
    const { server, provider } = await startFilled(context);
    limitConnections(server, 1);
    const arrivals = await arrivalsOf(provider);
    const stop = new AbortController();
    const watching = provider.watch(stop.signal)[Symbol.asyncIterator]().next();
    const [hits, sources] = await Promise.all([
      provider.search({ text: 'letter' }, neverAborted()),
      collect(provider.sources(arrivals, neverAborted())),
    ]);
    assert.deepEqual([hits.length, sources.filter(({ bytes }) => bytes).length], [2, 2]);
    const told = server.log.connections;
    await provider.search({ text: 'letter' }, neverAborted());
    await provider.folders(neverAborted());
    assert.equal(server.log.connections, told, 'no other connection is tried for a while');
    stop.abort();
    assert.equal((await watching).done, true);
  });

  test('a password that is refused beside a connection that stands is no wrong password', async (context) => {
    const { server, provider } = await startFilled(context);
    await provider.folders(neverAborted());
    server.quirks.commands = { LOGIN: 'NO [AUTHENTICATIONFAILED] Authentication failed' };
    assert.equal((await provider.search({ text: 'letter' }, neverAborted())).length, 2);
    server.destroyConnections();
    await assert.rejects(provider.folders(neverAborted()), isProviderError('auth', /did not accept/));
  });

  test('verbs and a watch that begin together sign in once with a wrong password', async (context) => {
    const { server, settings } = await start(context);
    const provider = openProvider(context, { ...settings, password: 'guess' });
    const refused = isProviderError('auth', /did not accept/);
    await Promise.all([
      assert.rejects(provider.folders(neverAborted()), refused),
      assert.rejects(provider.search({ text: 'x' }, neverAborted()), refused),
      assert.rejects(provider.watch(neverAborted())[Symbol.asyncIterator]().next(), refused),
    ]);
    assert.equal(server.log.signIns, 1);
  });

  test('accounts of one host share its places, and a line at rest is lent on', async (context) => {
    const { server, settings } = await start(context);
    const clock = movableClock('2026-03-10T08:00:00Z');
    const budget = createHostBudget({ clock, maxConnections: 1 });
    const [one, two] = [openProvider(context, { ...settings, budget }), openProvider(context, { ...settings, budget })];
    await one.folders(neverAborted());
    const other = two.folders(neverAborted());
    clock.advance(5_000);
    assert.equal((await other).length, 1);
    assert.equal((await one.search({ text: 'x' }, neverAborted())).length, 0);
    assert.equal(server.log.maxOpenConnections, 1);
  });

  test('who waits for a place is let go by its signal and by the end of the account', async (context) => {
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

  test('a line that nobody uses is ended, and made anew when it is needed', async (context) => {
    const { server, settings } = await start(context);
    const provider = openProvider(context, { ...settings, timeouts: { keepAliveMs: 20, closeUnusedAfterMs: 30 } });
    await provider.folders(neverAborted());
    await until('the line is ended', () => server.log.openConnections === 0);
    assert.equal((await provider.folders(neverAborted())).length, 1);
  });

  test('a line that died at rest is found dead before it is used, and work goes on over a new one', async (context) => {
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

  test('a server that cannot announce anything is not held on to', async (context) => {
    const { server, provider } = await start(context, { capabilities: modernCapabilities.replace(' IDLE', '') });
    const stop = new AbortController();
    const watching = provider.watch(stop.signal)[Symbol.asyncIterator]().next();
    await until('the line is let go', () => server.log.connections === 1 && server.log.openConnections === 0);
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

/** The server turns away whoever comes when so many are connected. */
function limitConnections(server: OddServer, maxConnections: number): void {
  Object.defineProperty(server.quirks, 'greeting', {
    get: () =>
      server.log.openConnections > maxConnections ? '* BYE Too many connections from your address' : undefined,
  });
}
