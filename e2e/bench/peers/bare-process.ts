import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export type BareProcess = { pid: number; port: number; kill(): Promise<void> };

/** Starts a bare program with Node and waits until it prints its port; `words` are the arguments of `node`. */
export async function startBareProcess(args: readonly string[]): Promise<BareProcess> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const killAtExit = () => child.kill('SIGKILL');
  process.once('exit', killAtExit);
  const exited = once(child, 'exit').finally(() => process.off('exit', killAtExit));
  const ended = exited.then(() => {
    throw new Error(`${args[0]} ended before it printed its port.`);
  });
  const [port] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended])) as [string];
  ended.catch(() => undefined);
  return {
    pid: child.pid ?? 0,
    port: Number(port),
    async kill(): Promise<void> {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
