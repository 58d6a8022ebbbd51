type Sampled = { schema?: Sampled; example?: unknown; examples?: unknown };
type RawOperation = { parameters?: Sampled[]; responses?: Record<string, unknown>; 'x-safety'?: string };

/** As much of an OpenAPI 3.1 document as this folder reads; the viewer reads the rest. */
export type ApiDocument = {
  paths: Record<string, Record<string, RawOperation>>;
  components?: { parameters?: Record<string, Sampled> };
};

/**
 * A copy whose parameters have no examples. Swagger UI fills its forms with examples and sends them, also for optional
 * parameters: a search would be limited to the account of the example.
 */
export function withoutSamples(document: ApiDocument): ApiDocument {
  const copy = structuredClone(document);
  const operations = Object.values(copy.paths).flatMap((path) => Object.values(path));
  const parameters = operations.flatMap((operation) => operation.parameters ?? []);
  for (const parameter of [...parameters, ...Object.values(copy.components?.parameters ?? {})]) {
    for (const sampled of [parameter, parameter.schema ?? {}]) {
      delete sampled.example;
      delete sampled.examples;
    }
  }
  return copy;
}

export function operationAt(document: ApiDocument, path: string, method: string): RawOperation | undefined {
  return document.paths[path]?.[method];
}

/** True for an operation that is answered with a WebSocket, which the viewer cannot open. */
export function isStream({ responses = {} }: RawOperation): boolean {
  return '101' in responses;
}
