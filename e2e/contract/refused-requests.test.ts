import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ownRoutes } from '../../bridge/own-routes.ts';
import { isOnHttp, isUpload } from '../../daemon/contract/define.ts';
import { contractWithoutDemo, requestsByName } from '../../daemon/contract.ts';
import type { JsonSchema } from '../../daemon/contract/json-schema.ts';
import { pathPattern } from './response-checker.ts';
import { endpointsOf, type Endpoint } from './openapi-document.ts';
import type { RawRequest } from './raw-http-client.ts';
import { bearer, openTestBridge, type TestBridge } from './test-bridge.ts';
import { fieldsOf, requiredValues, buildRequest, type Field, type FieldValues } from './request-builder.ts';

const wrongTokens = ['Bearer 7a0c7d3e-6f0e-4a55-9a4f-0d9f1d1f5a10', 'Bearer ', 'Basic YTpi', 'Bearer \u00e9'];

/** Slow requests that are refused before routing are tried on one address in this many. */
const sampleInterval = 8;

/** Removal by name succeeds whether the name existed or not. */
const idempotentRemovals = new Set(['signatures.remove', 'snippets.remove']);

/**
 * Each address of the table, requested in every way that must be refused: the answer is the stated problem, and no database
 * was written to.
 */
describe('refused requests', () => {
  const closes: (() => unknown)[] = [];
  let stage: TestBridge;
  let places: Endpoint[];
  /** Tokens of a holder with one account in scope, and of an agent without permission. */
  let limited: { authorization: string };
  let agent: { authorization: string };
  let own: { account: string; foreign: string; message: string; thread: string };

  before(async () => {
    stage = await openTestBridge({ after: (close) => void closes.unshift(close) });
    places = endpointsOf(stage.document);
    const { accounts } = await stage.daemon.ask('accounts.list');
    const [account = '', foreign = ''] = accounts.map(({ account_id }) => account_id);
    const { mailbox } = await stage.daemon.ask('mailbox.list', { lens_kind: 'all_mail', limit: 1000 });
    const row = mailbox.groups.flatMap(({ rows }) => rows).find(({ account_id }) => account_id === account);
    own = { account, foreign, message: row?.id ?? '', thread: row?.thread_id ?? '' };
    limited = await tokenFor({ name: 'Digest', origin: 'script', account_ids: [foreign] });
    agent = await tokenFor({ name: 'Helper', origin: 'agent' });
  });
  after(async () => {
    for (const close of closes) await close();
  });

  async function tokenFor(options: object): Promise<{ authorization: string }> {
    const { token } = await stage.daemon.ask('tokens.create', options);
    return { authorization: `Bearer ${token}` };
  }

  const isOpen = ({ operation }: Endpoint) => operation.security !== undefined;
  const fieldsAt = (place: Endpoint) => fieldsOf(place, stage.document);
  const requestAt = (place: Endpoint, more: FieldValues = {}): RawRequest => {
    const fields = fieldsAt(place);
    return buildRequest(place, fields, { ...requiredValues(fields), ...more });
  };
  const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

  /** Sends a request and expects a problem of this status and code, and an unchanged daemon. */
  async function refused(request: RawRequest, [status, code]: [number, string?], where: string): Promise<void> {
    const before = stage.databases.versions();
    const answer = await stage.send(request);
    assert.equal(answer.fault, undefined, where);
    assert.equal(answer.status, status, `${where}: ${answer.text}`);
    const problem = JSON.parse(answer.text) as Record<string, unknown>;
    if (code !== undefined) assert.equal(problem['code'], code, where);
    assert.equal(problem['status'], status, where);
    assert.equal(problem['request_id'], answer.headers['x-request-id'], where);
    assert.equal(stage.databases.versions(), before, `${where} wrote to a database`);
  }

  test('the document contains every live address', () => {
    const rows = [...requestsByName(contractWithoutDemo).values()].filter(isOnHttp);
    const addresses = [...rows, ...Object.values(ownRoutes)].map(({ http }) => http as string);
    assert.deepEqual(places.map(nameOf).toSorted(), addresses.toSorted());
  });

  test('no token, a wrong token, or the right token in the query: 401', async () => {
    for (const [number, place] of places.filter((each) => !isOpen(each)).entries()) {
      const request = requestAt(place);
      const inQuery = `${request.path}${request.path.includes('?') ? '&' : '?'}token=${bearer.authorization.slice(7)}`;
      await refused(request, [401, 'unauthorized'], nameOf(place));
      await refused(
        { ...request, path: inQuery },
        [401, 'unauthorized'],
        `${nameOf(place)} with its token in the query`,
      );
      const authorization = wrongTokens[number % wrongTokens.length] as string;
      const headers = { ...request.headers, authorization };
      await refused({ ...request, headers }, [401, 'unauthorized'], `${nameOf(place)} as ${authorization}`);
    }
  });

  test('a foreign Host, a foreign Origin, and the Origin null: 403, also on public addresses', async () => {
    const strangers: [Record<string, string>, string][] = [
      [{ host: 'evil.example' }, 'host_not_allowed'],
      [{ origin: 'https://evil.example' }, 'origin_not_allowed'],
      [{ origin: 'null' }, 'origin_not_allowed'],
    ];
    for (const place of places) {
      const request = requestAt(place);
      for (const [foreign, code] of strangers) {
        const headers = { ...request.headers, ...bearer, ...foreign };
        await refused({ ...request, headers }, [403, code], `${nameOf(place)} from ${JSON.stringify(foreign)}`);
      }
    }
  });

  test('another method: 405, and the answer lists the allowed methods', async () => {
    for (const [number, place] of places.entries()) {
      const { path } = requestAt(place);
      const [address = ''] = path.split('?');
      const served = places.filter((each) => pathPattern(each.path).test(address)).map(({ method }) => method);
      const others = ['GET', 'POST', 'DELETE', 'PUT', 'PATCH'].filter((each) => !served.includes(each));
      const method = others[number % others.length] as string;
      await refused({ method, path, headers: bearer }, [405, 'method_not_allowed'], `${method} ${place.path}`);
    }
  });

  test('a body that is not JSON, or not a JSON object: 400; of another type: 415; of ten megabytes: 413', async () => {
    const bodyOf = (megabytes: number) => Buffer.from(JSON.stringify({ text: 'a'.repeat(megabytes * 1_000_000) }));
    const [large, larger] = [bodyOf(10), bodyOf(20)];
    const bodies = (isLarge: boolean): [string | Buffer, string, [number, string]][] => [
      ['{"broken":', 'application/json', [400, 'invalid_json']],
      ['[]', 'application/json', [400, 'invalid_body']],
      ['a=b', 'application/x-www-form-urlencoded', [415, 'unsupported_media_type']],
      [isLarge ? larger : large, 'application/json', [413, 'body_too_large']],
    ];
    for (const [number, place] of places.filter(({ method }) => method !== 'GET').entries()) {
      const { path } = requestAt(place);
      const row = requestsByName(contractWithoutDemo).get(place.operation.operationId);
      if (row && isUpload(row.input)) continue;
      const isLarge = row?.large === true;
      for (const [body, type, expected] of bodies(isLarge)) {
        if (expected[0] === 413 && !isLarge && number % sampleInterval > 0) continue;
        const headers = { ...bearer, 'content-type': type };
        await refused({ method: place.method, path, headers, body }, expected, `${nameOf(place)} with ${type}`);
      }
    }
  });

  test('a GET ignores its body, however large or malformed, and changes nothing', async () => {
    const before = stage.databases.versions();
    for (const [number, place] of places.filter(({ method }) => method === 'GET').entries()) {
      const request = { ...requestAt(place), headers: { ...bearer, 'content-type': 'application/json' } };
      const { status } = await stage.send(request);
      for (const body of ['{"broken":', ...(number % sampleInterval > 0 ? [] : [Buffer.alloc(10_000_000, 'a')])]) {
        const answer = await stage.send({ ...request, body });
        assert.equal(answer.fault, undefined);
        assert.equal(answer.status, status, nameOf(place));
      }
    }
    assert.equal(stage.databases.versions(), before);
  });

  test('a field of another type: 400, for every field', async () => {
    for (const place of places) {
      const fields = fieldsAt(place);
      for (const field of fields.filter((each) => each.location === 'query' || each.location === 'body')) {
        if (place.path === '/events') continue;
        for (const value of wrongValues(field)) {
          const request = requestAt(place, { [field.name]: value });
          const headers = { ...request.headers, ...bearer };
          await refused({ ...request, headers }, [400], `${nameOf(place)} with ${field.name}=${JSON.stringify(value)}`);
        }
      }
    }
  });

  test('an unknown id: 404 on a read, 400 or 404 elsewhere', async () => {
    for (const place of places) {
      for (const field of fieldsAt(place).filter((each) => each.location === 'path')) {
        for (const value of [
          'x'.repeat(300),
          '../../etc/passwd',
          '\u0000',
          '%',
          "'; DROP TABLE messages; --",
          '__proto__',
        ]) {
          const request = requestAt(place, { [field.name]: value });
          const before = stage.databases.versions();
          const answer = await stage.send({ ...request, headers: { ...request.headers, ...bearer } });
          assert.equal(answer.fault, undefined);
          const isFine = answer.status === 200 && idempotentRemovals.has(place.operation.operationId);
          assert.ok(isFine || [400, 404].includes(answer.status), `${nameOf(place)} ${value}: ${answer.text}`);
          assert.equal(stage.databases.versions(), before);
        }
      }
    }
  });

  test('an agent without permission: 403 on every row', async () => {
    const rows = places.filter((place) => !isOpen(place) && !place.operation.operationId.startsWith('bridge.'));
    for (const place of rows) {
      const request = requestAt(place);
      await refused({ ...request, headers: { ...request.headers, ...agent } }, [403, 'policy'], nameOf(place));
    }
  });

  test('a token of one account: ids of another account are unknown, and no data of another account in any list', async () => {
    const ids: Record<string, string> = {
      account_id: own.account,
      message_id: own.message,
      thread_id: own.thread,
    };
    const before = stage.databases.versions();
    for (const place of places.filter((each) => each.operation['x-safety'] === 'read' && !isOpen(each))) {
      const fields = fieldsAt(place);
      const request = requestAt(
        place,
        Object.fromEntries(
          fields.filter(({ location: at }) => at === 'path').map(({ name, example }) => [name, ids[name] ?? example]),
        ),
      );
      const answer = await stage.send({ ...request, headers: { ...request.headers, ...limited } });
      assert.equal(answer.fault, undefined);
      const isForPeople = place.operation['x-people-only'] === true;
      const isForeign = fields.some(
        ({ name, location: at }) => at === 'path' && (name === 'message_id' || name === 'thread_id'),
      );
      if (isForPeople) assert.equal(answer.status, 403, nameOf(place));
      else if (isForeign) assert.equal(answer.status, 404, nameOf(place));
      assert.ok(!answer.text.includes(own.account), `${nameOf(place)} reveals an account that is not the caller's`);
    }
    assert.equal(stage.databases.versions(), before);
  });
});

/** Values of another type than the field's, whatever other types it allows. In a query a list is a repeated key. */
function wrongValues({ schema, location }: Field): unknown[] {
  const types = typesOf(schema);
  if (types.size === 0) return [];
  if (location === 'query') return types.has('array') ? [] : [['a', 'b'], ...(types.has('string') ? [] : ['many'])];
  const samples: [string, unknown][] = [
    ['object', { odd: 1 }],
    ['array', [[{}]]],
    ['string', 'a word'],
    ['boolean', true],
    ['number', 7.5],
    ['null', null],
  ];
  // Numbers and flags are also accepted as text, because queries contain text.
  const isTaken = (type: string) => types.has(type) || (type === 'number' && types.has('integer'));
  return samples.filter(([type]) => !isTaken(type)).map(([, value]) => value);
}

function typesOf({ type, anyOf, enum: choices, const: fixed }: JsonSchema): Set<string> {
  if (Array.isArray(anyOf)) return new Set((anyOf as JsonSchema[]).flatMap((form) => [...typesOf(form)]));
  if (Array.isArray(choices)) return new Set(choices.map((choice) => typeof choice));
  if (fixed !== undefined) return new Set([typeof fixed]);
  return new Set([type ?? []].flat() as string[]);
}
