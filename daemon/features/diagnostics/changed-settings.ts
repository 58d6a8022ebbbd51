import { isDeepStrictEqual } from 'node:util';
import { configuration, defaultConfig, type Config } from '../../config/schema.ts';
import type { Field, Node } from '../../config/shape.ts';
import { isTable } from '../../config/values.ts';

/**
 * The settings that are not as they come, without what may be about somebody: of texts, paths and lists only that they are
 * set, of what stands under a name the person chose (`accounts.*`) no value at all.
 */
export function changedSettings(config: Config): string[] {
  return [...new Set(changedIn(configuration, config, defaultConfig(), []))].toSorted();
}

type Place = readonly string[];

function changedIn(node: Node | undefined, value: unknown, usual: unknown, place: Place): string[] {
  if (!node || isDeepStrictEqual(value, usual) || value === undefined) return [];
  switch (node.is) {
    case 'field':
      return [`${place.join('.')}${valueWords(node, value, place)}`];
    case 'table':
      return changedKeys(node.keys, value, usual, place);
    case 'named':
      return tableOf(value).flatMap(([, inner]) => changedIn(node.of, inner, undefined, [...place, '*']));
    case 'variants':
      return [`${place.join('.')} (set)`];
  }
}

function changedKeys(keys: { readonly [key: string]: Node }, value: unknown, usual: unknown, place: Place): string[] {
  const before = isTable(usual) ? usual : {};
  return tableOf(value).flatMap(([name, inner]) =>
    Object.hasOwn(keys, name)
      ? changedIn(keys[name], inner, before[name] ?? usualOf(keys[name]), [...place, name])
      : [],
  );
}

/** What a key of a table is that is not there unless it is written. */
function usualOf(node: Node | undefined): unknown {
  return node?.is === 'field' ? node.default : undefined;
}

function tableOf(value: unknown): [string, unknown][] {
  return Object.entries(isTable(value) ? value : {});
}

function valueWords({ type, choices = [] }: Field, value: unknown, place: Place): string {
  if (place.includes('*')) return ' (set)';
  if (type === 'flag' && typeof value === 'boolean') return ` = ${value}`;
  if ((type === 'whole' || type === 'decimal') && typeof value === 'number') return ` = ${value}`;
  if (type === 'choice' && typeof value === 'string' && choices.includes(value)) return ` = ${value}`;
  return ' (set)';
}
