import { Failure } from '../../base/failure.ts';
import type { ConfigEdit } from '../../config/edit-config.ts';
import type { ConfigSource } from '../../config/config-source.ts';
import { llmFeatures, withoutCredentials } from '../../config/schema/llm.ts';
import type { TomlValue } from '../../config/toml/toml-text.ts';
import type { InputOf } from '../../handler-types.ts';
import type { llmRequests } from './contract.ts';

type ConfigInput = InputOf<(typeof llmRequests)['saveConfig']>;

const overrideKeys = [
  'enabled',
  'base_url',
  'model',
  'api_key_env',
  'context_window',
  'request_timeout_secs',
  'allow_cloud_relationship_data',
] as const;

/** The edits of config.toml that make it say what the request does. A key that says so already, or by default, is not written. */
export function llmConfigEdits(
  { overrides, gist_concurrency, ...general }: ConfigInput,
  config: Pick<ConfigSource, 'current' | 'explicit'>,
): ConfigEdit[] {
  const { llm } = config.current;
  const values = { ...general, ...(gist_concurrency !== undefined && { gist_concurrency }) };
  const edits = Object.entries(values).flatMap(([key, value]): ConfigEdit[] => {
    const given = normal(key, value);
    const isDefault = !config.explicit.has(`llm.${key}`) && llm[key as keyof typeof values] === given;
    return isDefault ? [] : [{ set: ['llm', key], value: given }];
  });
  return overrides ? [...edits, ...overrideEdits(overrides, config)] : edits;
}

function overrideEdits(
  overrides: NonNullable<ConfigInput['overrides']>,
  { explicit }: Pick<ConfigSource, 'explicit'>,
): ConfigEdit[] {
  return llmFeatures.flatMap((feature) => {
    const given = overrides[feature] ?? {};
    const isGone = Object.values(given).every((value) => value === null || value === undefined);
    const table = ['llm', 'overrides', feature];
    const known = [...explicit].filter((key) => key.startsWith(`${table.join('.')}.`));
    if (isGone) return known.length > 0 ? [{ drop: table }] : [];
    return overrideKeys.flatMap((key): ConfigEdit[] => {
      const value = given[key] ?? undefined;
      const isAbsent = value === undefined && !explicit.has([...table, key].join('.'));
      return isAbsent ? [] : [{ set: [...table, key], value: value === undefined ? undefined : normal(key, value) }];
    });
  });
}

/** Throws Failure `invalid_setting` for an address with a name or password, which would be a secret in the file. */
function normal(key: string, value: string | number | boolean): TomlValue {
  if (key !== 'base_url' || typeof value !== 'string') return value;
  if (withoutCredentials(value) !== value) {
    const sentence =
      'The address contains a name or password. Put the key into an environment variable, and enter the name of the variable.';
    throw new Failure('invalid', 'invalid_setting', sentence, { key: 'llm.base_url' });
  }
  return value.replace(/\/+$/, '');
}
