import { pendingApproval } from '../../daemon/contract/approval.ts';
import { addressOf, isFile, isUpload, type HttpRequest } from '../../daemon/contract/define.ts';
import {
  fieldsOf,
  type InputFields,
  type JsonSchema,
  type SchemaCollection,
} from '../../daemon/contract/json-schema.ts';
import type { Examples } from './examples.ts';
import type { createErrorResponses } from './error-responses.ts';
import { hasEtag, headerParametersOf, mayWait } from './headers.ts';

export type Operation = { [member: string]: unknown };

export type OperationContext = {
  schemas: SchemaCollection;
  examples: Examples;
  errors: ReturnType<typeof createErrorResponses>;
};

/** A row as an operation of the document, without its name and tag. */
export function operationOf(row: HttpRequest, context: OperationContext): Operation {
  return {
    summary: row.summary,
    ...descriptionOf(row),
    ...effectOf(row),
    ...(mayWait(row) && { 'x-may-wait': true }),
    ...(row.open && { security: [] }),
    ...parametersAndBodyOf(row, context),
    responses: { ...successOf(row, context), ...context.errors.forRow(row) },
  };
}

/**
 * The effect of a request in the words of the contract, so that a client knows what it may try and what it must not repeat.
 */
function effectOf({ effect, people, notForAgents, mayNeed }: HttpRequest): Operation {
  const depends = typeof effect === 'function';
  return {
    'x-safety': depends ? 'depends' : effect.safety,
    ...(!depends && effect.safety === 'destroy' && { 'x-action': effect.action }),
    ...(mayNeed && { 'x-may-need': mayNeed.map((each) => (each.safety === 'destroy' ? each.action : each.safety)) }),
    ...(people !== undefined && { 'x-people-only': people === true ? true : 'depends' }),
    ...(notForAgents !== undefined && { 'x-not-for-agents': notForAgents === true ? true : 'depends' }),
  };
}

/** Many clients drop the body of a DELETE (RFC 9110, 9.3.5), so its fields are named in the query. */
function descriptionOf(row: HttpRequest): Operation {
  if (addressOf(row).method !== 'DELETE' || queryAndBodyKeysOf(row).length === 0) return {};
  return { description: 'The fields of the query may also be sent as a JSON body.' };
}

function queryAndBodyKeysOf(row: HttpRequest): string[] {
  const { path } = addressOf(row);
  return Object.keys(row.input.shape).filter((key) => !path.includes(`{${key}}`) && !isNotInQueryOrBody(row, key));
}

/** Path keys are path parameters; the rest is the JSON body of a POST, and the query of all others and of an upload. */
function parametersAndBodyOf(row: HttpRequest, { schemas, examples }: OperationContext): Operation {
  const { method, path } = addressOf(row);
  const fields = fieldsOf(schemas, row.input);
  const keys = Object.keys(fields.properties).filter((key) => !isNotInQueryOrBody(row, key));
  const inPath = keys.filter((key) => path.includes(`{${key}}`));
  const others = keys.filter((key) => !inPath.includes(key));
  const hasJsonBody = method === 'POST' && !isUpload(row.input);
  const parameters = [
    ...inPath.map((key) => parameterOf('path', key, fields, examples)),
    ...(hasJsonBody ? [] : others.map((key) => parameterOf('query', key, fields, examples))),
    ...headerParametersOf(row).map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
  return {
    parameters,
    ...(hasJsonBody && others.length > 0 && { requestBody: jsonBody(others, fields, examples) }),
    ...(isUpload(row.input) && { requestBody: { required: true, ...bytes() } }),
  };
}

/** Not fields of query or body: the stream of an upload, and values from a header. */
function isNotInQueryOrBody(row: HttpRequest, key: string): boolean {
  return (
    (key === 'content' && isUpload(row.input)) ||
    (isFile(row.output) && (key === 'range' || key === 'answer')) ||
    key === 'if_match'
  );
}

function parameterOf(location: 'path' | 'query', key: string, fields: InputFields, examples: Examples): Operation {
  const { description, ...schema } = fields.properties[key] ?? {};
  const isPlain = 'default' in schema && !('examples' in schema);
  const example = isPlain ? undefined : examples.response(schema);
  return {
    name: key,
    in: location,
    required: location === 'path' || fields.required.includes(key),
    ...(description !== undefined && { description }),
    schema,
    ...(example !== undefined && { example }),
  };
}

function jsonBody(keys: string[], { properties, required }: InputFields, examples: Examples): Operation {
  const needed = required.filter((key) => keys.includes(key));
  const schema: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries(keys.map((key) => [key, properties[key]])),
    ...(needed.length > 0 && { required: needed }),
  };
  return { required: needed.length > 0, ...json(schema, examples.body(schema)) };
}

const doneOrPending =
  'Done. If the profile of an agent says `approve`, instead `status: "pending_approval"` with `approval_id` and `expires_at`: see `GET /platform/approvals/{approval_id}`';

function successOf(row: HttpRequest, { schemas, examples }: OperationContext): Operation {
  const { output } = row;
  const requestHeaders = {
    'X-Request-Id': { $ref: '#/components/headers/RequestId' },
    ...(!row.open && { 'X-Event-Seq': { $ref: '#/components/headers/EventSeq' } }),
  };
  const headers = { ...requestHeaders, ...(hasEtag(row) && { ETag: { $ref: '#/components/headers/ETag' } }) };
  const isConditional = addressOf(row).method === 'GET' && hasEtag(row);
  const unchanged = isConditional && {
    304: { description: 'Unchanged since the ETag in If-None-Match', headers },
  };
  if (isFile(output)) {
    const part = { description: 'The requested part', headers, ...bytes() };
    const schema = output.json && schemas.output(output.json);
    const content = { ...bytes().content, ...(schema && json(schema, examples.response(schema)).content) };
    return {
      200: { description: 'The file', headers, content },
      ...('range' in row.input.shape && { 206: part }),
      ...unchanged,
    };
  }
  const schema = schemas.output(output);
  const example = examples.response(schema);
  const done = mayWait(row)
    ? { description: doneOrPending, headers, ...json({ anyOf: [schema, schemas.output(pendingApproval)] }, example) }
    : { description: 'Done', headers, ...json(schema, example) };
  return { 200: done, ...unchanged };
}

export function json(schema: JsonSchema, example: unknown): { content: object } {
  return { content: { 'application/json': { schema, ...(example !== undefined && { example }) } } };
}

function bytes(): { content: object } {
  return { content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } };
}
