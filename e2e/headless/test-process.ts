import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { testFolder } from '../../daemon/test-folder.ts';
import { headlessProgram } from '../use-bundle.ts';

const project = join(import.meta.dirname, '..', '..');

type TestProcessOptions = {
  args?: string[];
  config?: string;
  folder?: string;
  env?: Record<string, string>;
  /** The user that it runs as; only root may choose one. */
  uid?: number;
};

/** Starts Posthorn on separate folders and waits for its first line. */
export async function startTestProcess(
  t: TestContext,
  { args: words = ['--bridge-port', '0'], config, folder = testFolder(), env = {}, uid }: TestProcessOptions = {},
) {
  const files = { config: join(folder, 'config'), data: join(folder, 'data') };
  mkdirSync(files.config, { recursive: true });
  const configFile = join(files.config, 'config.toml');
  if (config !== undefined) writeFileSync(configFile, config);
  const environment = {
    ...process.env,
    SVC_CONFIG_DIR: files.config,
    SVC_DATA_DIR: files.data,
    SVC_SOCKET_PATH: join(folder, 's'),
    SVC_KEYCHAIN: 'off',
    ...env,
  };
  const user = uid === undefined ? {} : { uid, gid: uid };
  const child = spawn(process.execPath, [headlessProgram, ...words], {
    cwd: project,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  });
  t.after(() => child.kill('SIGKILL'));
  const exited = once(child, 'exit') as Promise<[number | null]>;
  let errors = '';
  child.stderr.on('data', (text) => (errors += String(text)));
  const lines = createInterface(child.stdout);
  const linesWritten = await Promise.race([once(lines, 'line').then(([line]) => String(line)), exited.then(() => '')]);
  const portFile = join(files.config, 'bridge-port');
  const token = () => readFileSync(join(files.config, 'bridge-token'), 'utf8').trim();
  return {
    linesWritten,
    files,
    portFile,
    errors: () => errors,
    exited,
    token,
    port: () => Number(readFileSync(portFile, 'utf8')),
    log: () => readFileSync(join(files.data, 'logs', 'daemon.log'), 'utf8'),
    /** Its next line on standard output. */
    line: async () => String((await once(lines, 'line'))[0]),
    /** Writes the whole of config.toml, as an editor does. */
    configure: (text: string) => writeFileSync(configFile, text),
    ask: (path: string, method = 'GET') =>
      fetch(`http://127.0.0.1:${readFileSync(portFile, 'utf8').trim()}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token()}` },
      }),
    signal: (name: NodeJS.Signals) => void child.kill(name),
    /** Posts a request, whose answer is JSON. */
    request: (path: string, body: object) =>
      fetch(`http://127.0.0.1:${readFileSync(portFile, 'utf8').trim()}/api/v1${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token()}`,
          'content-type': 'application/json',
          accept: 'application/json',
        },
        body: JSON.stringify(body),
      }),
    /** The text and exit code of `npx posthorn` with these arguments. */
    async posthorn(...args: string[]) {
      const front = spawn(process.execPath, [join(project, 'run.mjs'), ...args, '--text'], {
        env: environment,
        ...user,
      });
      const [out, err, [code]] = await Promise.all([text(front.stdout), text(front.stderr), once(front, 'exit')]);
      return { out, err, code: code as number };
    },
    async stop(): Promise<{ code: number | null }> {
      child.kill('SIGTERM');
      const [code] = await exited;
      return { code };
    },
  };
}
