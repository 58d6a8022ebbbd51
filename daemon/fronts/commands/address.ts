import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createConnection, isIP } from 'node:net';
import { Duplex, type Readable, type Writable } from 'node:stream';
import { Failure } from '../../base/failure.ts';
import { systemReason } from '../../base/system-reason.ts';
import { instances, resolvePaths, type Paths } from '../../config/paths.ts';
import { connectTo, openClient, type Client, type ConnectOptions } from '../client.ts';
import type { Io } from './io.ts';

/** A daemon that answers. `instance` is its name where it was found by its local socket. */
export type FoundDaemon = { client: Client; instance: string | undefined; address: string };

type DialOptions = ConnectOptions & {
  /** Where to connect: `unix://PATH`, `tcp://HOST:PORT` or `cmd://COMMAND`; otherwise the local socket. */
  address?: string | undefined;
};

/**
 * Connects to the daemon at an address, or to the one whose local socket answers: the instance that `SVC_INSTANCE` names,
 * else the owner's own before the demo. Undefined where none runs. Throws Failure `bad_address`, `not_loopback`,
 * `unauthenticated`, `no_daemon`.
 */
export async function dial(io: Io, { address, ...options }: DialOptions): Promise<FoundDaemon | undefined> {
  const named = address ?? (io.env['SVC_DAEMON_ADDR'] || undefined);
  if (named !== undefined)
    return { client: await dialAddress(io, named, options), instance: undefined, address: named };
  for (const { socketPath, instance } of instancePaths(io)) {
    const client = await connectTo(socketPath, options);
    if (client) return { client, instance, address: `unix://${socketPath}` };
  }
  return undefined;
}

/** The paths of the instance that `SVC_INSTANCE` names, or of all usual ones. */
export function instancePaths({ env, platform, home }: Io): Paths[] {
  const names = env['SVC_INSTANCE'] ? [env['SVC_INSTANCE']] : Object.values(instances);
  return names.map((instance) => resolvePaths({ env, platform, home, instance }));
}

async function dialAddress(io: Io, address: string, options: ConnectOptions): Promise<Client> {
  const [, scheme, rest = ''] = /^(unix|tcp|cmd):\/\/(.*)$/s.exec(address) ?? [];
  switch (scheme) {
    case 'unix': {
      const client = rest === '' ? undefined : await connectTo(rest, options);
      if (client) return client;
      throw notAt(address);
    }
    case 'tcp':
      return dialTcp(io, rest, options);
    case 'cmd':
      return dialCommand(io, rest, options);
    default:
      throw badAddress(
        `${JSON.stringify(address)} isn’t an address. Use unix://PATH, tcp://HOST:PORT or cmd://COMMAND.`,
      );
  }
}

/** The default port of `[transports.tcp]`. */
const defaultTcpPort = 42830;

/**
 * Over TCP only this computer is dialled: what is sent is neither encrypted nor meant for a network. A name is resolved
 * first, and the connection goes to the address that was checked.
 */
async function dialTcp(io: Io, rest: string, options: ConnectOptions): Promise<Client> {
  const { host, port } = tcpTarget(rest);
  const ip = isIP(host) ? host : await resolvedHost(io, host);
  if (!isLoopback(ip)) {
    const sentence = `tcp://${rest} isn’t on this computer. Only 127.0.0.1, ::1 and localhost are dialled.`;
    throw new Failure('refused', 'not_loopback', sentence);
  }
  const token = daemonToken(io);
  const socket = createConnection({ host: ip, port });
  try {
    await once(socket, 'connect');
  } catch (cause) {
    throw notAt(`tcp://${rest}`, cause);
  }
  const client = openClient(socket, options);
  try {
    await client.ask('Authenticate' as Parameters<Client['ask']>[0], { token });
    return client;
  } catch (failed) {
    client.close();
    throw failed;
  }
}

function tcpTarget(rest: string): { host: string; port: number } {
  const [, bracketed, plain, portText] = /^(?:\[([^\]]+)\]|([^:/]+))(?::(\d{1,5}))?\/?$/.exec(rest) ?? [];
  const host = bracketed ?? plain;
  const port = portText === undefined ? defaultTcpPort : Number(portText);
  if (host !== undefined && port >= 1 && port <= 65_535) return { host, port };
  throw badAddress(`tcp://${rest} isn’t an address. Write tcp://127.0.0.1:42830, or tcp://[::1]:42830.`);
}

async function resolvedHost({ addressesOf }: Io, host: string): Promise<string> {
  try {
    const found = await addressesOf(host);
    // One address that is elsewhere is enough to refuse: which of them would be taken is not known.
    return found.find((address) => !isLoopback(address)) ?? found[0] ?? '';
  } catch (cause) {
    throw new Failure('unavailable', 'no_daemon', `The host ${host} wasn’t found: ${systemReason(cause)}.`, { cause });
  }
}

function isLoopback(ip: string): boolean {
  return /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(ip) || ip === '::1';
}

/** The secret of the TCP transport: `SVC_DAEMON_TOKEN`, else the file of the instance. */
function daemonToken(io: Io): string {
  const fromEnvironment = io.env['SVC_DAEMON_TOKEN'];
  if (fromEnvironment) return fromEnvironment.trim();
  const files = instancePaths(io).map(({ daemonTokenFile }) => daemonTokenFile);
  for (const file of files) {
    try {
      return readFileSync(file, 'utf8').trim();
    } catch (failed) {
      if ((failed as NodeJS.ErrnoException).code !== 'ENOENT')
        throw new Failure('refused', 'unauthenticated', `${file} couldn’t be read: ${systemReason(failed)}.`, {
          cause: failed,
        });
    }
  }
  const sentence = `There is no token for TCP: ${files[0]} doesn’t exist. Set SVC_DAEMON_TOKEN or SVC_DAEMON_TOKEN_PATH.`;
  throw new Failure('refused', 'unauthenticated', sentence);
}

/** Runs a command whose standard input and output are the connection. Only white space separates its words. */
async function dialCommand(io: Io, rest: string, options: ConnectOptions): Promise<Client> {
  const [program, ...words] = commandWords(rest);
  if (program === undefined) throw badAddress('cmd:// needs a command, such as cmd://ssh host posthorn pipe.');
  const child = spawn(program, words, { cwd: io.cwd, env: { ...io.env }, stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    await once(child, 'spawn');
  } catch (cause) {
    throw notAt(`cmd://${rest}`, cause);
  }
  const stream = streamOf(child);
  const client = openClient(stream, options);
  try {
    await client.ask('admin.ping', {});
    return client;
  } catch (failed) {
    client.close();
    throw failed instanceof Failure && failed.code === 'daemon_gone'
      ? notAt(`cmd://${rest}`, 'the command ended')
      : failed;
  }
}

/** The standard input and output of a program as one stream, which ends with the program and the other way round. */
function streamOf(child: ChildProcessByStdio<Writable, Readable, null>): Duplex {
  const stream = new Duplex({
    read: () => void child.stdout.resume(),
    write: (chunk, encoding, done) => void child.stdin.write(chunk, encoding, () => done()),
    final: (done) => void child.stdin.end(done),
    destroy(failed, done) {
      child.kill();
      done(failed);
    },
  });
  child.stdout.on('data', (chunk) => {
    if (!stream.push(chunk)) child.stdout.pause();
  });
  // What ends the program ends the connection, which has its own failure.
  for (const end of [child.stdin, child.stdout]) end.on('error', () => undefined);
  child.once('close', () => stream.destroy());
  return stream;
}

/** The words of a command, as white space separates them: quotes and everything else are plain characters. */
export function commandWords(command: string): string[] {
  return command.split(/\s+/).filter((word) => word !== '');
}

function badAddress(message: string): Failure {
  return new Failure('invalid', 'bad_address', message);
}

function notAt(address: string, cause?: unknown): Failure {
  const reason = cause === undefined ? '' : ` (${systemReason(cause)})`;
  return new Failure('unavailable', 'no_daemon', `No Posthorn answers at ${address}${reason}.`, { cause });
}

export function notRunning(): Failure {
  // The installed app brings its own program, and no npm.
  const isInstalled = 'electron' in process.versions;
  const how = isInstalled ? 'Open it' : 'Open it, or run `npm run daemon` in another terminal';
  return new Failure('unavailable', 'no_daemon', `Posthorn isn’t running. ${how}, then try again.`);
}
