import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitLimitMs, until } from '../../daemon/test-until.ts';
import { noFsyncProgram } from '../use-bundle.ts';

/** A separate daemon with a demo mailbox, and the address of its page. */
export type App = { url: string; stop: () => Promise<void> };

const root = join(import.meta.dirname, '../..');

type AppOptions = {
  messages?: number;
  /** The content of config.toml. */
  config?: string;
  /** Further arguments of the command line. */
  words?: readonly string[];
  env?: NodeJS.ProcessEnv;
};

/** Starts Posthorn on a demo mailbox in temporary folders and a free port. The page must have been built. */
export async function startApp({
  messages = 500,
  config: toml = '',
  words = [],
  env = {},
}: AppOptions = {}): Promise<App> {
  if (!existsSync(join(root, 'web/dist/index.html'))) {
    throw new Error('The page is not built: run `npm run build`, then these tests again.');
  }
  const home = await mkdtemp(join(tmpdir(), 'posthorn-page-'));
  const config = join(home, 'config');
  await mkdir(config, { mode: 0o700 });
  await writeFile(join(config, 'config.toml'), toml);
  const child = spawn(process.execPath, [...noFsyncProgram, `--demo=${messages}`, '--bridge-port', '0', ...words], {
    cwd: root,
    env: {
      ...process.env,
      SVC_CONFIG_DIR: config,
      SVC_DATA_DIR: join(home, 'data'),
      SVC_KEYCHAIN: 'off',
      XDG_DOWNLOAD_DIR: join(home, 'downloads'),
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const output: string[] = [];
  child.stderr.on('data', (text) => output.push(String(text)));
  async function stop(): Promise<void> {
    await end(child);
    await rm(home, { recursive: true, force: true });
  }
  try {
    const port = await portOf(child, join(config, 'bridge-port'));
    return { url: `http://127.0.0.1:${port}`, stop };
  } catch (error) {
    await stop().catch(() => undefined);
    throw new Error(`Posthorn did not start. Its output: ${output.join('').slice(-2000)}`, { cause: error });
  }
}

async function portOf(child: ChildProcess, file: string): Promise<number> {
  let port = 0;
  await until(`a port is written to ${file}`, async () => {
    if (child.exitCode !== null) throw new Error('It ended at its start.');
    port = existsSync(file) ? Number(await readFile(file, 'utf8')) : 0;
    return port > 0;
  });
  return port;
}

/** Throws if it has to be killed. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), waitLimitMs);
  const [code, signal] = (await ended) as [number | null, string | null];
  clearTimeout(late);
  if (signal === 'SIGKILL') throw new Error(`Posthorn did not stop within ${waitLimitMs} ms and was killed.`);
  if (code !== 0) throw new Error(`Posthorn did not stop cleanly (${signal ?? code}).`);
}
