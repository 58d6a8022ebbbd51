import { strings } from '../../i18n/strings.ts';
import { accountNameOf, namesOf } from './setting-keys.ts';
import type { Setting, Settings, SettingValue } from '../queries/settings.ts';
import { formatList, formatNumber } from '../../i18n/formats.ts';

const t = strings.settings;

export type SettingText = {
  name: string;
  hint?: string;
  /** The name of each choice. */
  choices?: Readonly<Record<string, string>>;
  /** The effect of each choice, below its name. */
  means?: Readonly<Record<string, string>>;
  /** The unit after a number. */
  unit?: string;
  /** The confirmation before a value that is hard to revert. */
  asks?: string;
};

/** By setting, and by field of a profile. */
const settingTexts: Readonly<Record<string, SettingText | undefined>> = t.lines;
const profileTexts: Readonly<Record<string, SettingText | undefined>> = t.profileLines;

/** The name and description of a setting: from the message catalog, else from the daemon. */
export function settingText({ key, meaning }: Setting): SettingText {
  const profile = key.startsWith('agents.profiles.') ? profileTexts[namesOf(key).at(-1) ?? ''] : undefined;
  return settingTexts[key] ?? profile ?? { name: plainName(key), hint: meaning };
}

/** `max_pending_jobs` as readable words. */
export function plainName(key: string): string {
  const name = (namesOf(key).at(-1) ?? key).replaceAll(/[_-]/g, ' ');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** A value in words, to describe the default. */
export function describeValue(setting: Setting, value: SettingValue | null): string {
  const { choices = {}, unit } = settingText(setting);
  if (value === null) return setting.otherwise ?? t.none;
  if (typeof value === 'boolean') return value ? t.on : t.off;
  if (Array.isArray(value)) return value.length === 0 ? t.none : formatList(value.map((each) => choices[each] ?? each));
  if (typeof value === 'number')
    return isHour(setting) ? formatHour(value) : [formatNumber(value), unit].filter(Boolean).join(' ');
  return choices[value] ?? (value === '' ? t.none : value);
}

const maxSideBySide = 3;

/** The largest total number of letters of choices that fit side by side on a telephone. */
const maxCharacters = 32;

/** Whether all choices are shown at once: a few short ones, or those with descriptions. */
export function isShownWhole({ type, choices }: Setting, text: SettingText): boolean {
  if (type !== 'choice') return false;
  if (text.means !== undefined) return true;
  const { choices: names } = text;
  if (!names || !choices || choices.length > maxSideBySide) return false;
  return choices.map((each) => names[each] ?? each).join('').length <= maxCharacters;
}

/** Hours of the day are chosen with a time input. */
export function isHour({ type, range }: Setting): boolean {
  return type === 'whole' && range?.least === 0 && range.most === 23;
}

export function formatHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

/** The title of a table of config.toml: `accounts NAME`, or the table's name. */
export function tableTitleOf(table: string, values: Settings['values']): string {
  const [kind = '', ...rest] = table.split(' ');
  if (kind === 'accounts') return t.tables.accounts({ name: accountNameOf(values, rest.join(' ')) });
  const titles: Record<string, unknown> = t.tables;
  return typeof titles[kind] === 'string' ? titles[kind] : plainName(kind);
}
