/**
 * `npm run build`: bundles the app, the daemon, its bridge and its workers as plain JavaScript in `dist/bundle`, which
 * starts faster, needs less memory, and is what is packed. The licences of all bundled packages are written beside them.
 *
 * The modules are CommonJS. A module that imports `node:http` as an ES module also gets all its exports, and one of them
 * loads the whole of undici: 40 ms and 10 MB in each thread. Node also loads CommonJS with less work.
 */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { rolldown } from 'rolldown';
import { licenceTexts } from './licences.mjs';

const root = import.meta.dirname;
const folder = join(root, 'dist', 'bundle');

const workers = readdirSync(join(root, 'daemon', 'workers'))
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => basename(name, '.ts'));

await write(
  {
    input: {
      headless: 'headless.ts',
      main: 'electron/main.ts',
      utility: 'electron/utility.ts',
      ...Object.fromEntries(workers.map((name) => [`workers/${name}`, `daemon/workers/${name}.ts`])),
    },
    // Native modules, and a module that starts the programs it ships, stay where npm put them.
    external: ['electron', 'better-sqlite3', 'keytar', 'node-notifier'],
  },
  {
    format: 'cjs',
    entryFileNames: '[name].cjs',
    // Beside the entry, so that every chunk finds a worker at the same path.
    chunkFileNames: 'chunk-[name]-[hash].cjs',
    cleanDir: true,
  },
);

writeFileSync(join(folder, 'licences.txt'), licenceTexts(root));

// The preload script of the page runs in a sandbox without modules: one file, in CommonJS.
const preload = 'electron/preload.ts';
if (!existsSync(join(root, preload))) throw new Error(`${preload} is missing, without which the window has no rights.`);
await write({ input: { preload }, external: ['electron'] }, { format: 'cjs', entryFileNames: '[name].cjs' });

async function write(input, output) {
  const bundle = await rolldown({ cwd: root, platform: 'node', ...input });
  await bundle.write({ dir: folder, ...output });
  await bundle.close();
}
