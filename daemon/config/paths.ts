import { createHash } from 'node:crypto';
import { join, posix, resolve, win32 } from 'node:path';
import { Failure } from '../base/failure.ts';
import type { Config } from './schema/schema.ts';
import type { ConfigSource } from './config-source.ts';
import { userDownloadDir, type ReadOptionalFile } from './user-dirs.ts';

export type Environment = { readonly [name: string]: string | undefined };

/** The paths of one instance. All paths are absolute. */
export type Paths = {
  instance: string;
  home: string;
  configDir: string;
  configFile: string;
  secretsFile: string;
  /** Passwords and sign-ins that a passphrase protects, if there is one. */
  vaultFile: string;
  dataDir: string;
  /** Holds OAuth tokens when no keychain answers. */
  tokenDir: string;
  /** A Unix socket, or a named pipe on Windows. */
  socketPath: string;
  /** The token file unless `[bridge].token_path` is set: use `bridgeTokenFile`. */
  bridgeTokenFile: string;
  bridgePortFile: string;
  daemonTokenFile: string;
  logFile: string;
  downloadDir: string;
};

export const instances = { release: 'posthorn', source: 'posthorn-dev', demo: 'posthorn-demo' } as const;

/**
 * The file locations of an instance. `instance` is the name that matches the way the program was started; `SVC_INSTANCE`
 * overrides it, and other `SVC_` variables override single paths. Folders are not created. Throws `Failure` invalid
 * `bad_instance` for an invalid name, and `socket_path_too_long` for an `SVC_SOCKET_PATH` that the system could not open.
 * Without `XDG_RUNTIME_DIR` the socket is in `run/` under the data folder, which only its owner may enter. Where that path
 * is too long for a socket, it is in `/tmp/posthorn-<user>`, under a name derived from the long path.
 */
export function resolvePaths({
  env,
  platform,
  home,
  instance: defaultInstance = instances.release,
  user = process.getuid?.() ?? 0,
  readFile = () => undefined,
}: {
  env: Environment;
  platform: NodeJS.Platform;
  home: string;
  instance?: string;
  /** The numeric id of the user. */
  user?: number;
  /** Reads files of the desktop that name folders; absent where these do not matter. */
  readFile?: ReadOptionalFile;
}): Paths {
  const instance = instanceName(env.SVC_INSTANCE || defaultInstance);
  const path = platform === 'win32' ? win32 : posix;
  const pathFromEnvironment = (name: string) => (env[name] ? path.resolve(env[name]) : undefined);
  const roots = rootsOf(platform, env, home, instance);

  const configDir = pathFromEnvironment('SVC_CONFIG_DIR') ?? roots.configDir;
  const dataDir = pathFromEnvironment('SVC_DATA_DIR') ?? roots.dataDir;
  const socketPath = env.SVC_SOCKET_PATH
    ? configuredSocket(env.SVC_SOCKET_PATH, platform)
    : shortSocket(roots.socketIn(dataDir), { platform, user });
  return {
    instance,
    home,
    configDir,
    configFile: path.join(configDir, 'config.toml'),
    secretsFile: pathFromEnvironment('SVC_SECRETS_PATH') ?? path.join(configDir, 'secrets.toml'),
    vaultFile: path.join(configDir, 'vault.json'),
    dataDir,
    tokenDir: pathFromEnvironment('SVC_TOKEN_DIR') ?? path.join(dataDir, 'tokens'),
    socketPath,
    bridgeTokenFile: pathFromEnvironment('SVC_BRIDGE_TOKEN_PATH') ?? path.join(configDir, 'bridge-token'),
    bridgePortFile: pathFromEnvironment('SVC_BRIDGE_PORT_PATH') ?? path.join(configDir, 'bridge-port'),
    daemonTokenFile: pathFromEnvironment('SVC_DAEMON_TOKEN_PATH') ?? path.join(configDir, 'daemon-token'),
    logFile: path.join(dataDir, 'logs', 'daemon.log'),
    downloadDir: absolute(env.XDG_DOWNLOAD_DIR) ?? roots.downloadDir(readFile) ?? path.join(home, 'Downloads'),
  };
}

type Roots = {
  configDir: string;
  dataDir: string;
  socketIn: (dataDir: string) => string;
  /** The download folder that the desktop names in a file. */
  downloadDir: (readFile: ReadOptionalFile) => string | undefined;
};

function rootsOf(platform: NodeJS.Platform, env: Environment, home: string, instance: string): Roots {
  switch (platform) {
    case 'win32':
      return {
        configDir: win32.join(env.APPDATA || win32.join(home, 'AppData', 'Roaming'), instance),
        dataDir: win32.join(env.LOCALAPPDATA || win32.join(home, 'AppData', 'Local'), instance),
        // Pipes have no folders: the data folder distinguishes users of one machine.
        socketIn: (dataDir) => `\\\\.\\pipe\\${instance}-${shortHash(dataDir)}`,
        downloadDir: () => undefined,
      };
    case 'darwin': {
      const support = posix.join(home, 'Library', 'Application Support', instance);
      return {
        configDir: support,
        dataDir: support,
        socketIn: () => posix.join(support, 'daemon.sock'),
        downloadDir: () => undefined,
      };
    }
    default: {
      const runtime = absolute(env.XDG_RUNTIME_DIR);
      const configHome = absolute(env.XDG_CONFIG_HOME) ?? posix.join(home, '.config');
      return {
        configDir: posix.join(configHome, instance),
        dataDir: posix.join(absolute(env.XDG_DATA_HOME) ?? posix.join(home, '.local', 'share'), instance),
        socketIn: (dataDir) =>
          posix.join(runtime ? posix.join(runtime, instance) : posix.join(dataDir, 'run'), 'daemon.sock'),
        downloadDir: (readFile) => userDownloadDir(readFile(posix.join(configHome, 'user-dirs.dirs')) ?? '', home),
      };
    }
  }
}

/** The XDG base directory specification requires ignoring relative paths. */
function absolute(path: string | undefined): string | undefined {
  return path && posix.isAbsolute(path) ? path : undefined;
}

function instanceName(name: string): string {
  if (/^[a-z0-9][a-z0-9._-]{0,63}$/i.test(name)) return name;
  throw new Failure(
    'invalid',
    'bad_instance',
    `SVC_INSTANCE is ${JSON.stringify(name)}, which isn’t a valid instance name. Use up to 64 letters, digits, dots, ` +
      'hyphens and underscores, starting with a letter or digit.',
  );
}

/** `sun_path` holds 104 bytes on macOS and 108 on Linux, including the closing NUL. */
const maxSocketPathBytes = { darwin: 104, other: 108 };

function fitsSocket(path: string, platform: NodeJS.Platform): boolean {
  return (
    platform === 'win32' || Buffer.byteLength(path) < maxSocketPathBytes[platform === 'darwin' ? 'darwin' : 'other']
  );
}

function shortSocket(path: string, { platform, user }: { platform: NodeJS.Platform; user: number }): string {
  return fitsSocket(path, platform) ? path : `/tmp/posthorn-${user}/${shortHash(path)}.sock`;
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function configuredSocket(path: string, platform: NodeJS.Platform): string {
  const socketPath = platform === 'win32' ? path : posix.resolve(path);
  if (fitsSocket(socketPath, platform)) return socketPath;
  const room = maxSocketPathBytes[platform === 'darwin' ? 'darwin' : 'other'];
  throw new Failure(
    'invalid',
    'socket_path_too_long',
    `The socket ${socketPath} can’t be opened: its path must be shorter than ${room} bytes. ` +
      'Set SVC_SOCKET_PATH to a shorter one.',
  );
}

/** The bridge's token file: `[bridge].token_path` if set, else `SVC_BRIDGE_TOKEN_PATH`, else a file in the config folder. */
export function bridgeTokenFile(
  paths: Pick<Paths, 'home' | 'configDir' | 'bridgeTokenFile'>,
  { current, explicit }: Pick<ConfigSource, 'current' | 'explicit'>,
): string {
  return explicit.has('bridge.token_path') ? configuredPath(paths, current.bridge.token_path) : paths.bridgeTokenFile;
}

/** The cache of attachments. Emptying it loses no file that the user saved. */
export function attachmentDir(
  paths: Pick<Paths, 'home' | 'configDir' | 'dataDir'>,
  { general }: Pick<Config, 'general'>,
): string {
  return general.attachment_dir ? configuredPath(paths, general.attachment_dir) : join(paths.dataDir, 'attachments');
}

/** The folder for files that the user saves. */
export function downloadDir(
  paths: Pick<Paths, 'home' | 'configDir' | 'downloadDir'>,
  { general }: Pick<Config, 'general'>,
): string {
  return general.download_dir ? configuredPath(paths, general.download_dir) : paths.downloadDir;
}

/** The folder for backups. */
export function backupDir(
  paths: Pick<Paths, 'home' | 'configDir' | 'dataDir'>,
  { backup }: Pick<Config, 'backup'>,
): string {
  return backup.folder ? configuredPath(paths, backup.folder) : join(paths.dataDir, 'backups');
}

/** A path from the configuration file: `~/` is the home folder, and relative paths start in the config folder. */
function configuredPath({ home, configDir }: Pick<Paths, 'home' | 'configDir'>, path: string): string {
  return /^~(?=$|[/\\])/.test(path) ? join(home, path.slice(1)) : resolve(configDir, path);
}
