import { settingText } from '../../data/settings/setting-text.ts';
import type { Setting, SettingValue } from '../../data/queries/settings.ts';

/** The values of settings that are hard to revert. */
const needsConfirmation: Readonly<Record<string, ((value: SettingValue | null) => boolean) | undefined>> = {
  'general.safety_policy': (value) => value !== 'full',
  'bridge.auto_local_token': (value) => value === false,
  'bridge.port': () => true,
  'bridge.bind': () => true,
  'bridge.enabled': (value) => value === false,
};

/** The question before a value is set that is hard to revert; undefined for other values. */
export function confirmationOf(setting: Setting, value: SettingValue | null): string | undefined {
  return needsConfirmation[setting.key]?.(value) ? settingText(setting).asks : undefined;
}
