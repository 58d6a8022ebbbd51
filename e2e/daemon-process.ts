import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { z } from 'zod';
import { requestsByName, type Contract, type RequestName } from '../daemon/contract.ts';
import { addressOf, isOnHttp } from '../daemon/contract/define.ts';
import { waitLimitMs } from '../daemon/test-until.ts';
import { headlessProgram, shortWaits, usualPriorityOptions } from './use-bundle.ts';
import { checkResponse } from './contract/check-response.ts';

/** An account on an IMAP server, as the owner would write it into config.toml. With `smtpPort` it can also send. */
export type ImapAccount = {
  key: string;
  name: string;
  email: string;
  port: number;
  smtpPort?: number;
  username: string;
  password: string;
};

/** The folders of one Posthorn, which outlive its processes. */
export type Home = { configDir: string; dataDir: string; remove(): void };

type Row<Name extends RequestName> = Name extends `${infer Feature extends keyof Contract}.${infer Key}`
  ? Key extends keyof Contract[Feature]
    ? Contract[Feature][Key]
    : never
  : never;
type InputOf<R> = R extends { input: infer Schema extends z.ZodType } ? z.input<Schema> : never;
type ReplyOf<R> = R extends { output: infer Schema extends z.ZodType } ? z.output<Schema> : never;

export type DaemonProcess = {
  pid: number;
  port: number;
  token: string;
  /** Sends a request over HTTP, with the token. Throws if the answer is not 200. */
  ask<Name extends RequestName>(name: Name, input: InputOf<Row<Name>>): Promise<ReplyOf<Row<Name>>>;
  /** `kill -9`; resolves when the process is gone. */
  kill(): Promise<void>;
  /** Asks it to stop, as a session manager would. Throws if it exits with an error, or too late. */
  stop(): Promise<void>;
};

/** An answer that is not 200. */
export class RefusedRequestError extends Error {
  readonly status: number;
  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

const project = join(import.meta.dirname, '..');

/**
 * Makes the folders of a Posthorn with these accounts on 127.0.0.1, in a temporary folder or in `folder`. `config` is
 * appended to config.toml.
 */
export function makeHome(
  accounts: readonly ImapAccount[],
  {
    config = '',
    folder: dir = mkdtempSync(join(tmpdir(), 'posthorn-home-')),
  }: { config?: string; folder?: string } = {},
): Home {
  const home = { configDir: join(dir, 'config'), dataDir: join(dir, 'data') };
  mkdirSync(home.configDir, { mode: 0o700 });
  writeFileSync(join(home.configDir, 'config.toml'), [config, ...accounts.map(accountTable)].join('\n'));
  const passwords = accounts.map(({ key, password }) => `${key} = ${JSON.stringify(password)}\n`);
  writeFileSync(join(home.configDir, 'secrets.toml'), `[passwords]\n${passwords.join('')}`, { mode: 0o600 });
  return { ...home, remove: () => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }) };
}

function accountTable({ key, name, email, port, smtpPort, username }: ImapAccount): string {
  const server = (table: string, type: string, at: number) => `
[accounts.${key}.${table}]
type = "${type}"
host = "127.0.0.1"
port = ${at}
username = ${JSON.stringify(username)}
password_ref = "${key}"
`;
  return `
[accounts.${key}]
name = ${JSON.stringify(name)}
email = ${JSON.stringify(email)}
${server('sync', 'imap', port)}${smtpPort === undefined ? '' : server('send', 'smtp', smtpPort)}`;
}

/**
 * `isBundled` starts the built product in place of its sources, with the priorities that its processes have for users. `hasShortWaits` shortens the waits of the daemon between two
 * attempts.
 */
export type StartOptions = { caFile: string; isBundled?: boolean; hasShortWaits?: boolean; env?: NodeJS.ProcessEnv };

/**
 * Starts the product on `home`: `headless` in a process of its own, on a free port, trusting the certificates of `caFile`
 * in addition to the usual ones. Resolves when it is ready.
 */
export async function startDaemon(home: Home, start: StartOptions): Promise<DaemonProcess> {
  const { pid, ready, kill, stop } = spawnDaemon(home, start);
  try {
    await ready;
    const port = Number(readFileSync(join(home.configDir, 'bridge-port'), 'utf8'));
    const token = readFileSync(join(home.configDir, 'bridge-token'), 'utf8').trim();
    return { pid, port, token, ask: createAsk(`http://127.0.0.1:${port}/api/v1`, token), kill, stop };
  } catch (failed) {
    await kill();
    throw failed;
  }
}

/**
 * The environment in which programs of Posthorn find the folders of `home`, and never the keychain of the user who runs
 * them.
 */
export function environmentOf({ configDir, dataDir }: Home): NodeJS.ProcessEnv {
  return {
    ...process.env,
    SVC_INSTANCE: 'posthorn-test',
    SVC_CONFIG_DIR: configDir,
    SVC_DATA_DIR: dataDir,
    SVC_SOCKET_PATH: join(dataDir, 's'),
    SVC_KEYCHAIN: 'off',
    XDG_DOWNLOAD_DIR: join(dataDir, 'downloads'),
  };
}

/** As `startDaemon`, but does not wait until it is ready: to kill it while it starts. */
export function spawnDaemon(home: Home, { caFile, isBundled = false, hasShortWaits = false, env }: StartOptions) {
  // A killed process leaves its port file behind, which does not apply to the next process.
  rmSync(join(home.configDir, 'bridge-port'), { force: true });
  const child = spawn(
    process.execPath,
    [
      ...(hasShortWaits ? [shortWaits] : []),
      isBundled ? 'dist/bundle/headless.cjs' : headlessProgram,
      '--bridge-port',
      '0',
    ],
    {
      cwd: project,
      env: {
        ...environmentOf(home),
        NODE_EXTRA_CA_CERTS: caFile,
        ...(!isBundled && { NODE_OPTIONS: usualPriorityOptions }),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const killAtExit = () => child.kill('SIGKILL');
  process.once('exit', killAtExit);
  const exited = once(child, 'exit').finally(() => process.off('exit', killAtExit));
  let stderrText = '';
  child.stderr.on('data', (text) => (stderrText = (stderrText + String(text)).slice(-4_000)));
  const ready = untilReady(child, exited, () => stderrText);
  // A caller that kills it while it starts does not wait for it.
  ready.catch(() => undefined);
  return {
    pid: child.pid ?? 0,
    /** Resolves when it answers. */
    ready,
    async kill(): Promise<void> {
      child.kill('SIGKILL');
      await exited;
    },
    async stop(): Promise<void> {
      child.kill('SIGTERM');
      const killTimer = setTimeout(() => child.kill('SIGKILL'), waitLimitMs);
      const [code, signal] = (await exited) as [number | null, string | null];
      clearTimeout(killTimer);
      if (code !== 0) throw new Error(`The daemon did not stop cleanly (${signal ?? code}). Its output: ${stderrText}`);
    },
  };
}

/** Its first line of output comes when it is ready. */
async function untilReady(child: ChildProcess, exited: Promise<unknown>, stderrText: () => string): Promise<void> {
  if (!child.stdout) throw new Error('The daemon was started without a standard output.');
  const lines = createInterface(child.stdout);
  const signal = AbortSignal.timeout(waitLimitMs);
  const isReady = await Promise.race([once(lines, 'line', { signal }).then(() => true), exited.then(() => false)]);
  if (!isReady) throw new Error(`The daemon ended at its start. Its output: ${stderrText()}`);
}

function createAsk(base: string, token: string): DaemonProcess['ask'] {
  const rows = requestsByName();
  return async (name, input) => {
    const row = rows.get(name);
    if (!row || !isOnHttp(row)) throw new Error(`No request named ${name} has an address.`);
    const { method, path } = addressOf(row);
    const remaining = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
    const address = path.replace(/\{(\w+)\}/g, (_, key: string) => {
      const value = encodeURIComponent(String(remaining.get(key)));
      remaining.delete(key);
      return value;
    });
    const hasBody = method === 'POST';
    const fields = Object.fromEntries([...remaining].map(([key, value]) => [key, String(value)]));
    const query = hasBody ? '' : `?${new URLSearchParams(fields).toString()}`;
    const answer = await fetch(`${base}${address}${query}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(hasBody && { 'content-type': 'application/json' }) },
      ...(hasBody && { body: JSON.stringify(Object.fromEntries(remaining)) }),
    });
    const text = await answer.text();
    checkResponse({ method, path: address, status: answer.status, type: answer.headers.get('content-type'), text });
    if (answer.status !== 200)
      throw new RefusedRequestError(`${method} ${address} was answered with ${answer.status}: ${text}`, answer.status);
    return JSON.parse(text);
  };
}
