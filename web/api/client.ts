import type { z } from 'zod';
import type { Contract } from '../../daemon/contract.ts';

type InputOf<Row> = Row extends { input: infer Schema extends z.ZodType } ? z.input<Schema> : never;
/** For a row that answers with a file or with JSON, the client requests JSON. */
type ReplyOf<Row> = Row extends { output: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : Row extends { output: { json: infer Schema extends z.ZodType } }
    ? z.output<Schema>
    : Blob;

type IsInPage<Row> = Row extends { notInPage: true } ? false : Row extends { http: string } ? true : false;

/** One function for each request: `api.mailbox.list({ lens_kind: 'inbox' })`. */
export type Api = {
  [Feature in keyof Contract]: {
    [Name in keyof Contract[Feature] as IsInPage<Contract[Feature][Name]> extends true ? Name : never]: (
      input: InputOf<Contract[Feature][Name]>,
      signal?: AbortSignal,
    ) => Promise<ReplyOf<Contract[Feature][Name]>>;
  };
};

/** The answer of one request of the contract. */
export type Reply<Feature extends keyof Api, Name extends keyof Api[Feature]> = Api[Feature][Name] extends (
  ...input: never[]
) => Promise<infer Answer>
  ? Answer
  : never;

/** `keepalive` lets the request outlive the page if its body is small. */
export type Call = { method: string; path: string; body?: string; keepalive?: boolean };

/** Sends one call and returns the parsed reply, or throws the errors of `session.ts`. */
export type Send = (call: Call, signal?: AbortSignal) => Promise<unknown>;

/** The typed client: every name in the map becomes a function that sends its call. */
export function createApi(addresses: Record<string, string>, send: Send): Api {
  const api: Record<string, Record<string, unknown>> = {};
  for (const [fullName, address] of Object.entries(addresses)) {
    const [feature = '', name = ''] = fullName.split('.');
    api[feature] ??= {};
    api[feature][name] = (input: object, signal?: AbortSignal) => send(callOf(address, input), signal);
  }
  // The map is generated from the contract that `Api` is the type of.
  return api as Api;
}

/** Puts an input into its address: path parameters first, then the query of a read or the body of other calls. */
export function callOf(address: string, input: object): Call {
  const [method = 'GET', template = ''] = address.split(' ');
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const path = template.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = encodeURIComponent(String(rest.get(key)));
    rest.delete(key);
    return value;
  });
  if (method === 'POST') return { method, path, body: JSON.stringify(Object.fromEntries(rest)) };
  // A list is a query key that occurs several times.
  const pairs = [...rest].flatMap(([key, value]) => [value].flat().map((each) => [key, String(each)]));
  const query = new URLSearchParams(pairs).toString();
  return { method, path: query ? `${path}?${query}` : path };
}
