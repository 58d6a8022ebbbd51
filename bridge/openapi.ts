import { z } from 'zod';
import { addressOf, isFile, isOnHttp, isUpload, type HttpRequest, type Request } from '../daemon/contract/define.ts';
import { eventFields } from '../daemon/contract/events.ts';
import { apiBase, ownRoutes } from './own-routes.ts';
import type { Table } from './routes.ts';
import { fieldsOf, schemaCollection, type Fields, type JsonSchema } from './schemas.ts';

/** The version of the interface that is implemented; it has nothing to do with the version of the program. */
const interfaceVersion = '0.6.26';

const failure = z
  .object({
    error: z.string().describe('A sentence for people: what failed, why, and what to do'),
    code: z.string().describe('A stable word for programs'),
    retryable: z.boolean().optional().describe('True where the same request may succeed later'),
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    request_id: z.string(),
  })
  .meta({ id: 'Error' });

const event = z
  .union(
    Object.entries(eventFields).map(([kind, fields]) =>
      z.object({ event: z.literal(kind), seq: z.int(), ts: z.iso.datetime(), ...fields.shape }),
    ),
  )
  .meta({ id: 'Event' });

const localToken = z.object({ token: z.string(), source: z.literal('local-handshake') });

type Operation = { [member: string]: unknown };
type Paths = Record<string, Record<string, Operation>>;

/** The OpenAPI 3.1 document of every row and of the bridge's own addresses. Paths are relative to `/api/v1`. */
export function openApiDocument(table: Table): Record<string, unknown> {
  const schemas = schemaCollection();
  const errorSchema = schemas.output(failure);
  const rows = Object.entries(table).flatMap(([feature, entries]) =>
    Object.entries(entries).flatMap(([key, row]) =>
      isOnHttp(row) ? [{ feature, name: `${feature}.${key}`, row }] : [],
    ),
  );
  const answers = new Map(rows.map(({ name, row }) => [name, successOf(row, schemas)]));

  const paths: Paths = {};
  addOwnRoutes(paths, schemas);
  for (const { feature, name, row } of rows) {
    const { method, path } = addressOf(row);
    add(paths, method, path, {
      operationId: name,
      tags: [feature],
      summary: row.summary,
      ...(row.open && { security: [] }),
      ...takenBy(row, fieldsOf(schemas, row.input)),
      responses: { 200: answers.get(name), ...errorsOf(row) },
    });
  }

  return {
    openapi: '3.1.0',
    info: {
      title: 'Posthorn',
      version: interfaceVersion,
      description: 'The mail daemon on this machine. Every request the web interface makes is one of these.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: apiBase }],
    security: [{ bearer: [] }],
    tags: ['bridge', ...new Set(rows.map(({ feature }) => feature))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'opaque' } },
      responses: { Error: { description: 'Refused or failed', ...json(errorSchema) } },
      schemas: schemas.components,
    },
  };
}

function add(paths: Paths, method: string, path: string, operation: Operation): void {
  (paths[path] ??= {})[method.toLowerCase()] = operation;
}

function json(schema: JsonSchema) {
  return { content: { 'application/json': { schema } } };
}

function successOf({ output }: Request, schemas: ReturnType<typeof schemaCollection>) {
  const bytes = { content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } };
  return { description: 'Done', ...(isFile(output) ? bytes : json(schemas.output(output))) };
}

/** Path keys are path parameters; the rest is the query of a GET or an upload, and the JSON body of anything else. */
function takenBy(row: HttpRequest, { properties, required }: Fields): Operation {
  const { method, path } = addressOf(row);
  const keys = Object.keys(properties).filter((key) => !isStreamed(row, key));
  const inPath = keys.filter((key) => path.includes(`{${key}}`));
  const others = keys.filter((key) => !inPath.includes(key));
  const hasJsonBody = method !== 'GET' && !isUpload(row.input);
  const inQuery = hasJsonBody ? [] : others;
  const parameters = [...inPath, ...inQuery].map((key) => {
    const isInPath = inPath.includes(key);
    const { description, ...schema } = properties[key] ?? {};
    const place = { name: key, in: isInPath ? 'path' : 'query', required: isInPath || required.includes(key) };
    return { ...place, ...(description !== undefined && { description }), schema };
  });
  return {
    ...(parameters.length && { parameters }),
    ...(hasJsonBody && others.length && { requestBody: jsonBody(others, properties, required) }),
    ...(isUpload(row.input) && {
      requestBody: {
        required: true,
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
    }),
  };
}

/** Not fields of query or body: the stream of an upload, and the range a file row takes from its header. */
function isStreamed(row: Request, key: string): boolean {
  return (key === 'content' && isUpload(row.input)) || (key === 'range' && isFile(row.output));
}

function jsonBody(keys: string[], properties: Fields['properties'], required: string[]) {
  const needed = required.filter((key) => keys.includes(key));
  const schema = {
    type: 'object',
    properties: Object.fromEntries(keys.map((key) => [key, properties[key]])),
    ...(needed.length && { required: needed }),
  };
  return { required: needed.length > 0, ...json(schema) };
}

const errorAnswer = { $ref: '#/components/responses/Error' };

function errorsOf(row: HttpRequest): Record<string, typeof errorAnswer> {
  const { method, path } = addressOf(row);
  const statuses = [
    400,
    ...(row.open ? [] : [401]),
    403,
    ...(path.includes('{') ? [404] : []),
    ...(method === 'GET' ? [] : [404, 409, 413, 415, 422, 502]),
    500,
    503,
  ];
  return Object.fromEntries(statuses.map((status) => [status, errorAnswer]));
}

function addOwnRoutes(paths: Paths, schemas: ReturnType<typeof schemaCollection>): void {
  const query = { name: 'token', in: 'query', required: false, schema: { type: 'string' } };
  const document = { description: 'Done', ...json({ type: 'object' }) };
  const frames = { description: 'A WebSocket. Each text frame is one event.', ...json(schemas.output(event)) };
  const members: Record<keyof typeof ownRoutes, Operation> = {
    localToken: {
      security: [],
      responses: {
        200: { description: 'Done', ...json(schemas.output(localToken)) },
        403: errorAnswer,
        404: errorAnswer,
      },
    },
    openapi: { responses: { 200: document, 401: errorAnswer, 403: errorAnswer } },
    events: {
      parameters: [{ ...query, description: 'The bridge token, for clients that cannot send a header' }],
      responses: { 101: frames, 401: errorAnswer, 403: errorAnswer, 426: errorAnswer },
    },
  };
  for (const [name, { http, summary }] of Object.entries(ownRoutes)) {
    const { method, path } = addressOf({ http });
    const own = members[name as keyof typeof ownRoutes];
    add(paths, method, path, { operationId: `bridge.${name}`, tags: ['bridge'], summary, ...own });
  }
}
