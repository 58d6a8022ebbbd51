import { configuration, type Config } from './schema.ts';
import type { SchemaNode } from './schema-nodes.ts';
import type { Values } from '../toml/values.ts';

/** The configuration in displayable form: for a value that may hold a secret, it shows only whether it is set. */
export function redactedConfig(config: Config): Values {
  return redactNode(configuration, config) as Values;
}

function redactNode(node: SchemaNode | undefined, value: unknown): unknown {
  if (value === undefined || node === undefined) return value;
  switch (node.kind) {
    case 'field':
      return node.redact ? node.redact(value) : value;
    case 'table':
      return mapTable(value, (name, inner) => redactNode(node.keys[name], inner));
    case 'named':
      return mapTable(value, (_name, inner) => redactNode(node.of, inner));
    case 'variants': {
      const keys = node.of[(value as { type: string }).type]?.keys;
      return mapTable(value, (name, inner) => redactNode(keys?.[name], inner));
    }
  }
}

function mapTable(table: unknown, change: (name: string, value: unknown) => unknown): Values {
  const entries = Object.entries(table as Values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [name, change(name, value)]));
}
