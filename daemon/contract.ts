import { withoutDemoRows, type Request } from './contract/define.ts';
import { features } from './features.ts';

/** The requests of every feature, by feature and row. */
export type Contract = { [Name in keyof typeof features]: (typeof features)[Name]['requests'] };

/**
 * Every request there is. Router, OpenAPI document, typed clients and the safety check are derived from it. The rows of a
 * feature are read when they are needed, because the bundle makes them at that moment.
 */
export const contract = contractOf((rows) => rows);

/** The same without the requests that exist only on demo instances. */
export const contractWithoutDemo = contractOf(withoutDemoRows);

function contractOf(select: (rows: Record<string, Request>) => Record<string, Request>): Contract {
  const lazyRows = Object.entries(features).map(([name, feature]) => [
    name,
    { enumerable: true, get: () => select(feature.requests) },
  ]);
  return Object.defineProperties({}, Object.fromEntries(lazyRows)) as Contract;
}

/** `feature.row`, as the local socket and the tests name a request. */
export type RequestName = {
  [Feature in keyof Contract]: `${Feature}.${Extract<keyof Contract[Feature], string>}`;
}[keyof Contract];

/** The type of the row with a name. */
export type RowOf<Name extends RequestName> = Name extends `${infer Feature}.${infer Row}`
  ? Feature extends keyof Contract
    ? Row extends keyof Contract[Feature]
      ? Contract[Feature][Row]
      : never
    : never
  : never;

/** The row with a name; only its feature's rows are made. */
export function requestNamed(name: string): Request | undefined {
  const dot = name.indexOf('.');
  const feature = name.slice(0, dot);
  const rows: Record<string, Request> = Object.hasOwn(contract, feature) ? contract[feature as keyof Contract] : {};
  const row = name.slice(dot + 1);
  return Object.hasOwn(rows, row) ? rows[row] : undefined;
}

/** The rows by name. All of them are made. */
export function requestsByName(table: Record<string, Record<string, Request>> = contract): Map<string, Request> {
  return new Map(
    Object.entries(table).flatMap(([feature, rows]) =>
      Object.entries(rows).map(([row, request]) => [`${feature}.${row}`, request] as const),
    ),
  );
}
