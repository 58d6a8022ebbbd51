import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { dovecotMissing, startDovecot, type Dovecot } from './dovecot.ts';
import { mainConfig, servicesConfig } from './postfix-config.ts';
import { freePorts } from './ports.ts';
import { stopServer, launchServer, untilListening } from './server-process.ts';

export type Postfix = {
  host: string;
  /** Submission, with STARTTLS and the users and passwords of Dovecot. */
  port: number;
  /** Its log so far. */
  log(): string;
  stop(): Promise<void>;
};

/** A complete mail server: users with an account in Dovecot send through Postfix, and their mail arrives in their INBOX. */
export type MailServers = { dovecot: Dovecot; postfix: Postfix; stop(): Promise<void> };

const master = '/usr/lib/postfix/sbin/master';

/** Postfix changes its user while it starts, and Linux then drops the parent-death signal. A shell keeps it. */
const underShell = ['/bin/sh', '-c', `"$0" "$@" & trap "kill $! 2>/dev/null; wait" TERM; wait`];

/** Why tests against Postfix are skipped; the reason begins with `peer:` if it could be installed. */
export function postfixMissing(): string | undefined {
  const missing = dovecotMissing() ?? [master, '/usr/lib/dovecot/lmtp'].find((path) => !existsSync(path));
  if (missing?.startsWith('peer:')) return missing;
  if (missing) return `peer: Postfix needs ${missing}, which is not here (apt-get install postfix dovecot-lmtpd).`;
  return process.getuid?.() === 0 ? undefined : 'Postfix can be started by root alone.';
}

/** Starts a real Postfix in front of a real Dovecot, for Alice and Bob by default. */
export async function startMailServers(
  options: { users?: string[]; introspectionUrl?: string } = {},
): Promise<MailServers> {
  const dovecot = await startDovecot(options);
  try {
    const postfix = await startPostfix(dovecot);
    const stop = async () => void (await Promise.all([postfix.stop(), dovecot.stop()]));
    return { dovecot, postfix, stop };
  } catch (error) {
    await dovecot.stop();
    throw error;
  }
}

/**
 * Starts a real Postfix on loopback, in a temporary folder. It accepts mail from the users of `dovecot` and delivers to
 * them. It refuses all others, except `gone@` any of their domains: mail to these bounces. Its certificate is Dovecot's.
 */
export async function startPostfix(dovecot: Dovecot): Promise<Postfix> {
  const missing = postfixMissing();
  if (missing) throw new Error(missing);
  const dir = mkdtempSync(join(tmpdir(), 'posthorn-postfix-'));
  const [port = 0] = await freePorts(1);
  try {
    makeFolders(dir);
    const { caFile, lmtpPort, authPort, users } = dovecot;
    const keyFile = join(dirname(caFile), 'key.pem');
    const recipients = users.map(({ email }) => email);
    const options = { dir, port, lmtpPort, authPort, certFile: caFile, keyFile, recipients };
    writeFileSync(join(dir, 'etc', 'main.cf'), mainConfig(options));
    writeFileSync(join(dir, 'etc', 'master.cf'), servicesConfig(options));
  } catch (error) {
    rmSync(dir, { recursive: true, force: true });
    throw error;
  }
  const log = () => (existsSync(join(dir, 'log')) ? readFileSync(join(dir, 'log'), 'utf8') : '');
  const server = launchServer('Postfix', [...underShell, master, '-c', join(dir, 'etc'), '-d'], { dir });
  try {
    await untilListening({ ...server, log: () => server.log() + log() }, [port, dovecot.authPort]);
  } catch (error) {
    await stopServer(server, dir);
    throw error;
  }
  return { host: '127.0.0.1', port, log, stop: () => stopServer(server, dir) };
}

/** Its folders with the owners that it requires. */
function makeFolders(dir: string): void {
  const user = idOf('postfix');
  const [, , dropGroup = '0'] = spawnSync('getent', ['group', 'postdrop'], { encoding: 'utf8' }).stdout.split(':');
  const make = (name: string, { owner = 0, group = 0, mode }: { owner?: number; group?: number; mode: number }) => {
    mkdirSync(join(dir, name));
    chownSync(join(dir, name), owner, group);
    chmodSync(join(dir, name), mode);
  };
  chmodSync(dir, 0o755);
  make('etc', { mode: 0o755 });
  make('data', { owner: user, mode: 0o700 });
  make('spool', { mode: 0o755 });
  make('spool/pid', { mode: 0o755 });
  for (const name of [
    'active',
    'bounce',
    'corrupt',
    'defer',
    'deferred',
    'flush',
    'hold',
    'incoming',
    'private',
    'trace',
  ])
    make(`spool/${name}`, { owner: user, mode: 0o700 });
  make('spool/maildrop', { owner: user, group: Number(dropGroup), mode: 0o730 });
  make('spool/public', { owner: user, group: Number(dropGroup), mode: 0o710 });
}

function idOf(name: string): number {
  return Number(spawnSync('id', ['-u', name], { encoding: 'utf8' }).stdout);
}
