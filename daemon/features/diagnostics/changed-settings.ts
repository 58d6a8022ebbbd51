import { isDeepStrictEqual } from 'node:util';
import { configuration, defaultConfig, type Config } from '../../config/schema/schema.ts';
import type { Field, SchemaNode } from '../../config/schema/schema-nodes.ts';
import { isTable } from '../../config/toml/values.ts';

/**
 * The settings that differ from their defaults, without private data: texts, paths and lists are only reported as set, and
 * tables with names that the user chose (`accounts.*`) show no values.
 */
export function changedSettings(config: Config): string[] {
  return [...new Set(changedIn(configuration, config, defaultConfig(), []))].toSorted();
}

type SettingPath = readonly string[];

function changedIn(node: SchemaNode | undefined, value: unknown, defaultValue: unknown, path: SettingPath): string[] {
  if (!node || isDeepStrictEqual(value, defaultValue) || value === undefined) return [];
  switch (node.kind) {
    case 'field':
      return [`${path.join('.')}${formatValue(node, value, path)}`];
    case 'table':
      return changedKeys(node.keys, value, defaultValue, path);
    case 'named':
      return tableOf(value).flatMap(([, inner]) => changedIn(node.of, inner, undefined, [...path, '*']));
    case 'variants':
      return [`${path.join('.')} (set)`];
  }
}

function changedKeys(
  keys: { readonly [key: string]: SchemaNode },
  value: unknown,
  defaultValue: unknown,
  path: SettingPath,
): string[] {
  const defaults = isTable(defaultValue) ? defaultValue : {};
  return tableOf(value).flatMap(([name, inner]) =>
    Object.hasOwn(keys, name)
      ? changedIn(keys[name], inner, defaults[name] ?? defaultOf(keys[name]), [...path, name])
      : [],
  );
}

/** The default of a key of a table. */
function defaultOf(node: SchemaNode | undefined): unknown {
  return node?.kind === 'field' ? node.default : undefined;
}

function tableOf(value: unknown): [string, unknown][] {
  return Object.entries(isTable(value) ? value : {});
}

function formatValue({ type, choices = [] }: Field, value: unknown, path: SettingPath): string {
  if (path.includes('*')) return ' (set)';
  if (type === 'flag' && typeof value === 'boolean') return ` = ${value}`;
  if ((type === 'whole' || type === 'decimal') && typeof value === 'number') return ` = ${value}`;
  if (type === 'choice' && typeof value === 'string' && choices.includes(value)) return ` = ${value}`;
  return ' (set)';
}
