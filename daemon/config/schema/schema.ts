import { zodSchemaOf } from './zod-schema.ts';
import { llm } from './llm.ts';
import * as sections from './sections.ts';
import { table, type SchemaNode, type ValueOf } from './schema-nodes.ts';

/** The whole of `config.toml`, as data. Parsing, defaults, types and messages are derived from it. */
export const configuration = table('The configuration of Posthorn.', {
  general: sections.general,
  agents: sections.agents,
  accounts: sections.accounts,
  render: sections.render,
  authentication: sections.authentication,
  search: sections.search,
  snooze: sections.snooze,
  logging: sections.logging,
  appearance: sections.appearance,
  activity: sections.activity,
  backup: sections.backup,
  bridge: sections.bridge,
  transports: sections.transports,
  notifications: sections.notifications,
  llm,
  safety: sections.safety,
  deliveries: sections.deliveries,
  modes: sections.modes,
  screener: sections.screener,
  send: sections.send,
  ui: sections.ui,
  updates: sections.updates,
});

/** The configuration with every default filled in; keys as in the file. */
export type Config = ValueOf<typeof configuration>;
export type AccountConfig = NonNullable<Config['accounts'][string]>;

export const configSchema = zodSchemaOf(configuration);

export function defaultConfig(): Config {
  return configSchema.parse({});
}

/** The description at `path`; `values` are those of the file, whose `type` keys decide between variants. */
export function schemaNodeAt(path: readonly string[], values: unknown): SchemaNode | undefined {
  let node: SchemaNode | undefined = configuration;
  let at = values;
  for (const name of path) {
    node = node && childOf(node, name, at);
    at = valueOf(at, name);
  }
  return node;
}

function childOf(node: SchemaNode, name: string, values: unknown): SchemaNode | undefined {
  switch (node.kind) {
    case 'field':
      return undefined;
    case 'table':
      return ownProperty(node.keys, name);
    case 'named':
      return node.of;
    case 'variants':
      return ownProperty(ownProperty(node.of, String(valueOf(values, 'type')))?.keys ?? {}, name);
  }
}

function valueOf(values: unknown, name: string): unknown {
  return typeof values === 'object' && values !== null
    ? ownProperty(values as Record<string, unknown>, name)
    : undefined;
}

/** A user-chosen key may equal a property that every object inherits. */
function ownProperty<Value>(table: { readonly [key: string]: Value }, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
