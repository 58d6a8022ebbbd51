import assert from 'node:assert/strict';
import type { AddressInfo, Server } from 'node:net';
import { describe, test } from 'node:test';
import { dovecotMissing } from '../../../../testing/servers/dovecot.ts';
import { silentLog } from '../../../base/log.ts';
import { until } from '../../../test-until.ts';
import { usesImplicitTls } from '../../connection-errors.ts';
import { ProviderError } from '../../provider.ts';
import type { Operation, MessageRef, MessageSource } from '../../provider.ts';
import type { ImapSettings } from './connection.ts';
import { createImapProvider } from '../imap-provider.ts';
import {
  arrivalsOf,
  assertProviderError,
  collect,
  freshMailboxes,
  rawMessage,
  neverAborted,
  settingsFor,
  isProviderError,
  withProvider,
} from '../test-dovecot-mailbox.ts';
import { startBreakableProxy, scriptedServer } from '../test-network.ts';

const hourMs = 3_600_000;

describe('imap: connections', { skip: dovecotMissing() ?? false }, () => {
  const mailbox = freshMailboxes();

  test('a wrong password is distinguished from an unreachable server', async () => {
    const box = mailbox();
    await assertProviderError(
      { ...settingsFor(box), password: 'guess' },
      'auth',
      /didn’t accept the username and password/,
    );
    await assertProviderError({ ...settingsFor(box), port: 1 }, 'offline', /refuses connections/);
    await assertProviderError({ ...settingsFor(box), host: 'mail.invalid' }, 'offline', /No server named mail.invalid/);
  });

  test('operations without a connection are distinguished from operations that may have been sent', async (context) => {
    const box = mailbox();
    box.server.seed(box.user.user, 'INBOX', [rawMessage('here')]);
    const isUntold = async (settings: ImapSettings, before?: () => void) => {
      let trouble: unknown;
      await withProvider(settings, async (provider) => {
        const [arrival] = before ? await arrivalsOf(provider) : [];
        const ref: MessageRef = arrival ?? { folder: 'INBOX', uidvalidity: 1, uid: 1 };
        const star: Operation = { do: 'flags', ref, add: ['\\Flagged'], remove: [] };
        if (before) await provider.apply([star], neverAborted());
        before?.();
        await provider.apply([star], neverAborted()).catch((error: unknown) => (trouble = error));
      });
      assert.ok(trouble instanceof ProviderError);
      return trouble.isUnsent;
    };
    assert.equal(await isUntold({ ...settingsFor(box), port: 1 }), true);
    assert.equal(await isUntold({ ...settingsFor(box), password: 'guess' }), true);
    const proxy = await startBreakableProxy(context, box.server.imapPort);
    // Enough for the test of the connection, but not for opening the folder after it.
    assert.equal(await isUntold({ ...settingsFor(box), port: proxy.port }, () => proxy.cutAfter(150)), false);
  });

  test('untrusted certificates, and certificates of another name, are explained', async (context) => {
    const box = mailbox();
    for (const mode of ['starttls', 'implicit'] as const) {
      const { ca: _, ...settings } = settingsFor(box, mode);
      await assertProviderError(settings, 'tls', /self-signed certificate/);
    }
    // The certificate is for localhost, 127.0.0.1 and 127.0.0.2.
    const proxy = await startBreakableProxy(context, box.server.imapsPort, '127.0.0.3');
    await assertProviderError(
      { ...settingsFor(box, 'implicit'), host: '127.0.0.3', port: proxy.port },
      'tls',
      /belongs to another name/,
    );
    await assertProviderError({ ...settingsFor(box), implicitTls: true }, 'tls', /doesn’t speak TLS at this port/);
  });

  test('a connection cut in the middle of a fetch loses nothing, and the next call continues', async (context) => {
    const box = mailbox();
    const body = 'x'.repeat(70).concat('\r\n').repeat(1000);
    box.server.seed(
      box.user.user,
      'INBOX',
      Array.from({ length: 300 }, (_, index) => rawMessage(`big ${index}`, body)),
    );
    const proxy = await startBreakableProxy(context, box.server.imapPort);
    await withProvider({ ...settingsFor(box), port: proxy.port }, async (provider) => {
      const arrivals = await arrivalsOf(provider);
      proxy.cutAfter(12_000_000);
      const got: MessageSource[] = [];
      await assert.rejects(
        async () => {
          for await (const source of provider.sources(arrivals, neverAborted())) got.push(source);
        },
        isProviderError('offline', /connection .* lost/),
      );
      assert.ok(got.length > 0 && got.length < 300, `${got.length} arrived before the cut`);
      proxy.restore();
      const rest = arrivals.filter(({ uid }) => !got.some((one) => one.uid === uid));
      got.push(...(await collect(provider.sources(rest, neverAborted()))));
      assert.deepEqual(
        got.map(({ uid }) => uid).toSorted(ascending),
        arrivals.map(({ uid }) => uid).toSorted(ascending),
      );
      assert.ok(got.every(({ bytes }) => bytes && bytes.length > 70_000));
    });
  });

  test('a silent server times out, in a method and in a watch', async (context) => {
    const box = mailbox();
    const proxy = await startBreakableProxy(context, box.server.imapPort);
    const settings = { ...settingsFor(box), port: proxy.port, timeouts: { responseMs: 400, idleResponseMs: 400 } };
    await withProvider(settings, async (provider) => {
      // A slow server times out too, and is tried again.
      let watching = provider.watch(neverAborted())[Symbol.asyncIterator]();
      await until('the server is watched', () => {
        watching = provider.watch(neverAborted())[Symbol.asyncIterator]();
        return isFulfilled(watching.next());
      });
      // Last, because a connection without a method is closed after the same time.
      await until('the server answers', () => isFulfilled(provider.folders(neverAborted())));
      proxy.stopResponding();
      await assert.rejects(
        provider.folders(neverAborted()),
        isProviderError('protocol', /The server doesn’t answer LIST/),
      );
      await assert.rejects(watching.next(), isProviderError('offline', /didn’t answer in time|was lost/));
    });
  });

  test('aborting a method that waits for the server ends it immediately, and the next method works', async (context) => {
    const box = mailbox();
    const proxy = await startBreakableProxy(context, box.server.imapPort);
    await withProvider({ ...settingsFor(box), port: proxy.port }, async (provider) => {
      await provider.folders(neverAborted());
      const stop = new AbortController();
      proxy.stopResponding();
      const waiting = provider.folders(stop.signal);
      setImmediate(() => stop.abort());
      await assert.rejects(waiting, { name: 'AbortError' });
      proxy.resumeResponding();
      assert.ok((await provider.folders(neverAborted())).length > 0);
    });
  });

  test('close ends running methods and a watch, and does not wait for a silent server', async (context) => {
    const box = mailbox();
    const proxy = await startBreakableProxy(context, box.server.imapPort);
    const timeouts = { responseMs: hourMs, idleResponseMs: hourMs, idleRenewalMs: hourMs, pingMs: hourMs };
    const provider = createImapProvider({ ...settingsFor(box), port: proxy.port, timeouts });
    await provider.folders(neverAborted());
    const watching = provider.watch(neverAborted())[Symbol.asyncIterator]();
    await watching.next();
    proxy.stopResponding();
    const call = assert.rejects(provider.folders(neverAborted()), ProviderError);
    await provider.close();
    await call;
    assert.equal((await watching.next()).done, true);
    await assert.rejects(provider.folders(neverAborted()), ProviderError);
  });
});

test('a password is never sent without encryption: no connection is opened (checklist 36)', async () => {
  const server = await scriptedServer(() => {});
  let connections = 0;
  server.on('connection', () => connections++);
  await assertProviderError(
    { ...plainSettings(server), useTls: false },
    'tls',
    /doesn’t send a password .* unencrypted/,
  );
  assert.equal(connections, 0);
  server.close();
});

test('ports 993 and 465 use TLS from the first byte, every other port uses STARTTLS (checklist 38)', () => {
  assert.deepEqual([993, 465, 143, 587, 25].map(usesImplicitTls), [true, true, false, false, false]);
});

test('a server without STARTTLS is disconnected before the password is sent (checklist 38)', async () => {
  const received: string[] = [];
  const server = await scriptedServer((line, answer) => {
    received.push(line);
    const [tag, command] = line.split(' ');
    if (command === 'CAPABILITY') answer('* CAPABILITY IMAP4rev1 AUTH=PLAIN');
    answer(`${tag} OK done`);
  });
  await assertProviderError(plainSettings(server), 'tls', /offers no encryption/);
  assert.deepEqual(
    received.filter((line) => /LOGIN|AUTHENTICATE|secret/i.test(line)),
    [],
  );
  server.close();
});

test('a server that refuses with BYE is busy, with its reason', async () => {
  const server = await scriptedServer(() => {}, '* BYE Too many connections from your address');
  await assertProviderError(plainSettings(server), 'busy', /Too many connections from your address/);
  server.close();
});

function isFulfilled(asked: Promise<unknown>): Promise<boolean> {
  return asked.then(
    () => true,
    () => false,
  );
}

function plainSettings(server: Server): ImapSettings {
  const { port } = server.address() as AddressInfo;
  const sign = { username: 'ada', password: 'secret', authRequired: true };
  return { host: '127.0.0.1', port, ...sign, useTls: true, log: silentLog };
}

function ascending(a: number, b: number): number {
  return a - b;
}
