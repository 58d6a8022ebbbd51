import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, isOnHttp, type Request } from '../../daemon/contract/define.ts';
import { contract } from '../../daemon/contract.ts';
import { openApiDocument } from './document.ts';
import { ownRoutes } from '../own-routes.ts';
import { bearer, openTestBridge } from '../test-bridge.ts';

/** The part of the document that these tests read. */
type Operation = {
  operationId: string;
  summary: string;
  security?: unknown[];
  'x-safety': string;
  'x-people-only'?: true | 'depends';
  'x-may-wait'?: true;
  parameters?: { $ref?: string; name?: string; in?: string; required?: boolean; schema?: object }[];
  requestBody?: { required: boolean; content: Record<string, { schema: object }> };
  responses: Record<
    string,
    { headers?: object; content?: Record<string, { schema?: object; examples?: Record<string, object> }> }
  >;
};
type Document = {
  openapi: string;
  info: { version: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; securitySchemes: Record<string, unknown> };
};

const real = openApiDocument(contract) as Document;

test('checklist 184: the document is OpenAPI 3.1.0, version 0.6.26, and is served as JSON', async (context) => {
  const { send } = await openTestBridge(context);
  const { status, headers, json } = await send('/api/v1/openapi.json', { headers: bearer });
  const served = json as unknown as Document;
  assert.equal(status, 200);
  assert.match(String(headers['content-type']), /^application\/json/);
  assert.deepEqual([served.openapi, served.info.version, served.servers], ['3.1.0', '0.6.26', [{ url: '/api/v1' }]]);
  assert.deepEqual(served.components.securitySchemes, {
    bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'opaque' },
  });
});

test('checklist 185: every row and every address of the bridge is in the document, with its answers', () => {
  const rows = Object.values(contract)
    .flatMap((rows) => Object.values<Request>(rows))
    .filter(isOnHttp);
  for (const row of [...rows, ...Object.values(ownRoutes)]) {
    const { method, path } = addressOf(row);
    const operation = real.paths[path]?.[method.toLowerCase()];
    assert.ok(operation, row.http);
    assert.equal(operation.summary, row.summary);
    assert.ok(operation.responses[200] ?? operation.responses[101], row.http);
    assert.equal(operation.responses[401] === undefined, row.open ?? false, row.http);
    assert.deepEqual(operation.security, row.open ? [] : undefined, row.http);
  }
});

test('a request that only the local socket serves is not in the document', () => {
  assert.doesNotMatch(JSON.stringify(real), /"import\.(start|get)"/);
});

test('operation ids are unique, and every reference resolves', () => {
  const ids = Object.values(real.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  assert.equal(new Set(ids).size, ids.length);
  const text = JSON.stringify(real);
  const names = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name ?? '');
  assert.ok(names.length > 10);
  for (const name of names) assert.ok(real.components.schemas[name], name);
  assert.doesNotMatch(text, /\$defs|\$schema|"undefined"/);
  assert.ok(real.components.schemas.MessageRow && real.components.schemas.Shell && real.components.schemas.Error);
});

test('a query parameter shows its number or flag type, with bounds and default', () => {
  const parameters = real.paths['/mail/search']?.get?.parameters ?? [];
  const byName = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  assert.deepEqual(byName.get('offset'), {
    name: 'offset',
    in: 'query',
    required: false,
    description: 'How many rows to pass over',
    schema: { type: 'integer', minimum: 0, maximum: 10_000_000, default: 0 },
  });
  assert.deepEqual(byName.get('explain')?.schema, { type: 'boolean', default: false });
});

test('path keys are required parameters, the other fields of a POST are its body, and a file is bytes', async (context) => {
  const { send } = await openTestBridge(context);
  const { paths } = (await send('/api/v1/openapi.json', { headers: bearer })).json as unknown as Document;
  const write = paths['/messages/{id}']?.post;
  assert.deepEqual(write?.parameters, [
    { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
    { $ref: '#/components/parameters/RequestId' },
    { $ref: '#/components/parameters/ClientKind' },
    { $ref: '#/components/parameters/IdempotencyKey' },
  ]);
  assert.equal(write?.requestBody?.required, true);
  const body = write?.requestBody?.content['application/json']?.schema;
  assert.deepEqual(body, {
    type: 'object',
    properties: { text: { type: 'string' }, answers: { $ref: '#/components/schemas/TestMessage' } },
    required: ['text'],
  });
  const enclosure = paths['/messages/{id}/enclosure'] ?? {};
  assert.deepEqual(Object.keys(enclosure.post?.requestBody?.content ?? {}), ['application/octet-stream']);
  assert.deepEqual(
    enclosure.post?.parameters?.flatMap(({ name }) => name ?? []),
    ['id', 'name'],
  );
  assert.deepEqual(Object.keys(enclosure.get?.responses[200]?.content ?? {}), ['application/octet-stream']);
  const print = paths['/messages/{id}/print']?.get;
  assert.deepEqual(Object.keys(print?.responses[200]?.content ?? {}), ['application/octet-stream', 'application/json']);
  assert.deepEqual(
    print?.parameters?.flatMap(({ name }) => name ?? []),
    ['id'],
  );
  assert.equal(paths['/messages']?.get?.requestBody, undefined);
});

test('a DELETE names its fields in the query, because many clients drop its body', () => {
  const remove = real.paths['/platform/accounts/{key}']?.delete;
  assert.deepEqual(
    remove?.parameters?.flatMap(({ name, in: place, required }) => (name ? [[name, place, required]] : [])),
    [
      ['key', 'path', true],
      ['purge_local_data', 'query', false],
      ['dry_run', 'query', false],
    ],
  );
  assert.equal(remove?.requestBody, undefined);
  for (const methods of Object.values(real.paths)) assert.equal(methods['delete']?.requestBody, undefined);
});

test('an operation shows its safety, its permitted callers, and the headers it reads', () => {
  const create = real.paths['/platform/tokens']?.post;
  assert.deepEqual([create?.['x-safety'], create?.['x-people-only']], ['mutate', true]);
  assert.deepEqual(sharedBy(create), ['RequestId', 'ClientKind', 'IdempotencyKey']);
  const health = real.paths['/health']?.get;
  assert.deepEqual(
    [health?.['x-safety'], health?.['x-people-only'], sharedBy(health)],
    ['read', undefined, ['RequestId']],
  );
  const change = real.paths['/platform/settings']?.post;
  assert.deepEqual(sharedBy(change), ['RequestId', 'ClientKind', 'IdempotencyKey', 'Reason', 'IfMatch']);
  assert.deepEqual(Object.keys(change?.responses[200]?.headers ?? {}), ['X-Request-Id', 'X-Event-Seq', 'ETag']);
  assert.ok(change?.responses[412]);
});

test('a request that the owner may have to approve answers with its reply or a pending approval, and no other does', () => {
  const operations = Object.values(real.paths).flatMap((methods) => Object.values(methods));
  const canBePending = ({ responses }: Operation) => {
    const { schema = {} } = responses[200]?.content?.['application/json'] ?? {};
    const { anyOf: choices = [] } = schema as { anyOf?: { $ref?: string }[] };
    return choices.some(({ $ref }) => $ref === '#/components/schemas/PendingApproval');
  };
  const waiting = operations.filter((each) => each['x-may-wait'] === true);
  assert.ok(waiting.length > 60, String(waiting.length));
  assert.deepEqual(operations.filter(canBePending), waiting);
});

test('an address lists its possible failures, each code with an example', () => {
  const statuses = (operation: Operation | undefined) => Object.keys(operation?.responses ?? {}).map(Number);
  assert.deepEqual(statuses(real.paths['/health']?.get), [200, 400, 403, 408, 414, 429, 431, 500, 503]);
  const search = real.paths['/mail/search']?.get;
  assert.deepEqual(statuses(search), [200, 400, 401, 403, 404, 408, 414, 429, 431, 500, 503]);
  const examples = search?.responses[400]?.content?.['application/json']?.examples ?? {};
  assert.ok(examples['bad_query'] && examples['invalid_input']);
  const create = statuses(real.paths['/platform/tokens']?.post);
  for (const status of [404, 413, 415, 422, 503, 507]) assert.ok(create.includes(status), String(status));
});

function sharedBy(operation: Operation | undefined): string[] {
  return (operation?.parameters ?? []).flatMap(({ $ref }) => $ref?.split('/').at(-1) ?? []);
}
