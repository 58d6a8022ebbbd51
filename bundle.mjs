/** `npm run build`: daemon, bridge and workers as plain JavaScript in `dist/bundle`, which start faster and need less memory. */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { rolldown } from 'rolldown';

const root = import.meta.dirname;

const workers = readdirSync(join(root, 'daemon', 'workers'))
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => basename(name, '.ts'));

const bundle = await rolldown({
  cwd: root,
  platform: 'node',
  input: {
    headless: 'headless.ts',
    ...Object.fromEntries(workers.map((name) => [`workers/${name}`, `daemon/workers/${name}.ts`])),
  },
  // Native modules stay where npm put them.
  external: ['better-sqlite3', 'keytar'],
});
await bundle.write({
  dir: join(root, 'dist', 'bundle'),
  format: 'esm',
  entryFileNames: '[name].js',
  // Beside the entry, so that a worker is found at the same place from every chunk.
  chunkFileNames: 'chunk-[name]-[hash].js',
  cleanDir: true,
});
await bundle.close();
