/** A JSON Schema (draft 2020-12), as far as this page reads it. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema | boolean;
  prefixItems?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
};

/** A piece of a type in words: text as it is, or the name of a shared record. */
type TypePart = string | { record: string };

export type Field = { name: string; schema: Schema; isRequired: boolean };

/** What lies inside a schema: fields, several forms it may have, or a shared record that is shown elsewhere. */
type Inside =
  { fields: readonly Field[] } | { forms: readonly { title: string; schema: Schema }[] } | { record: string };

/** More forms than this are not named one by one in a type. */
const mostForms = 4;

/** The type in words, such as `list of MessageRow or null`. */
export function typeOf(schema: Schema): TypePart[] {
  if (schema.$ref !== undefined) return [{ record: nameIn(schema.$ref) }];
  if ('const' in schema) return [JSON.stringify(schema.const)];
  if (schema.enum) return joined(schema.enum.map((value) => [JSON.stringify(value)]));
  const choices = choicesOf(schema);
  if (choices.length > mostForms) return [`one of ${choices.length} forms`];
  if (choices.length > 0) return joined(choices.map(typeOf));
  if (schema.allOf) return joined(schema.allOf.map(typeOf), ' and ');
  const names = [schema.type ?? 'any value'].flat();
  return joined(names.map((name) => typeNamed(name, schema)));
}

function typeNamed(name: string, schema: Schema): TypePart[] {
  if (name === 'array') return listOf(schema);
  if (name === 'object' && !schema.properties && typeof schema.additionalProperties === 'object') {
    return ['object with values of ', ...typeOf(schema.additionalProperties)];
  }
  return [name === 'string' && schema.format ? `string (${schema.format})` : name];
}

function listOf({ prefixItems, items }: Schema): TypePart[] {
  if (prefixItems) return ['list: ', ...joined(prefixItems.map(typeOf), ', then ')];
  return typeof items === 'object' ? ['list of ', ...typeOf(items)] : ['list'];
}

function joined(types: TypePart[][], word = ' or '): TypePart[] {
  const different = types.filter((type, at) => types.findIndex((other) => isSame(other, type)) === at);
  return different.flatMap((type, at) => (at > 0 ? [word, ...type] : type));
}

function isSame(one: TypePart[], other: TypePart[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The bounds in words, such as `1 to 200` or `up to 40 characters`. */
export function boundsOf(schema: Schema): string[] {
  const choices = choicesOf(schema).filter((choice) => choice.type !== 'null');
  const only = choices.length === 1 ? choices[0] : undefined;
  if (only) return boundsOf(only);
  return [
    range(schema.minimum, schema.maximum, ''),
    schema.exclusiveMinimum === undefined ? '' : `more than ${schema.exclusiveMinimum}`,
    schema.exclusiveMaximum === undefined ? '' : `less than ${schema.exclusiveMaximum}`,
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minItems, schema.maxItems, ' items'),
    schema.pattern === undefined || schema.format !== undefined ? '' : `matches ${schema.pattern}`,
  ].filter((words) => words !== '');
}

/** Bounds that every integer has in JSON are none. */
function range(least: number | undefined, most: number | undefined, unit: string): string {
  const from = least === undefined || least <= Number.MIN_SAFE_INTEGER ? undefined : least;
  const to = most === undefined || most >= Number.MAX_SAFE_INTEGER ? undefined : most;
  if (from === undefined && to === undefined) return '';
  if (from === undefined) return `up to ${formatNumber(to ?? 0)}${unit}`;
  if (to === undefined) return `at least ${formatNumber(from)}${unit}`;
  return from === to ? `exactly ${formatNumber(from)}${unit}` : `${formatNumber(from)} to ${formatNumber(to)}${unit}`;
}

/** What can be unfolded under a type; undefined for plain values. */
export function insideOf(schema: Schema): Inside | undefined {
  if (schema.$ref !== undefined) return { record: nameIn(schema.$ref) };
  if (schema.properties) return { fields: fieldsOf(schema) };
  const choices = choicesOf(schema).filter((choice) => choice.type !== 'null');
  if (choices.length === 1 && choices[0]) return insideOf(choices[0]);
  if (choices.some((choice) => insideOf(choice))) {
    return { forms: choices.map((choice, at) => ({ title: titleOf(choice, at), schema: choice })) };
  }
  if (schema.allOf) return { forms: schema.allOf.map((part, at) => ({ title: titleOf(part, at), schema: part })) };
  if (typeof schema.items === 'object') return insideOf(schema.items);
  if (typeof schema.additionalProperties === 'object') return insideOf(schema.additionalProperties);
  return undefined;
}

function fieldsOf({ properties = {}, required = [] }: Schema): Field[] {
  return Object.entries(properties).map(([name, schema]) => ({ name, schema, isRequired: required.includes(name) }));
}

/** A form is known by the one word that only it has: the value of its first fixed field. */
function titleOf(schema: Schema, at: number): string {
  if (schema.$ref !== undefined) return nameIn(schema.$ref);
  const fixed = Object.values(schema.properties ?? {}).find((field) => typeof field.const === 'string');
  return typeof fixed?.const === 'string' ? fixed.const : `${typeOf(schema).map(textOf).join('')}, form ${at + 1}`;
}

export function textOf(part: TypePart): string {
  return typeof part === 'string' ? part : part.record;
}

export function choicesOf({ anyOf, oneOf }: Schema): Schema[] {
  return anyOf ?? oneOf ?? [];
}

/** The last part of a reference: the name of a shared record, parameter or answer. */
export function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** Whether the schema speaks of a record of this name anywhere within itself. */
export function mentions(schema: unknown, record: string): boolean {
  if (Array.isArray(schema)) return schema.some((part) => mentions(part, record));
  if (typeof schema !== 'object' || schema === null) return false;
  return Object.entries(schema).some(([key, value]) =>
    key === '$ref' ? typeof value === 'string' && nameIn(value) === record : mentions(value, record),
  );
}

import { formatNumber } from '../../i18n/formats.ts';
