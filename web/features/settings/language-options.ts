import { strings } from '../../i18n/strings.ts';
import { localeCodes } from '../../i18n/locales.ts';
import type { Option } from './controls.tsx';

/** The available languages; a configured language that is not available is listed, too. */
export function languageOptions(chosen: string): Option[] {
  const known = localeCodes();
  const others = chosen === '' || known.includes(chosen) ? [] : [chosen];
  return [
    { value: '', label: strings.settings.asSystem },
    ...[...known, ...others].map((tag) => ({ value: tag, label: nameOf(tag), lang: tag })),
  ];
}

/** The name of a language in that language; the tag itself if no browser knows it. */
function nameOf(tag: string): string {
  try {
    const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
  } catch (error) {
    if (error instanceof RangeError) return tag;
    throw error;
  }
}
