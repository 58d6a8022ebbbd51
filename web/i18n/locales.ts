import { pseudoCodes, pseudoLocale } from './pseudo-locale.ts';
import { englishLocale } from './current-locale.ts';
import { createLocale, type Locale } from './locale.ts';
import type { Catalog } from './message-format.ts';

/** The messages of other languages by file path, parsed at build time; each is fetched when it is used. */
const files = import.meta.glob<Catalog>(
  ['../../resources/locales/*/page.json', '!../../resources/locales/en/page.json'],
  {
    import: 'default',
  },
);

const codeOf = (path: string) => /\/([^/]+)\/page\.json$/.exec(path)?.[1] ?? '';

/** The languages with messages (BCP 47), English first. */
export function localeCodes(): string[] {
  return [englishLocale.code, ...Object.keys(files).map(codeOf)];
}

/** The language with this code (BCP 47), or undefined if the page has no messages in it. */
export async function loadLocale(code: string): Promise<Locale | undefined> {
  if (code === englishLocale.code) return englishLocale;
  const pseudo = pseudoCodes.find((each) => each === code);
  if (pseudo) return pseudoLocale(pseudo);
  const file = Object.keys(files).find((path) => codeOf(path) === code);
  const catalog = file === undefined ? undefined : await files[file]?.();
  return catalog && createLocale({ code, catalog });
}
