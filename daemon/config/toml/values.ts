import { isDeepStrictEqual } from 'node:util';
import { keyText } from './keys.ts';

/** A table of a TOML document, as data. */
export type Values = { [key: string]: unknown };

export function isTable(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

export function valueAt(values: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (isTable(at) && Object.hasOwn(at, name) ? at[name] : undefined), values);
}

/** The dotted keys of all values that are set. */
export function keysOf(values: Values): string[] {
  return [...leafValues(values).keys()];
}

/** The dotted keys whose values differ, including those that only one of the two contains. */
export function changedKeys(before: Values, after: Values): string[] {
  const [oldValues, newValues] = [leafValues(before), leafValues(after)];
  return [...new Set([...oldValues.keys(), ...newValues.keys()])].filter(
    (key) => !isDeepStrictEqual(oldValues.get(key), newValues.get(key)),
  );
}

function leafValues(values: Values, path: readonly string[] = []): Map<string, unknown> {
  const leaves = new Map<string, unknown>();
  for (const [name, value] of Object.entries(values)) {
    const inner = isTable(value) ? leafValues(value, [...path, name]) : [[keyText([...path, name]), value] as const];
    for (const [key, leaf] of inner) leaves.set(key, leaf);
  }
  return leaves;
}
