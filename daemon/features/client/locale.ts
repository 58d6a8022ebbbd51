import type { z } from 'zod';
import english from '../../../resources/locales/en/client.json' with { type: 'json' };
import type { locale } from './contract.ts';

type Locale = z.input<typeof locale>;

/** The available languages, English first. */
const locales: readonly Locale[] = [english];

export type LanguageOptions = {
  /** `[ui].language`. */
  configured: string | undefined;
  environment: { readonly [name: string]: string | undefined };
};

/** The texts of the configured language, else of the system's language, else English. */
export function localeFor(options: LanguageOptions): Locale {
  const code = chooseLanguage(
    locales.map((each) => each.code),
    options,
  );
  return locales.find((each) => each.code === code) ?? english;
}

/**
 * The entry of `available` that matches the requested language, or the language without its region (`de` for `de-AT`);
 * undefined if there is none.
 */
export function chooseLanguage(
  available: readonly string[],
  { configured, environment }: LanguageOptions,
): string | undefined {
  // POSIX, Base Definitions, 8.2: the first variable that is set and not empty.
  const { LC_ALL, LC_MESSAGES, LANG } = environment;
  const requested = [configured, LC_ALL, LC_MESSAGES, LANG].find(Boolean) ?? '';
  const [tag = ''] = requested.toLowerCase().replaceAll('_', '-').split(/[.@]/);
  const [language = ''] = tag.split('-');
  return [tag, language].flatMap((form) => available.find((code) => code.toLowerCase() === form) ?? [])[0];
}
