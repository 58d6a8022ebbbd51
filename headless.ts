import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { startBridge, type Bridge } from './bridge/server.ts';
import { systemClock } from './daemon/base/clock.ts';
import { Failure, reasonOf } from './daemon/base/failure.ts';
import { openLog, type Log } from './daemon/base/log.ts';
import { loadConfig, type ConfigSource } from './daemon/config/file.ts';
import { bridgeTokenFile, instances, resolvePaths, type Paths } from './daemon/config/paths.ts';
import { ensureToken } from './daemon/config/private-file.ts';
import { openSecrets } from './daemon/config/secrets.ts';
import { contract } from './daemon/contract.ts';
import { openDaemon, type Daemon, type StopWish } from './daemon/daemon.ts';
import { startSocket, type LocalSocket } from './daemon/fronts/socket.ts';
import { demoConfig, demoOpener } from './daemon/demo.ts';
import { providerOpener } from './daemon/providers/open.ts';

/** Where package.json is, for the source and for the bundle in `dist/bundle` alike. */
const projectRoot = [import.meta.dirname, resolve(import.meta.dirname, '..', '..')].find((folder) =>
  existsSync(join(folder, 'package.json')),
) as string;

export type HeadlessOptions = {
  /** How many messages a demo mailbox holds; absent means the owner's own accounts. */
  demo?: number;
  /** Overrides `[bridge].port`; 0 takes a free one. */
  bridgePort?: number;
  /** The instance name that fits how we were started; `SVC_INSTANCE` overrides it. */
  instance?: string;
};

export type Headless = {
  /** Where the web interface is; absent where the bridge is off or could not start, and `bridgeTrouble` says why. */
  url?: string;
  bridgeTrouble?: string;
  /** Resolves when somebody asked the daemon to stop. */
  stopAsked: Promise<StopWish>;
  close(): Promise<void>;
};

/**
 * Keeps what is young small in this thread and those it starts. Left to itself V8 lets it grow a hundredfold while mail is
 * taken in, which makes nothing faster, and gives none of it back.
 */
function keepYoungSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

/**
 * Starts daemon and bridge without Electron. A bridge that cannot start (port taken, switched off) does not stop the
 * daemon. Throws what `openDaemon` throws, and Failures of paths and configuration.
 */
export async function startHeadless({
  demo,
  bridgePort,
  instance = instances.source,
}: HeadlessOptions = {}): Promise<Headless> {
  keepYoungSmall();
  const paths = resolvePaths({
    env: process.env,
    platform: process.platform,
    home: homedir(),
    instance: demo === undefined ? instance : instances.demo,
  });
  const loaded = loadConfig(paths);
  const config = demo === undefined ? loaded : demoConfig(loaded, demo);
  const { level, max_size_mb, max_files, stderr } = config.current.logging;
  const log = openLog({ file: paths.logFile, level, stderr, maxBytes: max_size_mb * 1_000_000, maxFiles: max_files });
  for (const note of config.notes)
    log[note.severity === 'error' ? 'error' : 'warn']({ key: note.key, line: note.line }, note.message);

  // Before the daemon: a token file that cannot be used is said before anything runs.
  ensureToken(paths.daemonTokenFile);
  const daemon = await openDaemon({
    paths,
    config,
    log,
    version: ownVersion(),
    isDemo: demo !== undefined,
    openProvider:
      demo === undefined
        ? providerOpener({ secrets: openSecrets({ paths, env: process.env, log }), clock: systemClock, log })
        : demoOpener(demo, systemClock),
  });
  // A demo leaves the usual port to the owner's own Posthorn, which may be running beside it.
  const port = bridgePort ?? (demo === undefined ? config.current.bridge.port : 0);
  const bridge = await tryBridge(daemon, { paths, config, port, log });
  const socket = await trySocket(daemon, { paths, log });
  return {
    ...('trouble' in bridge ? { bridgeTrouble: bridge.trouble } : { url: bridge.url }),
    stopAsked: daemon.stopAsked,
    async close() {
      await Promise.all([socket?.close(), 'trouble' in bridge ? undefined : bridge.close()]);
      await daemon.close();
    },
  };
}

type BridgeWish = { paths: Paths; config: ConfigSource; port: number; log: Log };

async function tryBridge(
  daemon: Daemon,
  { paths, config, port, log }: BridgeWish,
): Promise<Bridge | { trouble: string }> {
  const settings = config.current.bridge;
  if (!settings.enabled)
    return { trouble: 'The bridge is switched off ([bridge] enabled = false), so there is no web interface.' };
  try {
    const { token } = ensureToken(bridgeTokenFile(paths, config));
    return await startBridge({
      table: contract,
      dispatch: daemon.dispatch,
      holderOf: daemon.holderOf,
      events: daemon.events,
      settings: { ...settings, port },
      token,
      portFile: paths.bridgePortFile,
      webRoot: join(projectRoot, 'web', 'dist'),
      log,
    });
  } catch (failed) {
    log.error({ err: failed }, 'the bridge could not be started; the daemon runs on without it');
    return { trouble: reasonOf(failed) };
  }
}

/** Without it only the command line is missing, so the daemon runs on. */
async function trySocket(
  { dispatch }: Daemon,
  { paths, log }: Pick<BridgeWish, 'paths' | 'log'>,
): Promise<LocalSocket | undefined> {
  try {
    return await startSocket({ path: paths.socketPath, dispatch, log });
  } catch (failed) {
    log.error({ err: failed }, 'the local socket could not be opened; the daemon runs on without it');
    return undefined;
  }
}

function ownVersion(): string {
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { demo: { type: 'string' }, 'bridge-port': { type: 'string' }, open: { type: 'boolean' } },
    args: process.argv.slice(2).map((argument) => (argument === '--demo' ? '--demo=5000' : argument)),
  });
  // Heard from the first moment on: a stop asked for during the start is carried out in good order after it.
  const signalled = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
  });
  const headless = await startHeadless({
    demo: wholeNumber(values.demo, '--demo', 200_000),
    bridgePort: wholeNumber(values['bridge-port'], '--bridge-port', 65_535),
  });
  console.log(
    headless.url
      ? `Posthorn is at ${headless.url}`
      : `Posthorn runs without its web interface. ${headless.bridgeTrouble}`,
  );
  if (values.open && headless.url) openInBrowser(headless.url);
  await Promise.race([signalled, headless.stopAsked]);
  await headless.close();
}

function wholeNumber(text: string | undefined, name: string, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= most) return value;
  throw new Failure(
    'invalid',
    'bad_argument',
    `${name} takes a whole number from 0 to ${most}, and "${text}" is none.`,
  );
}

/** Best effort: the address has been printed, and a machine without a browser is no fault. */
function openInBrowser(url: string): void {
  const openers: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
    darwin: ['open'],
    win32: ['cmd', '/c', 'start', ''],
  };
  const [command, ...first] = openers[process.platform] ?? ['xdg-open'];
  spawn(command, [...first, url], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}

if (import.meta.main) {
  main().then(
    () => process.exit(0),
    (failed: unknown) => {
      console.error(failed instanceof Failure ? failed.message : failed);
      process.exit(1);
    },
  );
}
