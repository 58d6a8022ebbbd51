import { lineWords } from './line-words.ts';
import type { Setting, SettingValue } from './queries.ts';

/** Which values of which settings are hard to take back. */
const grave: Readonly<Record<string, ((value: SettingValue | null) => boolean) | undefined>> = {
  'general.safety_policy': (value) => value !== 'full',
  'bridge.auto_local_token': (value) => value === false,
  'bridge.port': () => true,
  'bridge.bind': () => true,
  'bridge.enabled': (value) => value === false,
};

/** The question before a value is set that is hard to take back; undefined where it is not. */
export function questionOf(setting: Setting, value: SettingValue | null): string | undefined {
  return grave[setting.key]?.(value) ? lineWords(setting).asks : undefined;
}
