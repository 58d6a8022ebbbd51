import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { writeCertificate } from './certificate.ts';
import { dovecotConfig } from './dovecot-config.ts';
import type { Layout, RunAs } from './dovecot-config.ts';
import { maildir } from './maildir.ts';
import type { Letter } from './maildir.ts';
import { answers, freePorts } from './ports.ts';

export type MailUser = { user: string; password: string; email: string };

export type Dovecot = {
  host: string;
  /** STARTTLS. */
  imapPort: number;
  /** Implicit TLS. */
  imapsPort: number;
  /** 0 where Dovecot's LMTP is not installed. */
  lmtpPort: number;
  /** The certificate the server shows, in PEM: it signs itself. */
  caFile: string;
  users: MailUser[];
  /** The user's maildir. */
  home(user: string): string;
  /** Mail arrives in the user's INBOX, as a delivery agent would put it there. */
  deliver(user: string, bytes: Uint8Array): void;
  /** Fills a folder quickly, in order; gives how many messages it wrote. Before the folder is first opened, or later. */
  seed(user: string, folder: string, letters: Iterable<Uint8Array | Letter>): number;
  stop(): Promise<void>;
};

const binary = '/usr/sbin/dovecot';
const startLimitMs = 15_000;

/** Why tests against Dovecot are skipped here, as a reason that begins with `peer:`; undefined when it can be started. */
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
 * Starts a real Dovecot 2.3 on loopback, in a temporary folder of its own and never as root.
 *
 * `users` are e-mail addresses (two by default), each with a password of its own. `plainRefused` refuses passwords
 * before TLS. `capability` is what the server says it can do (IMAP capability names), to play a lesser server; `layout`
 * where its folders lie.
 */
export async function startDovecot({
  users = ['alice@example.test', 'bob@example.test'],
  plainRefused = false,
  capability,
  layout = 'plain',
}: { users?: string[]; plainRefused?: boolean; capability?: string; layout?: Layout } = {}): Promise<Dovecot> {
  const missing = dovecotMissing();
  if (missing) throw new Error(missing);
  const dir = mkdtempSync(join(tmpdir(), 'posthorn-dovecot-'));
  const runAs = unprivilegedUser();
  const accounts = users.map((email) => ({ user: email, password: `${email.split('@')[0]}-pass`, email }));
  const [imapPort = 0, imapsPort = 0, freePort = 0] = await freePorts(3);
  const lmtpPort = existsSync('/usr/lib/dovecot/lmtp') ? freePort : 0;

  writeCertificate(dir);
  writeFileSync(
    join(dir, 'passwd'),
    accounts.map((account) => `${account.user}:{PLAIN}${account.password}::::::\n`).join(''),
  );
  const config = dovecotConfig({ dir, runAs, imapPort, imapsPort, lmtpPort, plainRefused, capability, layout });
  writeFileSync(join(dir, 'dovecot.conf'), config);
  if (isRoot()) spawnSync('chown', ['-R', `${runAs.uid}:${runAs.gid}`, dir]);

  const server = launch(dir, runAs);
  try {
    await started(server, [imapPort, imapsPort, ...(lmtpPort ? [lmtpPort] : [])]);
  } catch (error) {
    await end(server.child, dir);
    throw error;
  }

  const home = (user: string) => join(dir, 'home', user, 'Maildir');
  return {
    host: '127.0.0.1',
    imapPort,
    imapsPort,
    lmtpPort,
    caFile: join(dir, 'cert.pem'),
    users: accounts,
    home,
    deliver: (user, bytes) => maildir(home(user), runAs).deliver(bytes),
    seed: (user, folder, letters) => maildir(home(user), runAs).seed(folder, letters),
    stop: () => end(server.child, dir),
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

type Server = { child: ChildProcess; log: () => string };

function launch(dir: string, runAs: RunAs): Server {
  const asUser = ['--reuid', String(runAs.uid), '--regid', String(runAs.gid), '--clear-groups'];
  // The parent's death ends the server too, so that a killed test run leaves none behind.
  const drop = ['--pdeathsig', 'TERM', ...(isRoot() ? asUser : [])];
  const args = [...drop, binary, '-F', '-c', join(dir, 'dovecot.conf')];
  const child = spawn('setpriv', args, { cwd: dir, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  child.stderr?.on('data', (chunk: Buffer) => (log = (log + chunk.toString()).slice(-20_000)));
  child.once('error', (error) => (log += error.message));
  // A test that forgets to stop its server still ends, and takes the server with it.
  child.unref();
  (child.stderr as Socket | null)?.unref();
  const endToo = () => signalGroup(child, 'SIGKILL');
  process.once('exit', endToo);
  child.once('exit', () => process.off('exit', endToo));
  return { child, log: () => log };
}

async function started({ child, log }: Server, ports: number[]): Promise<void> {
  const limit = AbortSignal.timeout(startLimitMs);
  for (const port of ports) {
    while (!(await answers(port))) {
      if (child.exitCode !== null || child.signalCode) throw new Error(`Dovecot ended at its start. Its log: ${log()}`);
      if (limit.aborted) throw new Error(`Dovecot did not answer within ${startLimitMs} ms. Its log: ${log()}`);
    }
  }
}

async function end(child: ChildProcess, dir: string): Promise<void> {
  const gone = child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
  if (!gone) {
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    signalGroup(child, 'SIGTERM');
    const late = setTimeout(() => signalGroup(child, 'SIGKILL'), 3000);
    await exited;
    clearTimeout(late);
    // Login processes may outlive their master by a moment, and would write into the folder we remove.
    signalGroup(child, 'SIGKILL');
  }
  rmSync(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid) process.kill(-child.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
