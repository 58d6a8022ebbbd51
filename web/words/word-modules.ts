import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { readWords } from './icu.ts';
import { isText, type Tree, type Words, wordsAt } from './text.ts';
import { wordUses } from './word-uses.ts';

const locales = join(import.meta.dirname, '../../resources/locales');
const learning = join(import.meta.dirname, 'said.ts');
const whole = join(import.meta.dirname, 'english.ts');

/** The English words of one place, as a module that teaches them to the page. */
export const wordModule = /^virtual:words\/(.*)$/;
const otherLanguage = /^virtual:language\/(.*)$/;

/**
 * Words are read when the page is built, so that it need not bring along what reads them. Each source brings the English
 * words that it says, and so nobody waits for those of pages that are not shown. A place is a text or section of a section:
 * smaller parts would be more modules than words.
 */
export function wordModules(): Plugin[] {
  const english = readWords(writtenWords('en'));
  return [
    {
      name: 'words-of-sources',
      apply: 'build',
      enforce: 'pre',
      resolveId: (id) => (wordModule.test(id) ? id : undefined),
      load(id) {
        if (id === whole) return '';
        const [, place] = wordModule.exec(id) ?? [];
        return place === undefined ? undefined : lesson(place.split('/').map(decodeURIComponent), english);
      },
      transform(code, id) {
        if (!/\.tsx?$/.test(id) || id.includes('/node_modules/')) return undefined;
        const modules = new Set(wordUses(id, code, english).flatMap((place) => placesOf(place, english).map(nameOf)));
        return modules.size === 0
          ? undefined
          : { code: `${code}\n${[...modules].map((name) => `import ${JSON.stringify(name)};`).join('\n')}`, map: null };
      },
    },
    {
      name: 'words-of-languages',
      enforce: 'pre',
      resolveId(id) {
        const [, code] = /\/locales\/([^/]+)\/page\.json$/.exec(id) ?? [];
        return code === undefined || code === 'en' ? undefined : `virtual:language/${code}`;
      },
      load(id) {
        const [, code] = otherLanguage.exec(id) ?? [];
        if (code === undefined) return undefined;
        this.addWatchFile(fileOf(code));
        return `export default ${JSON.stringify(readWords(writtenWords(code)))};`;
      },
    },
  ];
}

const fileOf = (code: string) => join(locales, code, 'page.json');

function writtenWords(code: string): Tree {
  return JSON.parse(readFileSync(fileOf(code), 'utf8')) as Tree;
}

/** The places that a module is made of: no deeper than two names, and all that lie in a place that is shorter. */
function placesOf(place: readonly string[], english: Words): (readonly string[])[] {
  const at = place.length < 2 ? wordsAt(english, place) : undefined;
  if (at === undefined || isText(at)) return [place.slice(0, 2)];
  return Object.keys(at).flatMap((name) => placesOf([...place, name], english));
}

const nameOf = (place: readonly string[]) => `virtual:words/${place.map(encodeURIComponent).join('/')}`;

function lesson(place: readonly string[], english: Words): string {
  const name = place.at(-1) ?? '';
  const words = { [name]: wordsAt(english, place) };
  return [
    `import { learn } from ${JSON.stringify(learning)};`,
    `learn(${JSON.stringify(place.slice(0, -1))}, ${JSON.stringify(words)});`,
  ].join('\n');
}
