import type { JsonSchema } from '../../daemon/contract/json-schema.ts';

/** Records may contain themselves: no example values below this depth. */
const maxDepth = 12;

const exampleByFormat: Record<string, string> = {
  uuid: '0195804f-3c2a-7d41-9b06-5e8d2f61c7a4',
  'date-time': '2026-03-10T09:40:00.000Z',
};

export type Examples = {
  /** An example answer of this schema with all optional fields. */
  response(schema: JsonSchema): unknown;
  /** An example body of this schema: required fields, and fields for which the row gives an example. */
  body(schema: JsonSchema): unknown;
};

/**
 * Makes a value of a schema: from the schema's own examples, else by const, enum, default, format and type. Undefined if
 * the schema states too little, for example a text without any of these.
 */
export function createExamples(components: Readonly<Record<string, JsonSchema>>): Examples {
  const make = (schema: JsonSchema, isBody: boolean, depth = 0): unknown => {
    const explicit = explicitExample(schema);
    if (explicit !== undefined || depth > maxDepth) return explicit;
    const inner = (part: JsonSchema) => make(part, isBody, depth + 1);
    if (typeof schema.$ref === 'string') return inner(components[nameIn(schema.$ref)] ?? {});
    if (Array.isArray(schema.anyOf)) return firstOf(schema.anyOf as JsonSchema[], inner);
    const type = [schema.type].flat()[0];
    if (type === 'object') return objectOf(schema, (field) => !isBody || hasExample(field), inner);
    if (type === 'array') return listOf(schema, inner);
    return plainValue({ ...schema, type });
  };
  return { response: (schema) => make(schema, false), body: (schema) => make(schema, true) };
}

function explicitExample({ examples, enum: choices, ...schema }: JsonSchema): unknown {
  if (Array.isArray(examples)) return examples[0];
  if ('const' in schema) return schema.const;
  return schema.default ?? (Array.isArray(choices) ? choices[0] : undefined);
}

function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** The first of several alternatives that gives a value. */
function firstOf(forms: readonly JsonSchema[], inner: (part: JsonSchema) => unknown): unknown {
  const values = forms.filter(({ type }) => type !== 'null').map(inner);
  const found = values.find((value) => value !== undefined);
  return found === undefined && values.length === 0 ? null : found;
}

function objectOf(
  schema: JsonSchema,
  isWorthwhile: (field: JsonSchema) => boolean,
  inner: (part: JsonSchema) => unknown,
): Record<string, unknown> | undefined {
  const { properties = {}, required = [] } = schema as { properties?: Record<string, JsonSchema>; required?: string[] };
  const values = Object.entries(properties)
    .filter(([key, field]) => required.includes(key) || isWorthwhile(field))
    .map(([key, field]) => [key, inner(field)] as const);
  if (values.some(([key, value]) => value === undefined && required.includes(key))) return undefined;
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function hasExample(field: JsonSchema): boolean {
  const forms = Array.isArray(field.anyOf) ? (field.anyOf as JsonSchema[]) : [];
  return 'examples' in field || forms.some(hasExample);
}

function listOf(schema: JsonSchema, inner: (part: JsonSchema) => unknown): unknown[] | undefined {
  const { prefixItems, items } = schema as { prefixItems?: JsonSchema[]; items?: JsonSchema };
  const values = prefixItems ? prefixItems.map(inner) : items ? [inner(items)] : [];
  return values.includes(undefined) ? undefined : values;
}

function plainValue({ type, format, minimum, maximum }: JsonSchema): unknown {
  if (type === 'boolean') return false;
  if (type === 'null') return null;
  if (type === 'string') return typeof format === 'string' ? exampleByFormat[format] : undefined;
  if (type !== 'integer' && type !== 'number') return undefined;
  return Math.min(Math.max(3, Number(minimum ?? 3)), Number(maximum ?? Infinity));
}
