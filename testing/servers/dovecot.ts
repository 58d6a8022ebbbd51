import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { writeCertificate } from './certificate.ts';
import { dovecotConfig } from './dovecot-config.ts';
import type { Layout, RunAs } from './dovecot-config.ts';
import { maildir } from './maildir.ts';
import type { SeedMessage } from './maildir.ts';
import { freePorts } from './ports.ts';
import { stopServer, launchServer, untilListening } from './server-process.ts';

export type MailUser = { user: string; password: string; email: string };

export type Dovecot = {
  host: string;
  /** STARTTLS. */
  imapPort: number;
  /** Implicit TLS. */
  imapsPort: number;
  /** 0 if Dovecot's LMTP is not installed. */
  lmtpPort: number;
  /** The socket of Dovecot's authentication for other servers. */
  authPort: number;
  /** The server's certificate in PEM, self-signed. */
  caFile: string;
  users: MailUser[];
  /** The user's maildir. */
  home(user: string): string;
  /** Delivers mail to the user's INBOX, as a delivery agent does. */
  deliver(user: string, bytes: Uint8Array): void;
  /**
   * Fills a folder quickly, in order; returns the number of written messages. Works before the folder is first opened, or
   * later.
   */
  seed(user: string, folder: string, messages: Iterable<Uint8Array | SeedMessage>): number;
  stop(): Promise<void>;
};

const binary = '/usr/sbin/dovecot';

/** Why tests against Dovecot are skipped, as a reason that begins with `peer:`; undefined if it can be started. */
export function dovecotMissing(): string | undefined {
  if (process.platform !== 'linux') return 'peer: Dovecot runs on Linux only.';
  const needed = [binary, '/usr/lib/dovecot/imap', '/usr/bin/openssl', '/usr/bin/setpriv'];
  const missing = needed.find((path) => !existsSync(path));
  return (
    missing &&
    `peer: Dovecot needs ${missing}, which is not here (apt-get install dovecot-imapd dovecot-lmtpd openssl).`
  );
}

/**
 * Starts a real Dovecot 2.3 on loopback, in a temporary folder and never as root.
 *
 * `users` are e-mail addresses (two by default), each with its own password. `plainRefused` refuses passwords before TLS.
 * `capability` replaces the announced IMAP capabilities, to imitate a lesser server; `layout` is the layout of its folders.
 */
export async function startDovecot({
  users = ['alice@example.test', 'bob@example.test'],
  isTlsRequired = false,
  capability,
  layout = 'plain',
}: { users?: string[]; isTlsRequired?: boolean; capability?: string; layout?: Layout } = {}): Promise<Dovecot> {
  const missing = dovecotMissing();
  if (missing) throw new Error(missing);
  const dir = mkdtempSync(join(tmpdir(), 'posthorn-dovecot-'));
  const runAs = unprivilegedUser();
  const accounts = users.map((email) => ({ user: email, password: `${email.split('@')[0]}-pass`, email }));
  const [imapPort = 0, imapsPort = 0, authPort = 0, freePort = 0] = await freePorts(4);
  const lmtpPort = existsSync('/usr/lib/dovecot/lmtp') ? freePort : 0;

  writeCertificate(dir);
  writeFileSync(
    join(dir, 'passwd'),
    accounts.map((account) => `${account.user}:{PLAIN}${account.password}::::::\n`).join(''),
  );
  const ports = { imapPort, imapsPort, lmtpPort, authPort };
  const config = dovecotConfig({ dir, runAs, ...ports, isTlsRequired, capability, layout });
  writeFileSync(join(dir, 'dovecot.conf'), config);
  if (isRoot()) spawnSync('chown', ['-R', `${runAs.uid}:${runAs.gid}`, dir]);

  const command = [binary, '-F', '-c', join(dir, 'dovecot.conf')];
  const server = launchServer('Dovecot', command, { dir, runAs: isRoot() ? runAs : undefined });
  try {
    await untilListening(server, [imapPort, imapsPort, ...(lmtpPort ? [lmtpPort] : [])]);
  } catch (error) {
    await stopServer(server, dir);
    throw error;
  }

  const home = (user: string) => join(dir, 'home', user, 'Maildir');
  return {
    host: '127.0.0.1',
    ...ports,
    caFile: join(dir, 'cert.pem'),
    users: accounts,
    home,
    deliver: (user, bytes) => maildir(home(user), runAs).deliver(bytes),
    seed: (user, folder, messages) => maildir(home(user), runAs).seed(folder, messages),
    stop: () => stopServer(server, dir),
  };
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function unprivilegedUser(): RunAs {
  const name = isRoot() ? 'nobody' : userInfo().username;
  const id = (flag: string) => spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout.trim();
  return { name, uid: Number(id('-u')), gid: Number(id('-g')), group: id('-gn') };
}
