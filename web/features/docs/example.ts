import { choicesOf, nameIn, type Schema } from './schema.ts';

/** Records may hold themselves: below this depth nothing is made up. */
const deepest = 6;

/** A value of this form: the document's own example where it has one, else the plainest that fits the type. */
export function exampleOf(schema: Schema, records: ReadonlyMap<string, Schema>, depth = 0): unknown {
  const given = schema.examples?.[0] ?? schema.default ?? schema.const ?? schema.enum?.[0];
  if (given !== undefined) return given;
  if (depth > deepest) return null;
  const inner = (part: Schema) => exampleOf(part, records, depth + 1);
  const record = schema.$ref === undefined ? undefined : records.get(nameIn(schema.$ref));
  if (record) return inner(record);
  const [choice] = choicesOf(schema);
  if (choice) return inner(choice);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(inner)) as unknown;
  return plainest(schema, inner);
}

function plainest(schema: Schema, inner: (part: Schema) => unknown): unknown {
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => schema.required?.includes(name))
          .map(([name, part]) => [name, inner(part)]),
      );
    case 'array':
      if (schema.prefixItems) return schema.prefixItems.map(inner);
      return typeof schema.items === 'object' ? [inner(schema.items)] : [];
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1);
    case 'boolean':
      return false;
    case 'string':
      return schema.format === 'date-time' ? '2026-11-20T09:12:00.000Z' : '';
    default:
      return null;
  }
}
