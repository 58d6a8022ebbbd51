import fc, { type Arbitrary } from 'fast-check';
import type { JsonSchema } from '../../daemon/contract/json-schema.ts';

/** What a client has collected from answers: texts by their keys. */
export type ObservedValues = { withKey(key: string): readonly string[]; ids(): readonly string[] };

export type ValueGenerator = {
  /** A value that the schema allows. */
  valid(schema: JsonSchema, key: string): Arbitrary<unknown>;
  /** A value that the schema just does not allow, or only seems to allow. */
  almostValid(schema: JsonSchema, key: string): Arbitrary<unknown>;
};

const maxDepth = 5;

/** Makes values from the schemas of a document, with ids and cursors from its answers. */
export function createValueGenerator(
  components: Readonly<Record<string, JsonSchema>>,
  observed: ObservedValues,
): ValueGenerator {
  const valid = (schema: JsonSchema, key: string, depth = 0): Arbitrary<unknown> => {
    const inner = (part: JsonSchema, name = key) => valid(part, name, depth + 1);
    if (Array.isArray(schema.examples)) {
      const { examples, ...rest } = schema;
      return fc.oneof({ weight: 3, arbitrary: valid(rest, key, depth) }, fc.constantFrom(...(examples as unknown[])));
    }
    if (typeof schema.$ref === 'string') return inner(components[schema.$ref.split('/').at(-1) ?? ''] ?? {});
    if ('const' in schema) return fc.constant(schema.const);
    if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]));
    if (Array.isArray(schema.anyOf)) return fc.oneof(...(schema.anyOf as JsonSchema[]).map((form) => inner(form)));
    const type = [schema.type].flat()[0];
    if (depth > maxDepth) return fc.constant(null);
    if (type === 'array') return fc.array(inner((schema.items as JsonSchema | undefined) ?? {}), { maxLength: 4 });
    if (type === 'object') return objectOf(schema, inner);
    if (type === 'boolean') return fc.boolean();
    if (type === 'integer') return integerOf(schema);
    if (type === 'number') return fc.double({ noNaN: true, noDefaultInfinity: true });
    if (type === 'string') return stringOf(schema, key, observed);
    return fc.jsonValue();
  };
  return {
    valid: (schema, key) => valid(schema, key),
    almostValid: (schema, key) => fc.oneof(outOfRange(schema), valid(schema, key).map(wrongTypeOf)),
  };
}

function objectOf(
  { properties = {}, required = [] }: { properties?: Record<string, JsonSchema>; required?: string[] },
  inner: (part: JsonSchema, name: string) => Arbitrary<unknown>,
): Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, part]) => [name, inner(part, name)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: required });
}

function integerOf({ minimum = -1000, maximum = 1_000_000 }: JsonSchema): Arbitrary<number> {
  const [min, max] = [Number(minimum), Number(maximum)];
  return fc.oneof(
    fc.integer({ min, max: Math.min(max, min + 50) }),
    fc.integer({ min, max }),
    fc.constantFrom(min, max),
  );
}

/** More values may be collected while the same arbitrary is in use, so look them up each time. */
function stringOf(
  { format, pattern, ...schema }: JsonSchema,
  key: string,
  observed: ObservedValues,
): Arbitrary<unknown> {
  const { minLength = 0, maxLength = 60 } = schema as { minLength?: number; maxLength?: number };
  const generated = fc.string({ minLength, maxLength: Math.min(maxLength, 60), unit: 'grapheme' });
  const lookUp = (known: () => readonly string[], otherwise: Arbitrary<string>) =>
    fc.tuple(fc.nat(), otherwise).map(([n, other]) => known()[n % known().length] ?? other);
  if (format === 'uuid') {
    const own = lookUp(() => observed.withKey(key), fc.uuid());
    return fc.oneof(
      { weight: 3, arbitrary: own },
      { weight: 3, arbitrary: lookUp(observed.ids, fc.uuid()) },
      fc.uuid(),
    );
  }
  if (format === 'date-time') return dateTimes;
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern));
  return fc.oneof(
    generated,
    lookUp(() => observed.withKey(key), generated),
  );
}

const dateTimes = fc
  .date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') })
  .map((date) => date.toISOString());

/** Beyond the documented minimum and maximum. */
function outOfRange({ minimum, maximum, minLength, maxLength, maxItems }: JsonSchema): Arbitrary<unknown> {
  const beyond = [
    ...(typeof minimum === 'number' ? [minimum - 1] : []),
    ...(typeof maximum === 'number' ? [maximum + 1] : []),
    ...(typeof minLength === 'number' && minLength > 0 ? ['a'.repeat(minLength - 1)] : []),
    ...(typeof maxLength === 'number' ? ['a'.repeat(maxLength + 1), '\u{1f4ee}'.repeat(maxLength)] : []),
    ...(typeof maxItems === 'number' ? [Array.from({ length: maxItems + 1 }, () => 'a')] : []),
    1.5,
    '',
    ' ',
  ];
  return fc.constantFrom(...beyond);
}

/** The same value in another form: a number as text, text with blanks or in capitals, a single value as a list. */
function wrongTypeOf(value: unknown): unknown {
  if (typeof value === 'number') return `${value}`;
  if (typeof value === 'boolean') return value ? 'True' : '0';
  if (typeof value === 'string')
    return value.length % 3 === 0 ? [value] : value.length % 2 ? ` ${value} ` : value.toUpperCase();
  return Array.isArray(value) ? value[0] : [value];
}
