import { configuration, type Config } from './schema.ts';
import type { Node } from './shape.ts';
import type { Values } from './values.ts';

/** The configuration as it may be shown: what may hold a secret says that it is set, and no more. */
export function shownConfig(config: Config): Values {
  return shown(configuration, config) as Values;
}

function shown(node: Node | undefined, value: unknown): unknown {
  if (value === undefined || node === undefined) return value;
  switch (node.is) {
    case 'field':
      return node.shown ? node.shown(value) : value;
    case 'table':
      return mapped(value, (name, inner) => shown(node.keys[name], inner));
    case 'named':
      return mapped(value, (_name, inner) => shown(node.of, inner));
    case 'variants': {
      const keys = node.of[(value as { type: string }).type]?.keys;
      return mapped(value, (name, inner) => shown(keys?.[name], inner));
    }
  }
}

function mapped(table: unknown, change: (name: string, value: unknown) => unknown): Values {
  const entries = Object.entries(table as Values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [name, change(name, value)]));
}
