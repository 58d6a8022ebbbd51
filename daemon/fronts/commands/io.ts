import { lookup } from 'node:dns/promises';
import { homedir } from 'node:os';
import type { Environment } from '../../config/paths.ts';

/** Where a command writes. */
type TextSink = { write(text: string): unknown; isTTY?: boolean; columns?: number };

/** What a command knows of the world around its process. */
export type Io = {
  stdin: AsyncIterable<Uint8Array | string> & {
    isTTY?: boolean;
    /** Each key is read as it is typed, and not shown. */
    setRawMode?(isOn: boolean): unknown;
  };
  stdout: TextSink;
  stderr: TextSink;
  env: Environment;
  platform: NodeJS.Platform;
  home: string;
  cwd: string;
  /** The addresses of a host. */
  addressesOf(host: string): Promise<string[]>;
  /** Aborts with Ctrl-C. Without a call, Ctrl-C ends the process. */
  interrupted(): AbortSignal;
};

/** The world around this process. */
export function processIo(): Io {
  const { stdin, stdout, stderr, env, platform } = process;
  // A reader such as `head` that has seen enough is no error.
  stdout.on('error', (failed: NodeJS.ErrnoException) => process.exit(failed.code === 'EPIPE' ? 0 : 1));
  return {
    stdin,
    stdout,
    stderr,
    env,
    platform,
    home: homedir(),
    cwd: process.cwd(),
    addressesOf,
    interrupted: abortOnInterrupt,
  };
}

async function addressesOf(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

function abortOnInterrupt(): AbortSignal {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort());
  return interrupted.signal;
}
