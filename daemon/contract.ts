import type { Request } from './contract/define.ts';
import { features } from './features.ts';

/** The requests of every feature, by feature and row. */
export type Contract = { [Name in keyof typeof features]: (typeof features)[Name]['requests'] };

/** Every request there is. Router, OpenAPI document, typed clients and the safety check are derived from it. */
export const contract = Object.fromEntries(
  Object.entries(features).map(([name, { requests }]) => [name, requests]),
) as Contract;

/** `feature.row`, as the local socket and the tests name a request. */
export type RequestName = {
  [Feature in keyof Contract]: `${Feature}.${Extract<keyof Contract[Feature], string>}`;
}[keyof Contract];

/** The rows by name. */
export function requestsByName(table: Record<string, Record<string, Request>> = contract): Map<string, Request> {
  return new Map(
    Object.entries(table).flatMap(([feature, rows]) =>
      Object.entries(rows).map(([row, request]) => [`${feature}.${row}`, request] as const),
    ),
  );
}
