import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { unkilledProgram } from '../built.ts';

/** A daemon of its own with a demo mailbox, and where its page is. */
export type App = { url: string; stop: () => Promise<void> };

const root = join(import.meta.dirname, '../..');
const startsWithin = 60_000;

/** Starts Posthorn on a demo mailbox in temporary folders and a free port. The page must have been built. */
export async function startApp({ messages = 500 } = {}): Promise<App> {
  if (!existsSync(join(root, 'web/dist/index.html'))) {
    throw new Error('The page is not built: run `npm run build`, then these tests again.');
  }
  const home = await mkdtemp(join(tmpdir(), 'posthorn-page-'));
  const config = join(home, 'config');
  const child = spawn(process.execPath, [...unkilledProgram, `--demo=${messages}`, '--bridge-port', '0'], {
    cwd: root,
    env: {
      ...process.env,
      SVC_CONFIG_DIR: config,
      SVC_DATA_DIR: join(home, 'data'),
      SVC_KEYCHAIN: 'off',
      XDG_DOWNLOAD_DIR: join(home, 'downloads'),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said: string[] = [];
  child.stderr.on('data', (text) => said.push(String(text)));
  async function stop(): Promise<void> {
    await end(child);
    await rm(home, { recursive: true, force: true });
  }
  try {
    const port = await portOf(child, join(config, 'bridge-port'));
    return { url: `http://127.0.0.1:${port}`, stop };
  } catch (error) {
    await stop();
    throw new Error(`Posthorn did not start. It said: ${said.join('').slice(-2000)}`, { cause: error });
  }
}

async function portOf(child: ChildProcess, file: string): Promise<number> {
  const deadline = Date.now() + startsWithin;
  while (Date.now() < deadline && child.exitCode === null) {
    const port = existsSync(file) ? Number(await readFile(file, 'utf8')) : 0;
    if (port > 0) return port;
    await wait(50);
  }
  throw new Error(`No port was written to ${file}.`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const impatience = setTimeout(() => child.kill('SIGKILL'), 5000);
  await ended;
  clearTimeout(impatience);
}
