import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { silentLog } from '../../base/log.ts';
import { ada, testDaemon, type TestSettings } from '../../test-daemon.ts';
import { testFolder } from '../../test-folder.ts';
import { startSocket } from '../socket.ts';
import type { Io } from './io.ts';
import { runCommandLine } from './program.ts';

type RunOptions = {
  /** Whether a person at a terminal runs the command. */
  isTerminal?: boolean;
  columns?: number;
  stdin?: string;
  env?: Record<string, string>;
  /** The addresses of every host. */
  addresses?: string[];
  /** Ends a command that goes on until Ctrl-C. */
  interrupted?: AbortSignal;
};

/** What a command wrote, and its exit code. */
type RunResult = { code: number; out: string; err: string };

/** A world for the command line in a folder of its own, in which no other Posthorn runs. */
export function testWorld() {
  const home = testFolder();
  const runtime = join(home, 'run');
  mkdirSync(runtime, { mode: 0o700 });
  const usualEnv = { PATH: process.env['PATH'] ?? '', SVC_SOCKET_PATH: join(runtime, 's'), SVC_CONFIG_DIR: home };

  async function run(args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
    const { isTerminal = false, columns = 80, stdin = '', env = {}, addresses = ['127.0.0.1'], interrupted } = options;
    const written = { out: '', err: '' };
    const sink = (name: 'out' | 'err') => ({
      write: (text: string) => void (written[name] += text),
      isTTY: isTerminal,
      columns,
    });
    const io: Io = {
      stdin: Object.assign(textChunks(stdin), { isTTY: isTerminal }),
      stdout: sink('out'),
      stderr: sink('err'),
      env: { ...usualEnv, ...env },
      platform: process.platform,
      home,
      cwd: home,
      addressesOf: async () => addresses,
      interrupted: () => interrupted ?? new AbortController().signal,
    };
    const code = await runCommandLine(args, io);
    return { code, ...written };
  }

  return {
    home,
    socketPath: usualEnv.SVC_SOCKET_PATH,
    run,
    /** Runs a command as a script does, and parses its JSON. Throws where it fails. */
    async json(args: readonly string[], options?: RunOptions): Promise<JsonReply> {
      const { code, out, err } = await run(args, options);
      if (code !== 0) throw new Error(`posthorn ${args.join(' ')} ended with ${code}: ${err}`);
      return JSON.parse(out);
    },
    /** Runs a command at a terminal, and returns its text. Throws where it fails. */
    async text(args: readonly string[], options: RunOptions = {}): Promise<string> {
      const { code, out, err } = await run(args, { isTerminal: true, ...options });
      if (code !== 0) throw new Error(`posthorn ${args.join(' ')} ended with ${code}: ${err}`);
      return out;
    },
  };
}

// Tests read the parts of a reply that they are about.
// oxlint-disable-next-line typescript/no-explicit-any
type JsonReply = any;

async function* textChunks(text: string): AsyncGenerator<string> {
  if (text !== '') yield text;
}

/** The command line with a daemon that is shared by a test file. */
export async function sharedCommandLine(settings: TestSettings = { accounts: [{ ...ada, count: 40 }] }) {
  const closes: (() => unknown)[] = [];
  after(async () => {
    for (const close of closes.toReversed()) await close();
  });
  const world = testWorld();
  const daemon = await testDaemon({ after: (close: () => unknown) => void closes.push(close) }, settings);
  await daemon.synced();
  const socket = await startSocket({ path: world.socketPath, dispatch: daemon.dispatch, log: silentLog });
  closes.push(() => socket.close());
  return { ...world, daemon };
}
