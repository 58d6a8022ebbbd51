import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { writeCertificate } from './certificate.ts';
import { dovecotConfig, introspectionConfig } from './dovecot-config.ts';
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
  /** ManageSieve with STARTTLS; 0 without `sieve`. */
  sievePort: number;
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
  /** The messages that scripts of users have sent. */
  sentByScripts(): string[];
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

/** Why tests against its ManageSieve server are skipped, as above. */
export function sieveMissing(): string | undefined {
  const needed = [
    '/usr/lib/dovecot/managesieve',
    '/usr/lib/dovecot/lmtp',
    '/usr/lib/dovecot/modules/lib90_sieve_plugin.so',
  ];
  const missing = needed.find((path) => !existsSync(path));
  const packages = 'dovecot-managesieved dovecot-sieve dovecot-lmtpd';
  return (
    dovecotMissing() ?? (missing && `peer: Dovecot needs ${missing}, which is not here (apt-get install ${packages}).`)
  );
}

/**
 * Starts a real Dovecot 2.3 on loopback, in a temporary folder and never as root.
 *
 * `users` are e-mail addresses (two by default), each with its own password. `plainRefused` refuses passwords before TLS.
 * `capability` replaces the announced IMAP capabilities, to imitate a lesser server; `layout` is the layout of its folders.
 * With `sieve` it also runs ManageSieve, and the users' scripts on delivery by LMTP; `extensions` changes the offered Sieve
 * extensions, as in `-include`. With `introspectionUrl` it also accepts access tokens (XOAUTH2) that are valid there.
 */
export async function startDovecot({
  users = ['alice@example.test', 'bob@example.test'],
  isTlsRequired = false,
  capability,
  layout = 'plain',
  sieve,
  introspectionUrl,
}: {
  users?: string[];
  isTlsRequired?: boolean;
  capability?: string;
  layout?: Layout;
  sieve?: { extensions?: string };
  introspectionUrl?: string;
} = {}): Promise<Dovecot> {
  const missing = dovecotMissing();
  if (missing) throw new Error(missing);
  const dir = mkdtempSync(join(tmpdir(), 'posthorn-dovecot-'));
  const runAs = unprivilegedUser();
  const accounts = users.map((email) => ({ user: email, password: `${email.split('@')[0]}-pass`, email }));
  const [imapPort = 0, imapsPort = 0, authPort = 0, freePort = 0, otherPort = 0] = await freePorts(5);
  const lmtpPort = existsSync('/usr/lib/dovecot/lmtp') ? freePort : 0;
  const sievePort = sieve ? otherPort : 0;

  writeCertificate(dir);
  writeFileSync(
    join(dir, 'passwd'),
    accounts.map((account) => `${account.user}:{PLAIN}${account.password}::::::\n`).join(''),
  );
  const ports = { imapPort, imapsPort, lmtpPort, authPort };
  const sent = join(dir, 'sent');
  const sieveOptions = sieve && { port: sievePort, extensions: sieve.extensions, sendmail: writeSendmail(dir, sent) };
  const config = dovecotConfig({
    dir,
    runAs,
    ...ports,
    isTlsRequired,
    capability,
    layout,
    sieve: sieveOptions,
    isTokenAccepted: introspectionUrl !== undefined,
  });
  if (introspectionUrl !== undefined) writeFileSync(join(dir, 'oauth2.conf'), introspectionConfig(introspectionUrl));
  writeFileSync(join(dir, 'dovecot.conf'), config);
  if (isRoot()) spawnSync('chown', ['-R', `${runAs.uid}:${runAs.gid}`, dir]);

  const command = [binary, '-F', '-c', join(dir, 'dovecot.conf')];
  const server = launchServer('Dovecot', command, { dir, runAs: isRoot() ? runAs : undefined });
  try {
    await untilListening(server, [imapPort, imapsPort, ...[lmtpPort, sievePort].filter(Boolean)]);
  } catch (error) {
    await stopServer(server, dir);
    throw error;
  }

  const home = (user: string) => join(dir, 'home', user, 'Maildir');
  return {
    host: '127.0.0.1',
    ...ports,
    sievePort,
    caFile: join(dir, 'cert.pem'),
    users: accounts,
    home,
    deliver: (user, bytes) => maildir(home(user), runAs).deliver(bytes),
    seed: (user, folder, messages) => maildir(home(user), runAs).seed(folder, messages),
    sentByScripts: () => readdirSync(sent).map((name) => readFileSync(join(sent, name), 'utf8')),
    stop: () => stopServer(server, dir),
  };
}

/** A program that stores each message it is given as a file of `sent`, under its final name when it is complete. */
function writeSendmail(dir: string, sent: string): string {
  mkdirSync(sent);
  const program = join(dir, 'sendmail');
  writeFileSync(program, `#!/bin/sh\ncat > ${dir}/$$.part && mv ${dir}/$$.part ${sent}/$$\n`, { mode: 0o755 });
  return program;
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function unprivilegedUser(): RunAs {
  const name = isRoot() ? 'nobody' : userInfo().username;
  const id = (flag: string) => spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout.trim();
  return { name, uid: Number(id('-u')), gid: Number(id('-g')), group: id('-gn') };
}
