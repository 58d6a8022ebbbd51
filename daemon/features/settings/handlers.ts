import type { z } from 'zod';
import { keyPath } from '../../config/toml/keys.ts';
import type { LiveConfig } from '../../config/live-config.ts';
import { redactedConfig } from '../../config/schema/redact.ts';
import { valueAt, type Values } from '../../config/toml/values.ts';
import type { Call, Handlers } from '../../handler-types.ts';
import { isPerson } from '../../safety/policy.ts';
import type { settingsRequests } from './contract.ts';
import { describeSettings } from './description.ts';

type SettingsDeps = { config: LiveConfig };

type Settings = z.input<typeof settingsRequests.get.output>;
type SettingsCall = Pick<Call, 'caller' | 'accounts'>;

export function settingsHandlers({ config }: SettingsDeps): Handlers<typeof settingsRequests> {
  return {
    schema: () => ({ settings: describeSettings() }),
    get: (_input, call) => settingsFor(config, call),
    change({ key, value, if_match }, call) {
      config.change(key, value ?? undefined, { if_match });
      return settingsFor(config, call);
    },
  };
}

function settingsFor(config: LiveConfig, call: SettingsCall): Settings {
  const { file, etag, trouble, notes, explicit, current } = config;
  const values = redactedConfig(current);
  if (isPerson(call.caller))
    return { file, etag, trouble: trouble ?? null, notes: [...notes], values, explicit: [...explicit] };
  const visible = withoutOtherAccounts(values, call);
  return {
    file: null,
    etag,
    trouble: null,
    notes: [],
    values: visible,
    explicit: [...explicit].filter((key) => valueAt(visible, keyPath(key) ?? []) !== undefined),
  };
}

/** A caller other than the user sees neither other accounts nor the access settings of the daemon. */
function withoutOtherAccounts(values: Values, { accounts }: SettingsCall): Values {
  const { agents: _agents, bridge: _bridge, transports: _transports, general, ...rest } = values;
  const own = new Set(accounts.map(({ key }) => key));
  const { default_account, ...others } = general as Values;
  const isOwn = typeof default_account === 'string' && own.has(default_account);
  const tables = Object.entries(values.accounts as Values).filter(([key]) => own.has(key));
  return {
    general: isOwn ? general : others,
    ...rest,
    accounts: Object.fromEntries(tables),
  };
}
