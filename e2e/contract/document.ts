import type { JsonSchema } from '../../daemon/contract/json-schema.ts';

/** As much of an OpenAPI 3.1 document as its readers here look at. */
export type Media = { schema: JsonSchema; example?: unknown; examples?: Record<string, { value: unknown }> };
export type Answer = { content?: Record<string, Media> };
export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: JsonSchema };
export type Operation = {
  operationId: string;
  'x-safety': string;
  'x-people-only'?: true | 'depends';
  security?: [];
  parameters: (Parameter | { $ref: string })[];
  requestBody?: { required: boolean; content: Record<string, Media> };
  responses: Record<string, Answer | { $ref: string }>;
};
export type Document = {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, Answer>;
  };
};

export type Place = { method: string; path: string; operation: Operation };

/** Every operation with its address. */
export function placesOf({ paths }: Document): Place[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** What stands where the document refers to something shared. */
export function resolved<Part extends object>(part: Part | { $ref: string }, { components }: Document): Part {
  if (!('$ref' in part)) return part;
  const [kind = '', name = ''] = part.$ref.replace('#/components/', '').split('/');
  return (components as unknown as Record<string, Record<string, Part>>)[kind]?.[name] as Part;
}
