import { homedir } from 'node:os';
import { openLog } from '../../daemon/base/log.ts';
import { resolvePaths } from '../../daemon/config/paths.ts';

/** Writes a fatal error into the daemon's log and to standard error. Failures of the log do not matter. */
export function logFatalError(thrown: unknown, instance: string, env: NodeJS.ProcessEnv = process.env): void {
  process.stderr.write(`${thrown instanceof Error ? thrown.stack : String(thrown)}\n`);
  try {
    const { logFile: file } = resolvePaths({ env, platform: process.platform, home: homedir(), instance });
    openLog({ file }).fatal({ err: thrown }, 'the daemon process ends because of an unexpected error');
  } catch (failed) {
    process.stderr.write(`This could not be written into the log: ${String(failed)}\n`);
  }
}
