import { pseudoCodes, pseudoLanguage } from './pseudo.ts';
import { createLanguage, type Language, type Tree } from './spoken.ts';
import { englishLanguage } from './speaking.ts';

/** The files of the words in other languages, by their paths; each is fetched when it is wanted. */
const files = import.meta.glob<Tree>(['../../resources/locales/*/page.json', '!../../resources/locales/en/page.json'], {
  import: 'default',
});

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
