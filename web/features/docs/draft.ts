import type { ApiDocument, Operation, Parameter } from './api-document.ts';
import { exampleOf } from './example.ts';

/** What somebody has put into the form of one request: fields by place and name, and the body as text or as a file. */
export type Draft = { values: Readonly<Record<string, string>>; body: string; file?: File | undefined };

/** A request as it goes out. `path` begins with the base of the API. */
export type Outgoing = { method: string; path: string; headers: Record<string, string>; body?: string | File };

export function keyOf({ in: place, name }: Pick<Parameter, 'in' | 'name'>): string {
  return `${place}:${name}`;
}

/** The form as it opens: what must be there is filled with the document's example, the rest is left out. */
export function freshDraft({ parameters, body }: Operation, { records }: Pick<ApiDocument, 'records'>): Draft {
  const needed = parameters.filter(({ isRequired }) => isRequired);
  const filled = needed.map((parameter) => [keyOf(parameter), exampleText(parameter, records)]);
  const example = body && isJson(body.type) ? (body.examples[0] ?? exampleOf(body.schema, records)) : undefined;
  return { values: Object.fromEntries(filled), body: example === undefined ? '' : JSON.stringify(example, null, 2) };
}

/** An example of a parameter as somebody would type it. */
export function exampleText({ example, schema }: Parameter, records: ApiDocument['records']): string {
  const value = example ?? exampleOf(schema, records);
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(plainText).join('\n');
  return plainText(value);
}

function plainText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The request that a form stands for. A part of the path that was not filled in stays as the document writes it. */
export function outgoing(operation: Operation, { base }: Pick<ApiDocument, 'base'>, draft: Draft): Outgoing {
  const { method, path, parameters, body } = operation;
  const given = parameters.flatMap((parameter) => {
    const text = draft.values[keyOf(parameter)] ?? '';
    return text === '' ? [] : [{ parameter, text }];
  });
  const inPath = given.filter(({ parameter }) => parameter.in === 'path');
  const filled = inPath.reduce(
    (address, { parameter, text }) => address.replaceAll(`{${parameter.name}}`, encodeURIComponent(text)),
    path,
  );
  const query = new URLSearchParams(
    given.filter(({ parameter }) => parameter.in === 'query').flatMap(({ parameter, text }) => pairs(parameter, text)),
  ).toString();
  const headers = given
    .filter(({ parameter }) => parameter.in === 'header')
    .map(({ parameter, text }) => [parameter.name, text]);
  const sent = body && bodyOf(body.type, draft);
  return {
    method,
    path: `${base}${filled}${query && `?${query}`}`,
    headers: { ...(sent !== undefined && { 'content-type': body?.type ?? '' }), ...Object.fromEntries(headers) },
    ...(sent !== undefined && { body: sent }),
  };
}

/** A list is written one value a line and sent as a key that repeats. */
function pairs({ name, schema }: Parameter, text: string): [string, string][] {
  const values = schema.type === 'array' ? text.split('\n').filter(Boolean) : [text];
  return values.map((value) => [name, value]);
}

function bodyOf(type: string, { body, file }: Draft): string | File | undefined {
  if (!isJson(type)) return file;
  return body.trim() === '' ? undefined : body;
}

export function isJson(type: string): boolean {
  return /\bjson\b/.test(type);
}
