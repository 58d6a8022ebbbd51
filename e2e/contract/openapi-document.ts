import type { JsonSchema } from '../../daemon/contract/json-schema.ts';

/** The part of an OpenAPI 3.1 document that these tests read. */
type MediaTypeObject = { schema: JsonSchema; example?: unknown; examples?: Record<string, { value: unknown }> };
export type ResponseObject = { content?: Record<string, MediaTypeObject> };
export type ParameterObject = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: JsonSchema };
export type OperationObject = {
  operationId: string;
  'x-safety': string;
  'x-people-only'?: true | 'depends';
  security?: [];
  parameters: (ParameterObject | { $ref: string })[];
  requestBody?: { required: boolean; content: Record<string, MediaTypeObject> };
  responses: Record<string, ResponseObject | { $ref: string }>;
};
export type OpenApiDocument = {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, OperationObject>>;
  components: {
    schemas: Record<string, JsonSchema>;
    parameters: Record<string, ParameterObject>;
    responses: Record<string, ResponseObject>;
  };
};

export type Endpoint = { method: string; path: string; operation: OperationObject };

/** Every operation with its address. */
export function endpointsOf({ paths }: OpenApiDocument): Endpoint[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** The target of a reference in the document. */
export function resolveReference<Part extends object>(
  part: Part | { $ref: string },
  { components }: OpenApiDocument,
): Part {
  if (!('$ref' in part)) return part;
  const [kind = '', name = ''] = part.$ref.replace('#/components/', '').split('/');
  return (components as unknown as Record<string, Record<string, Part>>)[kind]?.[name] as Part;
}
