import type { JsonSchema } from '../../daemon/contract/json-schema.ts';
import { resolved, type Document, type Operation, type Parameter, type Place } from './document.ts';
import type { Wish } from './sending.ts';

/** A value for every field a request takes, by name; what is absent is left out. */
export type Fields = Readonly<Record<string, unknown>>;

/** One field that a request takes: where it goes, and what it may be. */
export type Field = {
  name: string;
  place: Parameter['in'] | 'body';
  isRequired: boolean;
  schema: JsonSchema;
  example: unknown;
};

/** The fields of an operation, headers included. */
export function fieldsOf({ operation }: Place, document: Document): Field[] {
  const parameters = operation.parameters.map((given): Field => {
    const parameter = resolved(given, document) as Parameter & { example?: unknown };
    const { name, in: place, required = false, schema, example } = parameter;
    return { name, place, isRequired: required, schema, example: example ?? schema.default };
  });
  const { schema, example = {} } = bodyOf(operation);
  const { properties = {}, required = [] } = schema as { properties?: Record<string, JsonSchema>; required?: string[] };
  const inBody = Object.entries(properties).map(([name, field]): Field => {
    const value = (example as Fields)[name];
    return { name, place: 'body', isRequired: required.includes(name), schema: field, example: value };
  });
  return [...parameters, ...inBody];
}

function bodyOf({ requestBody }: Operation): { schema: JsonSchema; example?: unknown } {
  return requestBody?.content['application/json'] ?? { schema: {} };
}

/** What has to be there, as the document shows it. */
export function leastFields(fields: readonly Field[]): Fields {
  return Object.fromEntries(fields.filter(({ isRequired }) => isRequired).map(({ name, example }) => [name, example]));
}

/** The request with these values in their places; a list in a query is a key that comes again. */
export function wishFor({ method, path }: Place, fields: readonly Field[], values: Fields): Wish {
  const given = fields.filter(({ name }) => values[name] !== undefined);
  const at = (place: Field['place']) => given.filter((field) => field.place === place).map(({ name }) => name);
  const address = at('path').reduce((all, name) => all.replace(`{${name}}`, inPath(values[name])), path);
  const query = at('query').flatMap((name) => [values[name]].flat().map((value) => `${name}=${encoded(value)}`));
  const headers = Object.fromEntries(at('header').map((name) => [name.toLowerCase(), String(values[name])]));
  const inBody = at('body');
  const body =
    inBody.length > 0 ? JSON.stringify(Object.fromEntries(inBody.map((name) => [name, values[name]]))) : undefined;
  return {
    method,
    path: query.length > 0 ? `${address}?${query.join('&')}` : address,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body }),
  };
}

/** An empty part, or one of dots, would be another path. */
function inPath(value: unknown): string {
  const text = encoded(value);
  return /^\.{0,2}$/.test(text) ? '-' : text;
}

/** Percent-encoded as UTF-8, where a lone surrogate becomes the mark for what cannot be written. */
function encoded(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return encodeURIComponent(text.toWellFormed());
}
