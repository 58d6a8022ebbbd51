import { existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSessionBus, type BusCall } from '../../daemon/config/secrets/session-bus.ts';
import type { BusValue } from '../../daemon/config/secrets/dbus-values.ts';
import { waitLimitMs, until } from '../../daemon/test-until.ts';
import { stopServer, launchServer, type ServerProcess } from './server-process.ts';

/** A keychain of the desktop: GNOME Keyring on a separate session bus, unlocked, without a user to answer its prompts. */
export type Keyring = {
  /** The environment in which programs find it. */
  env: { DBUS_SESSION_BUS_ADDRESS: string; XDG_RUNTIME_DIR: string };
  lock(): Promise<void>;
  unlock(): Promise<void>;
  stop(): Promise<void>;
};

const programs = { bus: '/usr/bin/dbus-daemon', keyring: '/usr/bin/gnome-keyring-daemon' };
/** Posthorn's keychain module, which is built during installation. */
const keytar = join(import.meta.dirname, '../../node_modules/keytar/build/Release/keytar.node');
const password = 'the-keyring';
const login = '/org/freedesktop/secrets/collection/login';

/** Why tests against it are skipped; the reason begins with `peer:` if it could be installed. */
export function keyringMissing(): string | undefined {
  if (process.platform !== 'linux') return 'peer: GNOME Keyring runs on Linux only.';
  const missing = [programs.bus, programs.keyring, '/usr/bin/setpriv', keytar].find((path) => !existsSync(path));
  return (
    missing &&
    `peer: The keychain needs ${missing}, which is not here (apt-get install dbus gnome-keyring libsecret-1-dev).`
  );
}

/** Starts one in a temporary folder. */
export async function startKeyring(): Promise<Keyring> {
  const dir = mkdtempSync(join(tmpdir(), 'posthorn-keyring-'));
  const env = { DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(dir, 'bus')}`, XDG_RUNTIME_DIR: join(dir, 'run') };
  mkdirSync(env.XDG_RUNTIME_DIR, { mode: 0o700 });
  const set = Object.entries({ HOME: dir, XDG_DATA_HOME: join(dir, 'data'), ...env }).map((pair) => pair.join('='));
  const inEnv = ['/usr/bin/env', '-u', 'DISPLAY', '-u', 'WAYLAND_DISPLAY', ...set];
  const address = `--address=${env.DBUS_SESSION_BUS_ADDRESS}`;
  const bus = launchServer('dbus-daemon', [...inEnv, programs.bus, '--session', '--nofork', address], { dir });
  const unlocked = `printf %s "$1" | "$0" --foreground --unlock --components=secrets`;
  let keyring: ServerProcess | undefined;
  const stop = async () => {
    if (keyring) await stopServer(keyring, join(dir, 'none'));
    await stopServer(bus, dir);
  };
  try {
    await untilReady(bus, () => isOpen(join(dir, 'bus')));
    keyring = launchServer('gnome-keyring', [...inEnv, '/bin/sh', '-c', unlocked, programs.keyring, password], { dir });
    await untilReady(keyring, () => isUnlocked(env));
  } catch (failed) {
    await stop();
    throw failed;
  }
  return {
    env,
    lock: async () => void (await call(env, service('Service', 'Lock', 'ao', [[login]]))),
    unlock: () => unlock(env),
    stop,
  };
}

type Env = Keyring['env'];

const service = (interfaceName: string, member: string, signature: string, body: BusValue[]): BusCall => ({
  to: 'org.freedesktop.secrets',
  path: '/org/freedesktop/secrets',
  interface: `org.freedesktop.Secret.${interfaceName}`,
  member,
  signature,
  body,
});

async function call(env: Env, ...calls: BusCall[]): Promise<BusValue[]> {
  const signal = AbortSignal.timeout(waitLimitMs);
  const bus = await openSessionBus(env, signal);
  if (!bus) throw new Error('There is no bus.');
  try {
    let answer: BusValue[] = [];
    for (const each of calls) answer = await bus.call(each, signal);
    return answer;
  } finally {
    bus.close();
  }
}

/** As its owner would, by typing the password. */
async function unlock(env: Env): Promise<void> {
  const signal = AbortSignal.timeout(waitLimitMs);
  const bus = await openSessionBus(env, signal);
  if (!bus) throw new Error('There is no bus.');
  try {
    const [, session = ''] = await bus.call(service('Service', 'OpenSession', 'sv', ['plain', ['s', '']]), signal);
    const secret = [session, [], [...Buffer.from(password)], 'text/plain'];
    const unlocking = service('', 'UnlockWithMasterPassword', 'o(oayays)', [login, secret]);
    const interfaceName = 'org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface';
    await bus.call({ ...unlocking, interface: interfaceName }, signal);
  } finally {
    bus.close();
  }
}

async function isUnlocked(env: Env): Promise<boolean> {
  const locked = service('', 'Get', 'ss', ['org.freedesktop.Secret.Collection', 'Locked']);
  const property = { ...locked, path: login, interface: 'org.freedesktop.DBus.Properties' };
  const owned = { to: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus' };
  const name = { ...owned, member: 'NameHasOwner', signature: 's', body: ['org.freedesktop.secrets'] };
  // A request to a missing service makes the bus start another one.
  const [isThere] = await call(env, name);
  if (isThere !== true) return false;
  return call(env, property).then(
    ([isLocked]) => isLocked === false,
    () => false,
  );
}

function isOpen(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}

async function untilReady({ name, child, log }: ServerProcess, isReady: () => Promise<boolean>): Promise<void> {
  await until(`${name} answers`, async () => {
    if (child.exitCode !== null || child.signalCode) throw new Error(`${name} ended at its start.`);
    return isReady();
  }).catch((cause: unknown) => {
    throw new Error(`${name} was not started. Its log: ${log()}`, { cause });
  });
}
