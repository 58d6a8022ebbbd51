import fc, { type Arbitrary } from 'fast-check';
import { placesOf, type Document, type Place } from './document.ts';
import type { Given, Wish } from './sending.ts';
import { hostile, hostileBodies } from './hostile.ts';
import { valueMaker, type Learned, type Values } from './values.ts';
import { fieldsOf, wishFor, type Field, type Fields } from './wishes.ts';

/** What a client knows of a daemon: its document, and how to ask it. `fault` says what the document does not. */
export type Daemon = {
  document: Document;
  send(wish: Wish): Promise<Given & { fault: string | undefined }>;
  /** Changes whenever a database does. */
  versions(): string;
};

export type Outcome = {
  asked: number;
  /** How many answers there were of each status. */
  statuses: Record<number, number>;
  /** One sentence for each answer that should not have been, with the request that got it. */
  faults: string[];
};

export type RandomWish = {
  requests: number;
  seed: number;
  headers: Record<string, string>;
  /** What is said to read, after each of which the databases must be as before; or everything. */
  what: 'reads' | 'everything';
};

/** Requests that end the daemon, which nobody asks in the middle of a test. */
const ending = /shutdown|restart|restore/;

/**
 * Asks a daemon `requests` times for what its document offers: with fields that are right, nearly right, and hostile, and
 * with the ids its answers have told. Knows nothing but the document.
 */
export async function askAtRandom(daemon: Daemon, { requests, seed, headers, what }: RandomWish): Promise<Outcome> {
  const { document, send, versions } = daemon;
  const { learned, learn } = memory();
  const values = valueMaker(document.components.schemas, learned);
  const isReading = what === 'reads';
  const places = placesOf(document)
    .filter(isAsked)
    .filter(({ operation }) => !isReading || operation['x-safety'] === 'read');
  const random = wishesFrom(places, document, values);
  const outcome: Outcome = { asked: 0, statuses: {}, faults: [] };

  while (outcome.asked < requests) {
    const [wish] = fc.sample(random, { numRuns: 1, seed: seed + outcome.asked++ });
    if (!wish) continue;
    const before = versions();
    const given = await send({ ...wish, headers: { ...headers, ...wish.headers } }).catch((failed: Error) => failed);
    const isChanged = isReading && versions() !== before;
    const faults = given instanceof Error ? [`there was no answer: ${given.message}`] : faultsOf(given);
    for (const fault of [...faults, ...(isChanged ? ['a read changed a database'] : [])]) {
      outcome.faults.push(`${fault}\n  asked: ${JSON.stringify(wish).slice(0, 600)}`);
    }
    if (given instanceof Error) continue;
    outcome.statuses[given.status] = (outcome.statuses[given.status] ?? 0) + 1;
    // Some answers are files.
    if (given.status === 200 && given.headers['content-type']?.startsWith('application/json')) learn(given.text);
  }
  return outcome;
}

/** Neither what ends the daemon nor what answers with a page. */
function isAsked({ path, operation }: Place): boolean {
  const success = operation.responses['200'];
  const isPage = success !== undefined && 'content' in success && 'text/html' in (success.content ?? {});
  return !isPage && !(operation['x-safety'] === 'operate' && ending.test(path));
}

function faultsOf({ status, text, fault }: Given & { fault: string | undefined }): string[] {
  const isTransient = status === 503 && (JSON.parse(text) as { retryable?: boolean }).retryable === true;
  return [
    ...(status >= 500 && !isTransient ? [`${status} means a fault of the daemon: ${text.slice(0, 300)}`] : []),
    ...(fault === undefined ? [] : [fault]),
  ];
}

/** Any request for one of these places. */
function wishesFrom(places: readonly Place[], document: Document, values: Values): Arbitrary<Wish> {
  const each = places.map((place) => {
    const fields = fieldsOf(place, document);
    const wish = fieldValues(fields, values).map((given) => wishFor(place, fields, given));
    return place.operation.requestBody ? fc.oneof({ weight: 9, arbitrary: wish }, withBody(wish)) : wish;
  });
  return fc.oneof(...each);
}

function withBody(wish: Arbitrary<Wish>): Arbitrary<Wish> {
  return fc.tuple(wish, hostileBodies).map(([given, body]) => {
    const headers = { ...given.headers, 'content-type': 'application/json' };
    return { ...given, headers, body };
  });
}

function fieldValues(fields: readonly Field[], values: Values): Arbitrary<Fields> {
  const each = fields.map((field) => [field.name, presence(field, values)] as const);
  return fc.record(Object.fromEntries(each));
}

/** A value, or undefined where the field is left out. Most are right: else no request would get past the first wrong one. */
function presence({ name, place, isRequired, schema }: Field, values: Values): Arbitrary<unknown> {
  const value = fc.oneof(
    { weight: 7, arbitrary: values.valid(schema, name) },
    { weight: 1, arbitrary: values.nearly(schema, name) },
    { weight: 2, arbitrary: hostile },
  );
  const sent = place === 'header' ? value.map(headerText) : value;
  const chance = isRequired ? 19 : place === 'header' ? 2 : 7;
  return fc.oneof({ weight: chance, arbitrary: sent }, { weight: 20 - chance, arbitrary: fc.constant(undefined) });
}

/** As much of a value as can be sent in a header. */
function headerText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.replaceAll(/[^\x20-\x7e\xa0-\xff]/g, '').slice(0, 500);
}

/** Keeps the texts of answers by the key they stood under, newest last. */
function memory(): { learned: Learned; learn(text: string): void } {
  const most = 200;
  const byKey = new Map<string, Set<string>>();
  const note = (key: string, value: string) => {
    const known = byKey.get(key) ?? new Set();
    byKey.set(key, known.add(value));
    if (known.size > most) for (const first of known) return void known.delete(first);
  };
  const walk = (key: string, value: unknown): void => {
    if (typeof value === 'string' && value.length <= 300) note(key.replace(/^next_/, ''), value);
    if (typeof value !== 'object' || value === null) return;
    const isList = Array.isArray(value);
    for (const [name, part] of Object.entries(value)) walk(isList ? key : name, part);
  };
  const under = (key: string) => [...(byKey.get(key) ?? [])];
  const idKeys = ['id', 'account_id', 'thread_id', 'message_id', 'message_ids', 'labelId', 'token_id', 'job_id'];
  return { learned: { under, ids: () => idKeys.flatMap(under) }, learn: (text) => walk('', JSON.parse(text)) };
}
