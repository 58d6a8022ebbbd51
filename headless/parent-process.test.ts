import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { testFolder } from '../daemon/test-folder.ts';
import { until } from '../daemon/test-until.ts';

const isWindows = process.platform === 'win32' && 'Windows keeps the id of an ended parent';

test('a process without a channel notices that its parent was killed', { skip: isWindows }, async (t) => {
  const folder = testFolder();
  const noticed = join(folder, 'noticed');
  const module = join(import.meta.dirname, 'parent-process.ts');
  const child = join(folder, 'child.ts');
  writeFileSync(
    child,
    `import { writeFileSync } from 'node:fs';
     import { parentChanged, parentEnded } from ${JSON.stringify(module)};
     setInterval(() => {}, 1000);
     void parentEnded().then(() => writeFileSync(${JSON.stringify(`${noticed}-too`)}, ''));
     const changed = parentChanged();
     console.log(process.pid);
     await changed;
     writeFileSync(${JSON.stringify(noticed)}, '');
     process.exit(0);`,
  );
  const parentProgram = `require('node:child_process').spawn(process.execPath, [process.argv[1]], { stdio: 'inherit' });`;
  const parent = spawn(process.execPath, ['-e', parentProgram, child], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [pid] = (await once(createInterface(parent.stdout), 'line')) as [string];
  t.after(() => endIfRunning(Number(pid)));
  parent.kill('SIGKILL');
  await until('the child has noticed it', () => existsSync(noticed));
  assert.equal(existsSync(`${noticed}-too`), false);
});

function endIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
