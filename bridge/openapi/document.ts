import { descriptionOf, addressOf, isFile, isOnHttp, type HttpRequest } from '../../daemon/contract/define.ts';
import { schemaCollection } from '../../daemon/contract/json-schema.ts';
import { createExamples } from './examples.ts';
import { createErrorResponses, problem } from './error-responses.ts';
import { responseHeaders, headerParameters } from './headers.ts';
import { ownOperations } from './own-operations.ts';
import { operationOf, type Operation } from './row-operation.ts';
import { apiBase } from '../own-routes.ts';
import type { RequestTable } from '../routes.ts';

/** The implemented version of the interface, independent of the version of the program. */
const interfaceVersion = '0.6.26';

const description = `The mail on this computer, for programs. The page of Posthorn sends the same requests and no others.

The caller sends the bridge token (the file \`bridge-token\` in the configuration folder) as \`Authorization: Bearer\`. Every
GET also accepts HEAD. An unknown address is 404, and a known one with another method 405, both in the form of \`Error\`.
Answers gain fields over time, so a client ignores unknown fields; unknown fields of a request are ignored.

\`x-safety\` is the effect of a request: \`read\` changes nothing and contacts no server, \`fetch\` contacts a server, \`draft\`
writes data that is not sent, \`send\` sends, \`mutate\` changes mail or settings, \`destroy\` deletes, \`operate\` runs the daemon.
\`x-may-need\` names what a request needs besides, depending on the mail it is about. \`x-people-only\` marks requests that
agents, tools and tokens other than the owner's may not send, and \`x-not-for-agents\` those that agents and tools may not.`;

/** The OpenAPI 3.1 document of every row and of the bridge's own addresses. Paths are relative to `/api/v1`. */
export function openApiDocument(table: RequestTable): Record<string, unknown> {
  const schemas = schemaCollection();
  const errors = createErrorResponses(schemas.output(problem));
  const context = { schemas, errors, examples: createExamples(schemas.components) };
  const rows = rowsOnHttp(table);
  // A record has the same name in inputs and in answers, even if its input form differs.
  for (const { output } of rows.map(({ row }) => row)) {
    const answer = isFile(output) ? output.json : output;
    if (answer) schemas.output(answer);
  }

  const paths: Record<string, Record<string, Operation>> = {};
  const add = ({ method, path, operation }: { method: string; path: string; operation: Operation }) => {
    (paths[path] ??= {})[method.toLowerCase()] = operation;
  };
  ownOperations(context).forEach(add);
  for (const { feature, key, row } of rows) {
    const named = { operationId: `${feature}.${key}`, tags: [feature] };
    add({ ...addressOf(row), operation: { ...named, ...operationOf(row, context) } });
  }

  const isUsed = (kind: string) => {
    const text = JSON.stringify([paths, errors.components]);
    return ([name]: [string, unknown]) => text.includes(`"#/components/${kind}/${name}"`);
  };
  const onlyUsed = (kind: string, all: object) => Object.fromEntries(Object.entries(all).filter(isUsed(kind)));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Posthorn',
      version: interfaceVersion,
      description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: apiBase }],
    security: [{ bearer: [] }],
    tags: [{ name: 'bridge', description: 'The token, this document and the event socket.' }, ...tagsOf(rows, table)],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'opaque' } },
      parameters: onlyUsed('parameters', headerParameters),
      headers: onlyUsed('headers', responseHeaders),
      responses: errors.components,
      schemas: schemas.components,
    },
  };
}

function rowsOnHttp(table: RequestTable): { feature: string; key: string; row: HttpRequest }[] {
  return Object.entries(table).flatMap(([feature, rows]) =>
    Object.entries(rows).flatMap(([key, row]) => (isOnHttp(row) ? [{ feature, key, row }] : [])),
  );
}

function tagsOf(rows: readonly { feature: string }[], table: RequestTable): { name: string; description?: string }[] {
  return [...new Set(rows.map(({ feature }) => feature))].map((name) => {
    const about = descriptionOf(table[name] ?? {});
    return { name, ...(about !== undefined && { description: about }) };
  });
}
