import type { z } from 'zod';
import { isAgentEditable } from '../../config/schema/agent-editable.ts';
import { keyText } from '../../config/toml/keys.ts';
import { configuration } from '../../config/schema/schema.ts';
import { choice, required, type Field, type SchemaNode } from '../../config/schema/schema-nodes.ts';
import type { settingsRequests } from './contract.ts';

type Setting = z.input<typeof settingsRequests.schema.output>['settings'][number];

/** Every key of config.toml as data, in the order of the schema. */
export function describeSettings(): Setting[] {
  return describeNode(configuration, { path: [], variant: null });
}

type SettingPath = { path: readonly string[]; variant: string | null };

function describeNode(node: SchemaNode, location: SettingPath): Setting[] {
  const below = (name: string, variant = location.variant): SettingPath => ({
    path: [...location.path, name],
    variant,
  });
  switch (node.kind) {
    case 'field':
      return [describeField(node, location)];
    case 'table':
      return Object.entries(node.keys).flatMap(([name, inner]) => describeNode(inner, below(name)));
    case 'named':
      return describeNode(node.of, below('<key>'));
    case 'variants': {
      const types = Object.keys(node.of);
      const typeField = choice(types[0] ?? '', types, `${node.meaning} It decides which other keys there are.`);
      const keys = Object.entries(node.of).flatMap(([type, { keys }]) =>
        Object.entries(keys).flatMap(([name, inner]) => describeNode(inner, below(name, type))),
      );
      return [describeField({ ...typeField, default: required }, below('type')), ...keys];
    }
  }
}

function describeField(field: Field, { path, variant }: SettingPath): Setting {
  const { type, meaning, otherwise = null, choices, range, rule } = field;
  const isRequired = field.default === required;
  return {
    key: path.map((name) => (name === '<key>' ? name : keyText([name]))).join('.'),
    only_with_type: variant,
    type,
    meaning,
    is_required: isRequired,
    default: isRequired || field.default === undefined ? null : (field.default as Setting['default']),
    otherwise,
    choices: choices ? [...choices] : null,
    range: range ? { least: range[0], most: range[1] } : null,
    expects: rule?.expects ?? null,
    open_to_agents: isAgentEditable(path),
    in_effect: field.isInEffect !== false,
  };
}
