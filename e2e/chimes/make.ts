/** Generates the sounds in `resources/chimes`: `node e2e/chimes/make.ts`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chimeFiles } from './sounds.ts';

const folder = join(import.meta.dirname, '../../resources/chimes');
mkdirSync(folder, { recursive: true });
for (const [name, wave] of chimeFiles()) {
  writeFileSync(join(folder, `${name}.wav`), wave);
  console.log(`${name}.wav: ${wave.length} bytes`);
}
