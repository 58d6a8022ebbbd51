import { strings } from '../strings.ts';
import { namesOf } from './keys.ts';
import type { Setting, SettingValue } from './queries.ts';
import { list, number } from '../words/formats.ts';

const words = strings.settings;

export type LineWords = {
  name: string;
  hint?: string;
  /** What each choice is called. */
  choices?: Readonly<Record<string, string>>;
  /** What comes of each choice, below its name. */
  means?: Readonly<Record<string, string>>;
  /** After a number. */
  unit?: string;
  /** The question before a value that is hard to take back is set. */
  asks?: string;
};

/** By the setting, and by what a profile has. */
const lines: Readonly<Record<string, LineWords | undefined>> = words.lines;
const profileLines: Readonly<Record<string, LineWords | undefined>> = words.profileLines;

/** What a setting is called and does: in words of the page, else in those of the daemon. */
export function lineWords({ key, meaning }: Setting): LineWords {
  const profile = key.startsWith('agents.profiles.') ? profileLines[namesOf(key).at(-1) ?? ''] : undefined;
  return lines[key] ?? profile ?? { name: plainName(key), hint: meaning };
}

/** `max_pending_jobs` as people read it. */
export function plainName(key: string): string {
  const name = (namesOf(key).at(-1) ?? key).replaceAll(/[_-]/g, ' ');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** A value in words, for what the default is. */
export function valueWords(setting: Setting, value: SettingValue | null): string {
  const { choices = {}, unit } = lineWords(setting);
  if (value === null) return setting.otherwise ?? words.none;
  if (typeof value === 'boolean') return value ? words.on : words.off;
  if (Array.isArray(value)) return value.length === 0 ? words.none : list(value.map((each) => choices[each] ?? each));
  if (typeof value === 'number')
    return isHour(setting) ? hourWords(value) : [number(value), unit].filter(Boolean).join(' ');
  return choices[value] ?? (value === '' ? words.none : value);
}

const mostSideBySide = 3;

/** Letters of all choices that stand beside each other on a telephone as well. */
const mostLetters = 32;

/** Whether all its choices are shown at once: a few short ones, or those that say what they mean. */
export function isShownWhole({ type, choices }: Setting, line: LineWords): boolean {
  if (type !== 'choice') return false;
  if (line.means !== undefined) return true;
  const { choices: names } = line;
  if (!names || !choices || choices.length > mostSideBySide) return false;
  return choices.map((each) => names[each] ?? each).join('').length <= mostLetters;
}

/** Hours of the day are chosen from a clock, not typed. */
export function isHour({ type, range }: Setting): boolean {
  return type === 'whole' && range?.least === 0 && range.most === 23;
}

export function hourWords(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}
