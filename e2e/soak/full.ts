/**
 * `npm run soak -- full`: the tests of all tiers with everything of which `npm test` and `.ci/run` take samples: every state
 * of every page with axe, every everyday task by mouse and by keyboard, the network log of every browser, the large counts
 * of kills and faults. Random input has its full counts in `npm run soak -- random`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const child = spawn(process.execPath, [join(import.meta.dirname, '../tests.ts')], {
  stdio: 'inherit',
  env: { ...process.env, POSTHORN_TESTS: 'full' },
});
const [code] = (await once(child, 'exit')) as [number | null];
process.exitCode = code ?? 1;
