import type { z } from 'zod';
import { isOpenToAgents } from '../../config/agent-keys.ts';
import { keyText } from '../../config/keys.ts';
import { configuration } from '../../config/schema.ts';
import { choice, required, type Field, type Node } from '../../config/shape.ts';
import type { settingsRequests } from './contract.ts';

type Setting = z.input<typeof settingsRequests.schema.output>['settings'][number];

/** Every key of config.toml as data, in the order of the schema. */
export function describedSettings(): Setting[] {
  return described(configuration, { path: [], variant: null });
}

type Place = { path: readonly string[]; variant: string | null };

function described(node: Node, place: Place): Setting[] {
  const below = (name: string, variant = place.variant): Place => ({ path: [...place.path, name], variant });
  switch (node.is) {
    case 'field':
      return [describedField(node, place)];
    case 'table':
      return Object.entries(node.keys).flatMap(([name, inner]) => described(inner, below(name)));
    case 'named':
      return described(node.of, below('<key>'));
    case 'variants': {
      const types = Object.keys(node.of);
      const decider = choice(types[0] ?? '', types, `${node.meaning} It decides which other keys there are.`);
      const keys = Object.entries(node.of).flatMap(([type, { keys }]) =>
        Object.entries(keys).flatMap(([name, inner]) => described(inner, below(name, type))),
      );
      return [describedField({ ...decider, default: required }, below('type')), ...keys];
    }
  }
}

function describedField(field: Field, { path, variant }: Place): Setting {
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
    open_to_agents: isOpenToAgents(path),
  };
}
