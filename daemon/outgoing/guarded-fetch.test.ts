import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { waitLimitMs } from '../test-until.ts';
import { guardedFetch } from './guarded-fetch.ts';
import type { OutgoingFetch, OutgoingRequest } from './outgoing-fetch.ts';
import { testWeb, webName } from './test-web.ts';

const outgoingRequest: OutgoingRequest = { maxBytes: 100_000, timeoutMs: waitLimitMs, maxRedirects: 3 };
const publicAddress = '93.184.215.14';

async function textAt(fetch: OutgoingFetch, url: string, more: Partial<OutgoingRequest> = {}): Promise<string> {
  return textOf((await fetch(url, { ...outgoingRequest, ...more })).content);
}

async function textOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/** Notations for this machine, its network, a metadata service, and addresses that are not public. */
const privateHosts = `
  127.0.0.1 127.1 127.0.1 0177.0.0.1 0x7f.0.0.1 0x7f000001 2130706433 017700000001 127.0.0.2 127.255.255.254 0.0.0.0 0
  １２７.０.０.１ 127。0。0。1 %31%32%37.0.0.1 127.0.0.1. 0x7f.1
  [::1] [::] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] [::ffff:0:127.0.0.1] [::ffff:10.0.0.1]
  [64:ff9b::127.0.0.1] [64:ff9b::a00:1] [64:ff9b:1::7f00:1] [2002:7f00:1::] [2002:a00:1::1] [fe80::1] [fec0::1] [fc00::1]
  [2001:0:4136:e378:8000:63bf:80ff:fffe] [fd12:3456:789a::1] [fd00:ec2::254] [ff02::1] [2001:db8::1] [100::1] [5f00::1]
  10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 100.64.0.1 100.100.100.200 169.254.169.254 169.254.170.2 0xa9fea9fe
  192.0.0.192 168.63.129.16 192.0.2.1 198.18.0.1 198.51.100.7 203.0.113.9 224.0.0.1 240.0.0.1 255.255.255.255
  localhost LOCALHOST. app.localhost printer.local metadata.google.internal nas.lan router.home.arpa intranet a.onion
`;
const privateUrls = (port: number) => wordsIn(privateHosts).map((host) => `http://${host}:${port}/secret`);

const otherBlockedUrls = wordsIn(`
  file:///etc/passwd ftp://pictures.example.org/a gopher://127.0.0.1:70/ data:image/png;base64,AAAA javascript:alert(1)
  blob:http://pictures.example.org/1 ws://pictures.example.org/ about:blank //x http://ada:secret@pictures.example.org/
  http://ada@pictures.example.org/ http://pictures.example.org:25/ http://pictures.example.org:22/
  https://pictures.example.org:6667/ http://pictures.example.org:0/ http://pictures.example.org/${'a'.repeat(9000)}
`);

function wordsIn(text: string): string[] {
  return text.trim().split(/\s+/);
}

test('addresses of this machine, its network and metadata services are refused in every notation, without a request', async (t) => {
  const { recorded: seen, port, base } = await testWeb(t, (_request, response) => response.end('secret'));
  const fetch = guardedFetch({ resolve: async () => ['127.0.0.1'] });
  const urls = [...privateUrls(port), ...otherBlockedUrls, `${base}/`];
  assert.ok(urls.length > 75);
  for (const url of urls) await assert.rejects(textAt(fetch, url), { code: 'blocked_address' }, url);
  assert.deepEqual(seen, []);
});

test('a redirect to any of them is refused, also after the largest number of allowed redirects', async (t) => {
  let target = '';
  const {
    fetch,
    base,
    port,
    recorded: seen,
  } = await testWeb(t, ({ url }, response) => {
    response.writeHead(302, { location: url === '/first' ? '/second' : asciiOf(target) }).end();
  });
  const other = port === 65_535 ? port - 1 : port + 1;
  const targets = [...privateUrls(other), 'file:///etc/passwd', `//127.0.0.1:${other}/`];
  for (target of targets) {
    await assert.rejects(textAt(fetch, `${base}/first`), { code: 'blocked_address' }, target);
  }
  assert.ok(seen.every(({ path }) => path === '/first' || path === '/second'));
  assert.equal(seen.length, targets.length * 2);
});

test('a name that resolves to this machine is refused: at the first look-up, at a later one, or beside a public address', async (t) => {
  const { recorded: seen, port } = await testWeb(t, (_request, response) => response.end('secret'));
  for (const private_ of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.0.0.1', '169.254.169.254', 'fd00:ec2::254']) {
    for (const found of [[private_], [publicAddress, private_]]) {
      const fetch = guardedFetch({ resolve: async () => found });
      await assert.rejects(textAt(fetch, `http://${webName}:${port}/`), { code: 'blocked_address' }, found.join(' '));
    }
  }
  assert.deepEqual(seen, []);
});

test('a name that was public when checked cannot resolve to this machine when it is connected to', async (t) => {
  const lookups: string[] = [];
  // A second look-up returns this machine.
  const resolve = async (host: string) => (lookups.push(host) === 1 ? ['127.0.0.1'] : ['127.0.0.7']);
  const reached: string[] = [];
  const {
    fetch,
    base,
    recorded: seen,
  } = await testWeb(t, (_request, response) => response.end('ordinary'), {
    resolve,
    isAllowedAddress: (address) => reached.push(address) > 0 && address === '127.0.0.1',
  });
  assert.equal(await textAt(fetch, `${base}/a`), 'ordinary');
  assert.deepEqual(lookups, [webName]);
  await assert.rejects(textAt(fetch, `${base}/b`), { code: 'blocked_address' });
  assert.deepEqual(new Set(reached), new Set(['127.0.0.1', '127.0.0.7']));
  assert.deepEqual(
    seen.map(({ path }) => path),
    ['/a'],
  );
});

test('a server is fetched without information about the client, and redirects are followed', async (t) => {
  const {
    fetch,
    base,
    recorded: seen,
  } = await testWeb(t, ({ url }, response) => {
    if (url !== '/b?size=2') return response.writeHead(301, { location: '/b?size=2', 'set-cookie': 'id=7' }).end();
    response.writeHead(200, { 'content-type': 'IMAGE/PNG; charset=x' }).end('a picture');
  });
  const { content, header, ...answer } = await fetch(`${base}/a#part`, outgoingRequest);
  assert.equal(header?.('content-type'), 'IMAGE/PNG; charset=x');
  assert.deepEqual(answer, { status: 200, type: 'image/png', url: `${base}/b?size=2` });
  assert.equal(await textOf(content), 'a picture');
  for (const { headers } of seen) {
    assert.deepEqual(headers, {
      accept: '*/*',
      'accept-encoding': 'identity',
      connection: headers.connection,
      host: base.slice('http://'.length),
      'user-agent': 'Mozilla/5.0',
    });
  }
});

test('a sent body arrives, is kept by redirects that keep the method, and becomes a GET on others', async (t) => {
  const {
    fetch,
    base,
    recorded: seen,
  } = await testWeb(t, ({ url }, response) => {
    if (url === '/kept') return response.writeHead(307, { location: '/end' }).end();
    if (url === '/changed') return response.writeHead(302, { location: '/end' }).end();
    response.writeHead(404).end();
  });
  const sent = { method: 'POST', body: 'List-Unsubscribe=One-Click', redirects: 1 } as const;
  for (const place of ['/kept', '/changed']) {
    const { status, content } = await fetch(`${base}${place}`, { ...outgoingRequest, ...sent });
    await textOf(content);
    assert.equal(status, 404);
  }
  assert.deepEqual(
    seen.map(({ method, path, body }) => [method, path, body]),
    [
      ['POST', '/kept', sent.body],
      ['POST', '/end', sent.body],
      ['POST', '/changed', sent.body],
      ['GET', '/end', ''],
    ],
  );
  await assert.rejects(textAt(fetch, `${base}/kept`, { ...sent, maxRedirects: 0 }), { code: 'too_many_redirects' });
});

test('an endless redirect, a long reply, a compression bomb and a server that never ends are each aborted', async (t) => {
  const { fetch, base } = await testWeb(t, ({ url }, response) => {
    if (url === '/round') return response.writeHead(302, { location: '/round' }).end();
    if (url === '/announced') return response.writeHead(200, { 'content-length': 10_000_000 }).write('a');
    if (url === '/endless') return endless(response);
    if (url === '/bomb') return response.writeHead(200, { 'content-encoding': 'gzip' }).end(compressedBomb);
    if (url === '/packed')
      return response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync('small'));
    if (url === '/odd') return response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end(compressedBomb);
    if (url === '/broken') return response.writeHead(200, { 'content-encoding': 'gzip' }).end('not packed');
    if (url === '/half')
      return response.writeHead(200, { 'content-length': 10 }).write('half', () => response.destroy());
    // Begins to reply and never finishes.
    if (url === '/slow') response.writeHead(200).write('a');
  });
  const codes = {
    '/round': 'too_many_redirects',
    '/announced': 'too_large',
    '/endless': 'too_large',
    '/bomb': 'too_large',
  };
  for (const [path, code] of Object.entries(codes)) await assert.rejects(textAt(fetch, base + path), { code }, path);
  for (const path of ['/odd', '/broken', '/half']) {
    await assert.rejects(textAt(fetch, base + path), { code: 'unreachable' }, path);
  }
  assert.equal(await textAt(fetch, `${base}/packed`), 'small');
  for (const path of ['/slow', '/never']) {
    await assert.rejects(textAt(fetch, base + path, { timeoutMs: 50 }), { code: 'fetch_timeout' }, path);
  }
  const given = AbortSignal.abort(new Error('the window was closed'));
  await assert.rejects(textAt(fetch, `${base}/never`, { signal: given }), /the window was closed/);
});

test('a missing server, or a name without an address, is unreachable', async (t) => {
  const { base, port } = await testWeb(t, () => undefined);
  const gone = guardedFetch({ resolve: async () => ['127.0.0.9'], isAllowedAddress: () => true });
  await assert.rejects(textAt(gone, base), { code: 'unreachable', retryable: true });
  const nameless = guardedFetch({ resolve: async () => [] });
  await assert.rejects(textAt(nameless, `http://nowhere.example.org:${port}/`), { code: 'unreachable' });
});

const compressedBomb = gzipSync(Buffer.alloc(30_000_000));

function endless(response: Parameters<RequestListener>[1]): void {
  const more = () => {
    while (!response.destroyed && response.write(Buffer.alloc(50_000)));
  };
  response.on('drain', more);
  more();
}

/** As it appears in a header. */
function asciiOf(url: string): string {
  return url.replace(/[^\0-\x7f]+/g, encodeURIComponent);
}
