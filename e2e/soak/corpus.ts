/** `npm run soak -- corpus [PART]`: the tests on all real mail; with a part of a name, the tests of that name. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { corpusMissing } from '../corpus.ts';

const [part = ''] = process.argv.slice(2);
const missing = corpusMissing();
if (missing) console.log(missing);
else process.exitCode = await soak();

async function soak(): Promise<number> {
  const folder = join(import.meta.dirname, '..', 'corpus');
  const files = globSync('*.test.ts', { cwd: folder }).filter((name) => name.includes(part));
  const child = spawn(process.execPath, ['--test', '--test-concurrency=1', ...files.toSorted()], {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, POSTHORN_CORPUS_ALL: 'yes' },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}
