// Ends what would block the whole run after the last test of a process: the process itself, for example if a failed hook left
// a server running, and the processes that its tests have started and not ended, which keep its output open. Plain JavaScript,
// because it is loaded before the sources.
import { readdirSync, readFileSync } from 'node:fs';
import { after } from 'node:test';

// The files of a process close what they have opened after this hook, which a busy machine needs a while for.
const graceMs = 180_000;

/** Every process that a test starts inherits it. */
const marker = 'POSTHORN_TEST_PROCESS';
process.env[marker] = String(process.pid);

after(() => {
  const timeout = setTimeout(() => {
    const resources = process.getActiveResourcesInfo().join(', ');
    console.error(`The process was still open ${graceMs / 1_000} seconds after its last test (${resources}).`);
    process.exit(1);
  }, graceMs);
  timeout.unref();
});

process.on('exit', () => {
  for (const pid of processesOfTests()) {
    console.error(
      `A test has left a process running, which is ended: ${textOf(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')}`,
    );
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if (error.code !== 'ESRCH') console.error(error);
    }
  }
});

/** None on a system without `/proc`. */
function processesOfTests() {
  const entry = `${marker}=${process.pid}`;
  try {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return pids.filter((pid) => textOf(`/proc/${pid}/environ`).split('\0').includes(entry)).map(Number);
  } catch {
    return [];
  }
}

/** Nothing for a process that has ended, or is another user's. */
function textOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
