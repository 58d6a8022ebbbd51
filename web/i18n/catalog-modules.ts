import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { parseCatalog } from './icu.ts';
import { isText, type CatalogSource, type Catalog, entryAt } from './message-format.ts';
import { messageUses } from './message-uses.ts';

const locales = join(import.meta.dirname, '../../resources/locales');
const catalogFile = join(import.meta.dirname, 'catalog.ts');
const englishFile = join(import.meta.dirname, 'english.ts');

/** A generated module that adds the English messages of one place to the catalog. */
export const catalogModulePattern = /^virtual:catalog\/(.*)$/;
const localeModulePattern = /^virtual:language\/(.*)$/;

/**
 * Messages are parsed at build time, so that the page contains no parser. Each source imports the English messages that it
 * uses, so the first render does not wait for those of other pages. A place is a message or a subsection of a section:
 * smaller units would give more modules than messages.
 */
export function catalogModules(): Plugin[] {
  const english = parseCatalog(readCatalog('en'));
  return [
    {
      name: 'catalog-of-sources',
      apply: 'build',
      enforce: 'pre',
      resolveId: (id) => (catalogModulePattern.test(id) ? id : undefined),
      load(id) {
        if (id === englishFile) return '';
        const [, keyPath] = catalogModulePattern.exec(id) ?? [];
        return keyPath === undefined
          ? undefined
          : catalogModuleSource(keyPath.split('/').map(decodeURIComponent), english);
      },
      transform(code, id) {
        if (!/\.tsx?$/.test(id) || id.includes('/node_modules/')) return undefined;
        const modules = new Set(
          messageUses(id, code, english).flatMap((keyPath) => modulePaths(keyPath, english).map(moduleId)),
        );
        return modules.size === 0
          ? undefined
          : { code: `${code}\n${[...modules].map((name) => `import ${JSON.stringify(name)};`).join('\n')}`, map: null };
      },
    },
    {
      name: 'catalog-of-locales',
      enforce: 'pre',
      resolveId(id) {
        const [, code] = /\/locales\/([^/]+)\/page\.json$/.exec(id) ?? [];
        return code === undefined || code === 'en' ? undefined : `virtual:language/${code}`;
      },
      load(id) {
        const [, code] = localeModulePattern.exec(id) ?? [];
        if (code === undefined) return undefined;
        this.addWatchFile(fileOf(code));
        return `export default ${JSON.stringify(parseCatalog(readCatalog(code)))};`;
      },
    },
  ];
}

const fileOf = (code: string) => join(locales, code, 'page.json');

function readCatalog(code: string): CatalogSource {
  return JSON.parse(readFileSync(fileOf(code), 'utf8')) as CatalogSource;
}

/** The places of a module: at most two levels deep, and without those that a shorter place contains. */
function modulePaths(keyPath: readonly string[], english: Catalog): (readonly string[])[] {
  const at = keyPath.length < 2 ? entryAt(english, keyPath) : undefined;
  if (at === undefined || isText(at)) return [keyPath.slice(0, 2)];
  return Object.keys(at).flatMap((name) => modulePaths([...keyPath, name], english));
}

const moduleId = (keyPath: readonly string[]) => `virtual:catalog/${keyPath.map(encodeURIComponent).join('/')}`;

function catalogModuleSource(keyPath: readonly string[], english: Catalog): string {
  const name = keyPath.at(-1) ?? '';
  const messages = { [name]: entryAt(english, keyPath) };
  return [
    `import { addMessages } from ${JSON.stringify(catalogFile)};`,
    `addMessages(${JSON.stringify(keyPath.slice(0, -1))}, ${JSON.stringify(messages)});`,
  ].join('\n');
}
