import { openApiDocument } from '../../bridge/openapi/document.ts';
import { contractWithoutDemo } from '../../daemon/contract.ts';
import type { JsonSchema } from '../../daemon/contract/json-schema.ts';

/** A request as clients see it: one input for path, query and body, and one reply. */
export type Operation = {
  feature: string;
  name: string;
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  summary: string;
  fields: Field[];
  /** `upload` streams the body; `file` gives the answer as it is. */
  form: 'json' | 'upload' | 'file';
  /** Absent for a file. */
  reply?: JsonSchema;
  /** Whether an agent or a tool may be told that the owner has to approve it first. */
  mayWait: boolean;
};

export type Field = { name: string; schema: JsonSchema; isRequired: boolean; about: string | undefined };

export type Schemas = Readonly<Record<string, JsonSchema>>;

type Media = { schema?: JsonSchema };
type Content = { content?: Record<string, Media> };
type Parameter = {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  schema: JsonSchema;
  description?: string;
};
type PathItem = Record<
  string,
  {
    operationId: string;
    summary: string;
    parameters?: Parameter[];
    requestBody?: Content & { required?: boolean };
    responses: Record<string, Content>;
  }
>;

/** The address that is read as a stream. */
const eventsId = 'bridge.events';
/** Addresses of the bridge that programs have no use for. */
const leftOut = [eventsId, 'bridge.docs', 'bridge.openapi', 'bridge.localToken'];

/** All operations of the OpenAPI document, and the schemas that they and the events use. */
export function readDocument(): { operations: Operation[]; schemas: Schemas } {
  const { paths, components } = openApiDocument(contractWithoutDemo) as {
    paths: Record<string, PathItem>;
    components: { schemas: Schemas };
  };
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      leftOut.includes(operation.operationId) ? [] : [operationFrom(path, method, operation)],
    ),
  );
  const roots = [
    { $ref: '#/components/schemas/Event' },
    ...operations.flatMap(({ fields, reply }) => [...fields.map(({ schema }) => schema), ...(reply ? [reply] : [])]),
  ];
  return { operations, schemas: usedSchemas(components.schemas, roots) };
}

function operationFrom(path: string, method: string, operation: PathItem[string]): Operation {
  const [feature = '', name = ''] = operation.operationId.split('.');
  const body = operation.requestBody?.content ?? {};
  const { properties = {}, required = [] } = (body['application/json']?.schema ?? {}) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  const answer = operation.responses['200']?.content ?? {};
  const isFile = 'application/octet-stream' in answer;
  const isUpload = 'application/octet-stream' in body;
  const parameters = (operation.parameters ?? []).filter((each) => each.in === 'path' || each.in === 'query');
  const { reply, mayWait } = withoutPending(answer['application/json']?.schema);
  return {
    feature,
    name,
    method: method.toUpperCase() as Operation['method'],
    path,
    summary: operation.summary,
    mayWait,
    form: isUpload ? 'upload' : isFile ? 'file' : 'json',
    fields: [
      ...parameters.map(({ name, schema, required = false, description }) => ({
        name,
        schema,
        isRequired: required,
        about: description,
      })),
      ...Object.entries(properties).map(([name, schema]) => ({
        name,
        schema,
        isRequired: required.includes(name),
        about: typeof schema['description'] === 'string' ? schema['description'] : undefined,
      })),
    ],
    ...(reply && !isFile && { reply }),
  };
}

const pending = '#/components/schemas/PendingApproval';

/** Clients throw the answer that something waits for approval, so it is no reply of a request. */
function withoutPending(schema: JsonSchema | undefined): { reply?: JsonSchema | undefined; mayWait: boolean } {
  const [reply, other] = (schema?.['anyOf'] ?? []) as JsonSchema[];
  return other?.['$ref'] === pending ? { reply, mayWait: true } : { reply: schema, mayWait: false };
}

function usedSchemas(all: Schemas, roots: readonly JsonSchema[]): Schemas {
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
    else if (typeof value === 'string' && value.startsWith('#/components/schemas/')) add(schemaName(value));
  };
  const add = (name: string) => {
    if (used.has(name)) return;
    used.add(name);
    visit(all[name]);
  };
  roots.forEach(visit);
  const names = [...used].toSorted((one, other) => (one < other ? -1 : 1));
  return Object.fromEntries(names.map((name) => [name, all[name] ?? {}]));
}

/** The name of the schema that a reference points to. */
export function schemaName(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** The operations by feature, in the order of the document. */
export function byFeature(operations: readonly Operation[]): Map<string, Operation[]> {
  return Map.groupBy(operations, ({ feature }) => feature);
}
