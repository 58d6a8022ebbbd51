import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { ownRoutes } from '../bridge/own-routes.ts';
import { startBridge } from '../bridge/server.ts';
import { testSettings } from '../bridge/test-settings.ts';
import { silentLog } from '../daemon/base/log.ts';
import { addressOf, isFile, isOnHttp, type HttpRequest, type Request } from '../daemon/contract/define.ts';
import { contract, requestsByName } from '../daemon/contract.ts';

/** The specification's addresses, and Posthorn's extras, as `METHOD /path` below `/api/v1`. */
const routes = JSON.parse(readFileSync(new URL('./routes.json', import.meta.url), 'utf8')) as {
  specified: string[];
  extras: string[];
};

const named = [...requestsByName(contract)];
const rows = named.flatMap(([name, row]) => (isOnHttp(row) ? [[name, row] as const] : []));
const ownAddresses = Object.values(ownRoutes);
const addresses = [...rows.map(([, row]) => row), ...ownAddresses].map(({ http }) => http as string);

/** The addresses that answer without a token. */
const openAddresses = ['GET /health', 'GET /auth/local-token', 'GET /i18n'];

test('the specification has 168 addresses, each listed once', () => {
  assert.equal(routes.specified.length, 168);
  assert.equal(new Set([...routes.specified, ...routes.extras]).size, routes.specified.length + routes.extras.length);
});

test('every address is one of the 168 or a named extra, and every named extra is live', () => {
  const known = new Set([...routes.specified, ...routes.extras]);
  assert.deepEqual(
    addresses.filter((address) => !known.has(address)),
    [],
  );
  assert.deepEqual(
    routes.extras.filter((extra) => !addresses.includes(extra)),
    [],
  );
});

test('no address shadows another, among the 168 and the live ones', () => {
  const all = [...new Set([...routes.specified, ...routes.extras, ...addresses])];
  assert.equal(new Set(addresses).size, addresses.length);
  const shadowing = all.flatMap((one, index) =>
    all
      .slice(index + 1)
      .filter((other) => areAmbiguous(one, other))
      .map((other) => `${one} and ${other}`),
  );
  assert.deepEqual(shadowing, []);
});

test('a row whose input names a path of the owner’s has no address, so that HTTP cannot reach it', () => {
  const onSocketAlone = named.filter(([, row]) => !isOnHttp(row)).map(([name]) => name);
  assert.deepEqual(onSocketAlone, ['import.start', 'import.get']);
});

test('every row has a known method, a path, a summary, an effect, a scope and schemas', () => {
  for (const [name, row] of rows) assert.match(row.http, /^(GET|POST|DELETE) (\/([a-z0-9.-]+|\{[a-z_]+\}))+$/, name);
  for (const [name, row] of named) {
    assert.match(row.summary, /^[A-Z].*\.$/, name);
    assert.ok(typeof row.effect === 'function' || row.effect.safety, name);
    assert.ok(row.scope, name);
    assert.ok(row.input instanceof z.ZodObject, name);
    assert.ok(isFile(row.output) || row.output instanceof z.ZodType, name);
  }
});

test('every {parameter} of a path, and every key a scope names, is a key of the input', () => {
  for (const [name, row] of rows) {
    const keys = Object.keys(row.input.shape);
    for (const [, parameter = ''] of row.http.matchAll(/\{(\w+)\}/g)) {
      assert.ok(keys.includes(parameter), `${name}: ${parameter}`);
    }
    if (typeof row.scope === 'object') {
      for (const key of Object.values(row.scope).flat()) assert.ok(keys.includes(key), `${name}: ${key}`);
    }
  }
});

test('no DELETE is a read, and every row that runs in a reader is a read', () => {
  for (const [name, row] of rows) {
    if (addressOf(row).method === 'DELETE') assert.equal(isRead(row), false, name);
    if (row.runs === 'reader') assert.equal(isRead(row), true, name);
  }
});

test('checklist 9, 10: every address but the public ones answers 401 without a token, and nothing is dispatched', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-routes-'));
  const dispatched: string[] = [];
  const bridge = await startBridge({
    table: contract,
    dispatch: async (name) => ({ asked: dispatched.push(name) }),
    events: {
      subscribe: () => () => {},
      after: () => [],
      range: () => ({ first: 1, last: 0 }),
      visibleAccountIds: () => undefined,
      onCallersChange: () => () => undefined,
    },
    settings: testSettings,
    token: 'the-token-of-this-test',
    portFile: join(folder, 'bridge-port'),
    log: silentLog,
  });
  context.after(async () => {
    await bridge.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const statusOf = async (address: string, headers: Record<string, string> = {}) => {
    const { method, path } = addressOf({ http: address as HttpRequest['http'] });
    const url = `${bridge.url}/api/v1${path.replaceAll(/\{\w+\}/g, 'x')}`;
    const answer = await fetch(url, { method, headers });
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/, address);
    await answer.arrayBuffer();
    return answer.status;
  };

  for (const address of [...routes.specified, ...routes.extras]) {
    const isOpen = openAddresses.includes(address) && addresses.includes(address);
    assert.equal(await statusOf(address), isOpen ? 200 : 401, address);
    assert.equal(await statusOf(address, { authorization: 'Bearer wrong' }), isOpen ? 200 : 401, address);
  }
  assert.deepEqual([...new Set(dispatched)], ['client.health', 'client.i18n']);

  const bearer = { authorization: 'Bearer the-token-of-this-test' };
  for (const [name, { http }] of rows) {
    assert.equal(await statusOf(http, bearer), 200, http);
    assert.equal(dispatched.at(-1), name, http);
  }
});

function isRead({ effect }: Request): boolean {
  return typeof effect !== 'function' && effect.safety === 'read';
}

/** Whether a request could match two addresses equally well: same method, and no segment distinguishes them. */
function areAmbiguous(one: string, other: string): boolean {
  const [left, right] = [one.split(/[ /]/), other.split(/[ /]/)];
  return (
    left.length === right.length &&
    left.every((part, index) => part === right[index] || isParameter(part) || isParameter(right[index]))
  );
}

function isParameter(part: string | undefined): boolean {
  return part?.startsWith('{') ?? false;
}
