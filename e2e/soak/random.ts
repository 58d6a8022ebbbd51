/**
 * `npm run soak -- random`: runs every test with random or very large input, with its full count of inputs. `npm test` and
 * `.ci/run` try a part of them (`daemon/test-run-count.ts`).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const files = globSync('{daemon,e2e}/**/*.test.ts').filter((path) =>
  readFileSync(path, 'utf8').includes('/test-run-count.ts'),
);
const child = spawn(process.execPath, [join(import.meta.dirname, '../tests.ts'), '--once', ...files], {
  stdio: 'inherit',
  env: { ...process.env, POSTHORN_FULL_COUNTS: '1' },
});
const [code] = (await once(child, 'exit')) as [number | null];
process.exitCode = code ?? 1;
