import fc, { type Arbitrary } from 'fast-check';
import { endpointsOf, type OpenApiDocument, type Endpoint } from './openapi-document.ts';
import type { RawResponse, RawRequest } from './raw-http-client.ts';
import { hostileValue, hostileBodies } from './hostile-values.ts';
import { createValueGenerator, type ObservedValues, type ValueGenerator } from './schema-values.ts';
import { fieldsOf, buildRequest, type Field, type FieldValues } from './request-builder.ts';

/** What a client knows of a daemon: its document, and how to ask it. `fault` says what the document does not. */
export type ContractDaemon = {
  document: OpenApiDocument;
  send(request: RawRequest): Promise<RawResponse & { fault: string | undefined }>;
  /** Changes whenever a database does. */
  versions(): string;
};

export type RandomClientResult = {
  requestCount: number;
  /** How many answers there were of each status. */
  statuses: Record<number, number>;
  /** One sentence for each answer that should not have been, with the request that got it. */
  faults: string[];
};

export type RandomClientOptions = {
  requests: number;
  seed: number;
  headers: Record<string, string>;
  /** What is said to read, after each of which the databases must be as before; or everything. */
  operations: 'reads' | 'everything';
};

/** Requests that end the daemon, which nobody asks in the middle of a test. */
const shutdownPaths = /shutdown|restart|restore/;

/**
 * Asks a daemon `requests` times for what its document offers: with fields that are right, nearly right, and hostile, and
 * with the ids its answers have told. Knows nothing but the document.
 */
export async function sendRandomRequests(
  daemon: ContractDaemon,
  { requests, seed, headers, operations }: RandomClientOptions,
): Promise<RandomClientResult> {
  const { document, send, versions } = daemon;
  const { observed, observe } = createObservations();
  const values = createValueGenerator(document.components.schemas, observed);
  const isReading = operations === 'reads';
  const endpoints = endpointsOf(document)
    .filter(isCallable)
    .filter(({ operation }) => !isReading || operation['x-safety'] === 'read');
  const random = randomRequests(endpoints, document, values);
  const outcome: RandomClientResult = { requestCount: 0, statuses: {}, faults: [] };

  while (outcome.requestCount < requests) {
    const [request] = fc.sample(random, { numRuns: 1, seed: seed + outcome.requestCount++ });
    if (!request) continue;
    const before = versions();
    const response = await send({ ...request, headers: { ...headers, ...request.headers } }).catch(
      (failed: Error) => failed,
    );
    const isChanged = isReading && versions() !== before;
    const faults = response instanceof Error ? [`there was no answer: ${response.message}`] : faultsOf(response);
    for (const fault of [...faults, ...(isChanged ? ['a read changed a database'] : [])]) {
      outcome.faults.push(`${fault}\n  asked: ${JSON.stringify(request).slice(0, 600)}`);
    }
    if (response instanceof Error) continue;
    outcome.statuses[response.status] = (outcome.statuses[response.status] ?? 0) + 1;
    // Some answers are files.
    if (response.status === 200 && response.headers['content-type']?.startsWith('application/json'))
      observe(response.text);
  }
  return outcome;
}

/** Neither what ends the daemon nor what answers with a page. */
function isCallable({ path, operation }: Endpoint): boolean {
  const success = operation.responses['200'];
  const isPage = success !== undefined && 'content' in success && 'text/html' in (success.content ?? {});
  return !isPage && !(operation['x-safety'] === 'operate' && shutdownPaths.test(path));
}

function faultsOf({ status, text, fault }: RawResponse & { fault: string | undefined }): string[] {
  const isTransient = status === 503 && (JSON.parse(text) as { retryable?: boolean }).retryable === true;
  return [
    ...(status >= 500 && !isTransient ? [`${status} means a fault of the daemon: ${text.slice(0, 300)}`] : []),
    ...(fault === undefined ? [] : [fault]),
  ];
}

/** Any request for one of these places. */
function randomRequests(
  endpoints: readonly Endpoint[],
  document: OpenApiDocument,
  values: ValueGenerator,
): Arbitrary<RawRequest> {
  const each = endpoints.map((endpoint) => {
    const fields = fieldsOf(endpoint, document);
    const request = fieldValues(fields, values).map((given) => buildRequest(endpoint, fields, given));
    return endpoint.operation.requestBody
      ? fc.oneof({ weight: 9, arbitrary: request }, withHostileBody(request))
      : request;
  });
  return fc.oneof(...each);
}

function withHostileBody(request: Arbitrary<RawRequest>): Arbitrary<RawRequest> {
  return fc.tuple(request, hostileBodies).map(([given, body]) => {
    const headers = { ...given.headers, 'content-type': 'application/json' };
    return { ...given, headers, body };
  });
}

function fieldValues(fields: readonly Field[], values: ValueGenerator): Arbitrary<FieldValues> {
  const each = fields.map((field) => [field.name, optionalValue(field, values)] as const);
  return fc.record(Object.fromEntries(each));
}

/** A value, or undefined where the field is left out. Most are right: else no request would get past the first wrong one. */
function optionalValue({ name, location, isRequired, schema }: Field, values: ValueGenerator): Arbitrary<unknown> {
  const value = fc.oneof(
    { weight: 7, arbitrary: values.valid(schema, name) },
    { weight: 1, arbitrary: values.almostValid(schema, name) },
    { weight: 2, arbitrary: hostileValue },
  );
  const sent = location === 'header' ? value.map(headerText) : value;
  const chance = isRequired ? 19 : location === 'header' ? 2 : 7;
  return fc.oneof({ weight: chance, arbitrary: sent }, { weight: 20 - chance, arbitrary: fc.constant(undefined) });
}

/** As much of a value as can be sent in a header. */
function headerText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.replaceAll(/[^\x20-\x7e\xa0-\xff]/g, '').slice(0, 500);
}

/** Keeps the texts of answers by the key they stood under, newest last. */
function createObservations(): { observed: ObservedValues; observe(text: string): void } {
  const maxPerKey = 200;
  const byKey = new Map<string, Set<string>>();
  const record = (key: string, value: string) => {
    const known = byKey.get(key) ?? new Set();
    byKey.set(key, known.add(value));
    if (known.size > maxPerKey) for (const first of known) return void known.delete(first);
  };
  const walk = (key: string, value: unknown): void => {
    if (typeof value === 'string' && value.length <= 300) record(key.replace(/^next_/, ''), value);
    if (typeof value !== 'object' || value === null) return;
    const isList = Array.isArray(value);
    for (const [name, part] of Object.entries(value)) walk(isList ? key : name, part);
  };
  const withKey = (key: string) => [...(byKey.get(key) ?? [])];
  const idKeys = ['id', 'account_id', 'thread_id', 'message_id', 'message_ids', 'labelId', 'token_id', 'job_id'];
  return { observed: { withKey, ids: () => idKeys.flatMap(withKey) }, observe: (text) => walk('', JSON.parse(text)) };
}
