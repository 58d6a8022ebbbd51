import fc, { type Arbitrary } from 'fast-check';
import { until } from '../../daemon/test-until.ts';
import { endpointsOf, type OpenApiDocument, type Endpoint } from './openapi-document.ts';
import type { RawResponse, RawRequest } from './raw-http-client.ts';
import { hostileValue, hostileBodies } from './hostile-values.ts';
import { createValueGenerator, type ObservedValues, type ValueGenerator } from './schema-values.ts';
import { fieldsOf, buildRequest, type Field, type FieldValues } from './request-builder.ts';

/** What a client has of a daemon: its document, and a way to send requests. `fault` reports what violates the document. */
type ContractDaemon = {
  document: OpenApiDocument;
  send(request: RawRequest): Promise<RawResponse & { fault: string | undefined }>;
  /** Changes whenever a database does. */
  versions(): string;
};

export type RandomClientResult = {
  requestCount: number;
  /** The number of answers of each status. */
  statuses: Record<number, number>;
  /** A sentence for each wrong answer, with its request. */
  faults: string[];
};

type RandomClientOptions = {
  requests: number;
  seed: number;
  headers: Record<string, string>;
  /** Only operations documented as reads, after each of which the databases must be unchanged; or all operations. */
  operations: Operations;
};

type Operations = 'reads' | 'everything';

/** A client that keeps the ids of all answers, whoever asked. */
type RandomClient = {
  run(options: Omit<RandomClientOptions, 'operations'>): Promise<RandomClientResult>;
};

/** Requests that end the daemon, which a test cannot send in between. */
const shutdownPaths = /shutdown|restart|restore/;

/**
 * Sends `requests` requests to a daemon for the operations of its document: with fields that are right, nearly right, and
 * hostile, and with ids from its answers. Knows nothing but the document.
 */
export function sendRandomRequests(
  daemon: ContractDaemon,
  { operations, ...options }: RandomClientOptions,
): Promise<RandomClientResult> {
  return createRandomClient(daemon, operations).run(options);
}

export function createRandomClient(daemon: ContractDaemon, operations: Operations): RandomClient {
  const { observed, observe } = createObservations();
  const { document } = daemon;
  const values = createValueGenerator(document.components.schemas, observed);
  const isReading = operations === 'reads';
  const endpoints = endpointsOf(document)
    .filter(isCallable)
    .filter(({ operation }) => !isReading || operation['x-safety'] === 'read');
  const random = randomRequests(endpoints, document, values);
  return { run: (options) => runRequests(daemon, { ...options, random, observe, isReading }) };
}

type Run = Omit<RandomClientOptions, 'operations'> & {
  random: Arbitrary<RawRequest>;
  observe(text: string): void;
  isReading: boolean;
};

async function runRequests(
  { send, versions }: ContractDaemon,
  { requests, seed, headers, random, observe, isReading }: Run,
): Promise<RandomClientResult> {
  const outcome: RandomClientResult = { requestCount: 0, statuses: {}, faults: [] };

  while (outcome.requestCount < requests) {
    const [request] = fc.sample(random, { numRuns: 1, seed: seed + outcome.requestCount++ });
    if (!request) continue;
    const sendOnce = () => send({ ...request, headers: { ...headers, ...request.headers } });
    const before = versions();
    const response = await sendOnce().catch((failed: Error) => failed);
    const isChanged = isReading && versions() !== before;
    const faults = response instanceof Error ? [`there was no answer: ${response.message}`] : faultsOf(response);
    if (isRefusal(response) && versions() !== before && (await changesAlways(sendOnce, versions)))
      faults.push('a refused request changed a database');
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

/** Neither operations that end the daemon nor those that answer with a page. */
function isCallable({ path, operation }: Endpoint): boolean {
  const success = operation.responses['200'];
  const isPage = success !== undefined && 'content' in success && 'text/html' in (success.content ?? {});
  return !isPage && !(operation['x-safety'] === 'operate' && shutdownPaths.test(path));
}

function faultsOf({ status, text, fault }: RawResponse & { fault: string | undefined }): string[] {
  const { retryable, code } = status >= 500 ? (JSON.parse(text) as { retryable?: boolean; code?: string }) : {};
  // No server can be reached in a test.
  const isTransient = (status === 503 && retryable === true) || (status === 502 && code === 'unreachable');
  return [
    ...(status >= 500 && !isTransient ? [`${status} means a fault of the daemon: ${text.slice(0, 300)}`] : []),
    ...(fault === undefined ? [] : [fault]),
  ];
}

/** Whether it was not permitted at all. Other answers with 403 are those of handlers. */
function isRefusal(response: RawResponse | Error): boolean {
  if (response instanceof Error || ![401, 403].includes(response.status)) return false;
  return ['unauthorized', 'policy', 'people_only'].includes((JSON.parse(response.text) as { code: string }).code);
}

/** Work that an earlier request began may change a database meanwhile, but it ends. */
async function changesAlways(sendOnce: () => Promise<unknown>, versions: () => string): Promise<boolean> {
  const changesNothing = async () => {
    const before = versions();
    await sendOnce();
    return versions() === before;
  };
  return until('it changes nothing', changesNothing).then(
    () => false,
    () => true,
  );
}

/** Any request for these operations. */
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

/** A value, or undefined if the field is omitted. Most are valid: else no request would get past its first invalid field. */
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

/** The part of a value that can be sent in a header. */
function headerText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.replaceAll(/[^\x20-\x7e\xa0-\xff]/g, '').slice(0, 500);
}

/** Keeps the texts of answers by their keys, newest last. */
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
