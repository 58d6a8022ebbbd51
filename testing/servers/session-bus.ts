import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { waitLimitMs } from '../../daemon/test-until.ts';

export const python = '/usr/bin/python3';
const modules = '/usr/lib/python3/dist-packages';

/**
 * Why tests with a session bus are skipped, as a reason that begins with `peer:`; undefined if they can run. `subject` needs
 * `programs` in addition.
 */
export function missingForBus(subject: string, programs: readonly string[] = []): string | undefined {
  if (process.platform !== 'linux') return `peer: ${subject} over D-Bus are of Linux only.`;
  const needed = ['/usr/bin/dbus-daemon', ...programs, python, join(modules, 'dbus'), join(modules, 'gi')];
  const missing = needed.find((path) => !existsSync(path));
  return (
    missing &&
    `peer: ${subject} need ${missing}, which is not here (apt-get install dbus libnotify-bin python3-dbus python3-gi).`
  );
}

/** Starts a separate session bus; `address` is for DBUS_SESSION_BUS_ADDRESS. */
export async function startSessionBus(): Promise<{ address: string; stop(): Promise<void> }> {
  const bus = launchProcess(['/usr/bin/dbus-daemon', '--session', '--nofork', '--print-address=1'], {});
  return { address: await firstLine(bus), stop: bus.kill };
}

/** Starts a program, which is killed with this process at the latest. */
export function launchProcess([command = '', ...args]: readonly string[], env: NodeJS.ProcessEnv) {
  const child: ChildProcess = spawn(command, args, { stdio: 'pipe', env: { ...process.env, ...env } });
  const killAtExit = () => child.kill('SIGKILL');
  process.once('exit', killAtExit);
  const exited = once(child, 'exit').finally(() => process.off('exit', killAtExit));
  let stderrText = '';
  child.stderr?.on('data', (text) => (stderrText = (stderrText + String(text)).slice(-2_000)));
  if (!child.stdout) throw new Error(`${command} has no output to read.`);
  return {
    child,
    exited,
    lines: createInterface(child.stdout),
    stderrText: () => stderrText,
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

async function firstLine({ lines, exited, stderrText }: ReturnType<typeof launchProcess>): Promise<string> {
  const line = await Promise.race([
    once(lines, 'line', { signal: AbortSignal.timeout(waitLimitMs) }).then(([first]) => String(first)),
    exited.then(() => undefined),
  ]);
  if (line === undefined) throw new Error(`The session bus ended at its start: ${stderrText()}`);
  return line;
}
