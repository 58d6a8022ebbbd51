import type { JsonSchema } from '../../daemon/contract/json-schema.ts';
import { byFeature, schemaName, type Field, type Operation, type Schemas } from './operations.ts';

/** The module with a type for every schema, and a function for every operation. */
export function typescriptClient(operations: readonly Operation[], schemas: Schemas): string {
  const features = [...byFeature(operations)];
  return `// Generated from the OpenAPI document by clients/generate.ts. Changes are lost.
import { callsOf, readEvents, type CallOptions, type ClientOptions, type EventOptions, type UploadContent } from './runtime.ts';

export { isWebhookGenuine, pages, PendingApproval, PosthornError } from './runtime.ts';

${Object.entries(schemas)
  .map(([name, schema]) => `${comment(schema['description'])}export type ${typeName(name)} = ${typeOf(schema)};`)
  .join('\n\n')}

const operations = {
${features.map(([feature, rows]) => `${feature}: {\n${rows.map(tableEntry).join('\n')}\n},`).join('\n')}
} as const;

/** One function for each request. */
export type Client = {
${features.map(([feature, rows]) => `${feature}: {\n${rows.map(signature).join('\n')}\n};`).join('\n')}
/** The events as they happen; after the connection was lost it goes on where it was. */
events(options?: EventOptions): AsyncGenerator<${typeName('Event')}>;
};

/** A client of the Posthorn at this address. */
export function createClient(options: ClientOptions): Client {
  return {
    ...(callsOf(operations, options) as Omit<Client, 'events'>),
    events: (listening) => readEvents<${typeName('Event')}>(options, listening),
  };
}
`;
}

/** Names that the language has itself. */
function typeName(name: string): string {
  return ['Event', 'Error'].includes(name) ? `Posthorn${name}` : name;
}

function tableEntry({ name, method, path, form }: Operation): string {
  return `${name}: [${[method, path, ...(form === 'json' ? [] : [form])].map((each) => `'${each}'`).join(', ')}],`;
}

function signature({ name, summary, fields, form, reply, mayWait }: Operation): string {
  const members = fields.map(member).join('\n') + (form === 'upload' ? '\ncontent: UploadContent;' : '');
  const isOptional = form !== 'upload' && fields.every(({ isRequired }) => !isRequired);
  const input = members === '' ? 'Record<string, never>' : `{\n${members}\n}`;
  const result = form === 'file' ? 'Response' : reply ? typeOf(reply) : 'unknown';
  return `${comment(mayWait ? `${summary} Agents and tools: throws PendingApproval where the owner has to approve it.` : summary)}${name}(input${isOptional ? '?' : ''}: ${input}, options?: CallOptions): Promise<${result}>;`;
}

function member({ name, schema, isRequired }: Field): string {
  return `${propertyName(name)}${isRequired ? '' : '?'}: ${typeOf(schema)};`;
}

function propertyName(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
}

function comment(text: unknown): string {
  return typeof text === 'string' ? `/** ${text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */\n` : '';
}

function typeOf(schema: JsonSchema): string {
  if (typeof schema['$ref'] === 'string') return typeName(schemaName(schema['$ref']));
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (Array.isArray(schema['enum'])) return union(schema['enum'].map((each) => JSON.stringify(each)));
  const choices = (schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined;
  if (choices) return union(choices.map(typeOf));
  if (Array.isArray(schema['allOf'])) return (schema['allOf'] as JsonSchema[]).map(typeOf).join(' & ');
  const { type } = schema;
  if (Array.isArray(type)) return union(type.map((each: string) => typeOf({ ...schema, type: each })));
  if (type === 'array') return listType(schema);
  if (type === 'object') return objectType(schema);
  const plain: Record<string, string> = {
    string: 'string',
    integer: 'number',
    number: 'number',
    boolean: 'boolean',
    null: 'null',
  };
  return plain[String(type)] ?? 'unknown';
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}

function listType({ prefixItems, items }: JsonSchema): string {
  if (Array.isArray(prefixItems)) return `[${(prefixItems as JsonSchema[]).map(typeOf).join(', ')}]`;
  return `(${typeOf((items ?? {}) as JsonSchema)})[]`;
}

function objectType({ properties, required = [], additionalProperties }: JsonSchema): string {
  const members = Object.entries((properties ?? {}) as Record<string, JsonSchema>);
  if (members.length === 0) {
    const values = typeof additionalProperties === 'object' ? typeOf(additionalProperties as JsonSchema) : 'unknown';
    return `Record<string, ${values}>`;
  }
  const needed = required as string[];
  return `{\n${members
    .map(([name, schema]) => member({ name, schema, isRequired: needed.includes(name), about: undefined }))
    .join('\n')}\n}`;
}
