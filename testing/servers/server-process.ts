import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { waitLimitMs } from '../../daemon/test-until.ts';
import { isListening } from './ports.ts';

/** A server that runs for a test, with its children in a process group. */
export type ServerProcess = { name: string; child: ChildProcess; log: () => string };

/** Runs `command` in `dir`, as another user if one is given. It ends with its parent process. */
export function launchServer(
  name: string,
  command: readonly string[],
  { dir, runAs }: { dir: string; runAs?: { uid: number; gid: number } | undefined },
): ServerProcess {
  const asUser = runAs ? ['--reuid', String(runAs.uid), '--regid', String(runAs.gid), '--clear-groups'] : [];
  // The parent's death ends the server too, so that a killed test run leaves none behind.
  const args = ['--pdeathsig', 'TERM', ...asUser, ...command];
  const child = spawn('setpriv', args, { cwd: dir, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  child.stderr?.on('data', (chunk: Buffer) => (log = (log + chunk.toString()).slice(-20_000)));
  child.once('error', (error) => (log += error.message));
  // A test that does not stop its server still ends, and takes the server with it.
  child.unref();
  (child.stderr as Socket | null)?.unref();
  const killAtExit = () => signalGroup(child, 'SIGKILL');
  process.once('exit', killAtExit);
  child.once('exit', () => process.off('exit', killAtExit));
  return { name, child, log: () => log };
}

/** Waits until it accepts connections at every port. Throws with its log if it does not. */
export async function untilListening({ name, child, log }: ServerProcess, ports: readonly number[]): Promise<void> {
  const limit = AbortSignal.timeout(waitLimitMs);
  for (const port of ports) {
    while (!(await isListening(port))) {
      if (child.exitCode !== null || child.signalCode) throw new Error(`${name} ended at its start. Its log: ${log()}`);
      if (limit.aborted) throw new Error(`${name} did not answer within ${waitLimitMs} ms. Its log: ${log()}`);
    }
  }
}

/** Ends it and its child processes, and removes its folder. */
export async function stopServer({ child }: ServerProcess, dir: string): Promise<void> {
  const hasExited = child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
  if (!hasExited) {
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    signalGroup(child, 'SIGTERM');
    const timeout = setTimeout(() => signalGroup(child, 'SIGKILL'), waitLimitMs);
    await exited;
    clearTimeout(timeout);
    // Its children may outlive it by a moment, and would write into the removed folder.
    signalGroup(child, 'SIGKILL');
  }
  rmSync(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid) process.kill(-child.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
