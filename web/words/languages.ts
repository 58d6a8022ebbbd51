import { pseudoCodes, pseudoLanguage } from './pseudo.ts';
import { englishLanguage } from './speaking.ts';
import { createLanguage, type Language } from './spoken.ts';
import type { Words } from './text.ts';

/** The words of other languages by the paths of their files, read when the page is built; each is fetched when it is wanted. */
const files = import.meta.glob<Words>(
  ['../../resources/locales/*/page.json', '!../../resources/locales/en/page.json'],
  {
    import: 'default',
  },
);

const codeOf = (path: string) => /\/([^/]+)\/page\.json$/.exec(path)?.[1] ?? '';

/** The languages that the page has words in (BCP 47), English first. */
export function languageCodes(): string[] {
  return [englishLanguage.code, ...Object.keys(files).map(codeOf)];
}

/** The language of this code (BCP 47), or undefined where the page has no words in it. */
export async function languageOf(code: string): Promise<Language | undefined> {
  if (code === englishLanguage.code) return englishLanguage;
  const pseudo = pseudoCodes.find((each) => each === code);
  if (pseudo) return pseudoLanguage(pseudo);
  const file = Object.keys(files).find((path) => codeOf(path) === code);
  const words = file === undefined ? undefined : await files[file]?.();
  return words && createLanguage({ code, words });
}
