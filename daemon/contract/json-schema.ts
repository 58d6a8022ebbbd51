import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

/** A JSON Schema (draft 2020-12), as OpenAPI 3.1 embeds it. */
export type JsonSchema = { [keyword: string]: unknown };

export type SchemaCollection = {
  components: Record<string, JsonSchema>;
  output(schema: z.ZodType): JsonSchema;
  input(schema: z.ZodType): JsonSchema;
};

/**
 * Converts zod schemas to JSON Schemas whose named records (`.meta({ id })`) are collected once and referenced. A record
 * with a different input form is collected again as `<Name>Input`; therefore convert replies first.
 */
export function schemaCollection(): SchemaCollection {
  const components: Record<string, JsonSchema> = {};

  const collect = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
    const { $schema: _dialect, $defs = {}, ...root } = jsonSchema(schema, io);
    const records = Object.entries($defs as Record<string, JsonSchema>);
    const renamed = new Map(records.map(([id]) => [id, id]));
    for (const [id, record] of records) {
      const known = components[id];
      if (known && !isDeepStrictEqual(known, withReferences(record, renamed))) renamed.set(id, `${id}Input`);
    }
    for (const [id, record] of records) components[renamed.get(id) ?? id] ??= withReferences(record, renamed);
    return withReferences(root, renamed);
  };

  return { components, output: (schema) => collect(schema, 'output'), input: (schema) => collect(schema, 'input') };
}

/** The fields of the records in the schema of one row's input, for parameters and bodies. */
export type InputFields = { properties: Record<string, JsonSchema>; required: string[] };

export function fieldsOf(collection: SchemaCollection, input: z.ZodObject): InputFields {
  const inputSchema = collection.input(input) as Partial<InputFields>;
  const parsed = jsonSchema(input, 'output') as unknown as InputFields;
  const properties = Object.entries(inputSchema.properties ?? {}).map(([key, schema]) => [
    key,
    withoutTextForm(schema, parsed.properties[key] ?? {}),
  ]);
  return { properties: Object.fromEntries(properties), required: inputSchema.required ?? [] };
}

/** The schema of a row's input that stands alone: the records it names are in its `$defs`. */
export function standaloneInput(input: z.ZodObject): JsonSchema {
  const { $schema: _dialect, ...schema } = jsonSchema(input, 'input');
  const parsed = jsonSchema(input, 'output') as unknown as InputFields;
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).map(([key, each]) => [
    key,
    withoutTextForm(each, parsed.properties[key] ?? {}),
  ]);
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** The schema of a reply that stands alone. */
export function standaloneOutput(output: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...schema } = jsonSchema(output, 'output');
  return schema;
}

/**
 * Numbers and booleans are also accepted as text, because a query contains only text. The document should show the number or
 * boolean with its bounds, which only the parsed side contains.
 */
function withoutTextForm(inputSchema: JsonSchema, parsed: JsonSchema): JsonSchema {
  if (!Array.isArray(inputSchema.anyOf)) return inputSchema;
  if (parsed.type === 'integer') return parsed;
  const isFlag = inputSchema.anyOf.some((choice: JsonSchema) => choice.type === 'boolean');
  if (!isFlag) return inputSchema;
  const { anyOf: _choices, ...rest } = parsed;
  return { ...rest, type: 'boolean' };
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => relaxSchema(jsonSchema),
  });
}

/**
 * Fields may be added to a reply later, so additional properties are allowed. A date's format needs no additional pattern,
 * and bounds that every JSON integer satisfies are omitted.
 */
function relaxSchema(schema: JsonSchema): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.format === 'date-time') delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

function withReferences(schema: JsonSchema, renamed: ReadonlyMap<string, string>): JsonSchema {
  const text = JSON.stringify(schema, (key, value: unknown) => {
    if (key !== '$ref' || typeof value !== 'string') return value;
    const id = value.replace('#/$defs/', '');
    return `#/components/schemas/${renamed.get(id) ?? id}`;
  });
  return JSON.parse(text) as JsonSchema;
}
