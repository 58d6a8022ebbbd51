import { linkTo } from '../settings/find-setting.tsx';
import { keysInForce, namesOf } from '../settings/keys.ts';
import { lineWords } from '../settings/line-words.ts';
import { placeOf } from '../settings/pages.ts';
import type { Setting, Settings } from '../settings/queries.ts';
import { strings } from '../strings.ts';

export type SettingCommand = { key: string; words: string; link: ReturnType<typeof linkTo> };

/** Every setting there is at the moment, by its page and its name, and the way to it. */
export function settingCommands(schema: readonly Setting[], settings: Settings): SettingCommand[] {
  return keysInForce(schema, settings.values).map((setting) => ({
    key: setting.key,
    words: `${pageWords(setting.key)}: ${lineWords(setting).name}`,
    link: linkTo(setting.key),
  }));
}

function pageWords(key: string): string {
  const [table, name] = namesOf(key);
  if (table === 'accounts' && name !== undefined) return strings.palette.accountSetting({ account: name });
  const place = placeOf(key);
  if (place === 'sounds') return strings.sounds.title;
  return strings.settings.page[place === 'profiles' ? 'access' : place].title;
}
