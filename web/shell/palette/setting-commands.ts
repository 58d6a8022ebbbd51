import { keysInForce, namesOf } from '../../data/settings/setting-keys.ts';
import { settingText, tableTitleOf } from '../../data/settings/setting-text.ts';
import { linkToSetting, pageNameOf } from '../../data/settings/setting-pages.ts';
import type { Setting, Settings } from '../../data/queries/settings.ts';

type SettingCommand = { key: string; label: string; link: ReturnType<typeof linkToSetting> };

/** Links to all current settings, by page and name. */
export function settingCommands(schema: readonly Setting[], settings: Settings): SettingCommand[] {
  return keysInForce(schema, settings.values).map((setting) => ({
    key: setting.key,
    label: `${describePage(setting.key, settings)}: ${settingText(setting).name}`,
    link: linkToSetting(setting.key),
  }));
}

function describePage(key: string, { values }: Settings): string {
  const [table, name] = namesOf(key);
  return table === 'accounts' && name !== undefined ? tableTitleOf(`accounts ${name}`, values) : pageNameOf(key);
}
