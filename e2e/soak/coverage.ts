/**
 * `npm run soak -- coverage [PATH …]`: prints the share of the lines of the daemon and the bridge that their tests run, file by
 * file and in all; of the tests in these paths, by default all of them. They run completely, from the sources.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const paths = process.argv.slice(2);
const child = spawn(
  process.execPath,
  [
    join(import.meta.dirname, '../tests.ts'),
    '--once',
    '--experimental-test-coverage',
    '--test-coverage-include=daemon/**/*.ts',
    '--test-coverage-include=bridge/**/*.ts',
    '--test-coverage-exclude=**/*.test.ts',
    '--test-coverage-exclude=**/test-*.ts',
    ...(paths.length > 0 ? paths : ['daemon/', 'bridge/']),
  ],
  { stdio: 'inherit' },
);
const [code] = (await once(child, 'exit')) as [number | null];
process.exitCode = code ?? 1;
