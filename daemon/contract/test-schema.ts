import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { JsonSchema } from './json-schema.ts';

/** The first mismatch between a value and a schema, as a path and a sentence; undefined if the value is valid. */
type SchemaCheck = (value: unknown) => string | undefined;

const recordsId = 'posthorn:records';

/**
 * Every process of the tests compiles the schemas, which takes longer than checking values. The lint of the document checks
 * the schemas themselves.
 */
const quickCompilation = { validateSchema: false, inlineRefs: false, code: { optimize: false } } as const;

/**
 * Compiles schemas that refer to `components` as an OpenAPI document does. Keywords and formats that are not checked are
 * errors, so that the document promises nothing unchecked.
 */
export function schemaCompiler(components: Readonly<Record<string, JsonSchema>>): (schema: JsonSchema) => SchemaCheck {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: true, ...quickCompilation });
  formats.default(ajv, { mode: 'full' });
  ajv.addSchema({ $id: recordsId, $defs: withLocalReferences(components) });
  const known = new Map<JsonSchema, SchemaCheck>();
  return (schema) => {
    const check = known.get(schema) ?? checkWith(ajv.compile(withLocalReferences(schema)));
    known.set(schema, check);
    return check;
  };
}

function checkWith(validate: ValidateFunction): SchemaCheck {
  return (value) => {
    if (validate(value)) return undefined;
    const { instancePath = '', message = 'is wrong', params } = validate.errors?.[0] ?? {};
    return `${instancePath || 'the whole'} ${message} ${JSON.stringify(params)}`;
  };
}

function withLocalReferences<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/components/schemas/', `"${recordsId}#/$defs/`)) as Value;
}
