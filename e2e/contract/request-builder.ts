import type { JsonSchema } from '../../daemon/contract/json-schema.ts';
import {
  resolveReference,
  type OpenApiDocument,
  type OperationObject,
  type ParameterObject,
  type Endpoint,
} from './openapi-document.ts';
import type { RawRequest } from './raw-http-client.ts';

/** A value for every field of a request, by name; absent fields are omitted. */
export type FieldValues = Readonly<Record<string, unknown>>;

/** A field of a request: its location and its schema. */
export type Field = {
  name: string;
  location: ParameterObject['in'] | 'body';
  isRequired: boolean;
  schema: JsonSchema;
  example: unknown;
};

/** The fields of an operation, headers included. */
export function fieldsOf({ operation }: Endpoint, document: OpenApiDocument): Field[] {
  const parameters = operation.parameters.map((given): Field => {
    const parameter = resolveReference(given, document) as ParameterObject & { example?: unknown };
    const { name, in: location, required = false, schema, example } = parameter;
    return { name, location, isRequired: required, schema, example: example ?? schema.default };
  });
  const { schema, example = {} } = bodyOf(operation);
  const { properties = {}, required = [] } = schema as { properties?: Record<string, JsonSchema>; required?: string[] };
  const inBody = Object.entries(properties).map(([name, field]): Field => {
    const value = (example as FieldValues)[name];
    return { name, location: 'body', isRequired: required.includes(name), schema: field, example: value };
  });
  return [...parameters, ...inBody];
}

function bodyOf({ requestBody }: OperationObject): { schema: JsonSchema; example?: unknown } {
  return requestBody?.content['application/json'] ?? { schema: {} };
}

/** The required fields, with the examples of the document. */
export function requiredValues(fields: readonly Field[]): FieldValues {
  return Object.fromEntries(fields.filter(({ isRequired }) => isRequired).map(({ name, example }) => [name, example]));
}

/** The request with these values in their locations; a list in a query is a repeated key. */
export function buildRequest({ method, path }: Endpoint, fields: readonly Field[], values: FieldValues): RawRequest {
  const present = fields.filter(({ name }) => values[name] !== undefined);
  const namesIn = (location: Field['location']) =>
    present.filter((field) => field.location === location).map(({ name }) => name);
  const address = namesIn('path').reduce(
    (all, name) => all.replace(`{${name}}`, encodePathSegment(values[name])),
    path,
  );
  const query = namesIn('query').flatMap((name) =>
    [values[name]].flat().map((value) => `${name}=${encodeValue(value)}`),
  );
  const headers = Object.fromEntries(namesIn('header').map((name) => [name.toLowerCase(), String(values[name])]));
  const inBody = namesIn('body');
  const body =
    inBody.length > 0 ? JSON.stringify(Object.fromEntries(inBody.map((name) => [name, values[name]]))) : undefined;
  return {
    method,
    path: query.length > 0 ? `${address}?${query.join('&')}` : address,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body }),
  };
}

/** An empty segment, or a segment of dots, would be another path. */
function encodePathSegment(value: unknown): string {
  const text = encodeValue(value);
  return /^\.{0,2}$/.test(text) ? '-' : text;
}

/** Percent-encoded as UTF-8, with a replacement character for a lone surrogate. */
function encodeValue(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return encodeURIComponent(text.toWellFormed());
}
