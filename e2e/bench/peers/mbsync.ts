import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MailServer } from '../mail/mail-server.ts';
import { median } from '../report/table.ts';
import { isInstalled, runMeasured, runMilliseconds, type ProgramRun } from './program-runs.ts';

export const hasMbsync = () => isInstalled('mbsync');

export type MbsyncRun = ProgramRun & {
  /** A run without changes, from start to end: the median of fifteen. */
  resyncMilliseconds: number;
};

/** mbsync pulls the whole account into an empty Maildir over TLS, and then runs repeatedly without changes. */
export async function mbsyncRun(server: MailServer): Promise<MbsyncRun> {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-mbsync-'));
  try {
    mkdirSync(join(folder, 'mail'));
    const config = join(folder, 'mbsyncrc');
    writeFileSync(config, configOf(server, join(folder, 'mail')), { mode: 0o600 });
    const command = { program: 'mbsync', args: ['-qq', '-c', config, 'bench'] };
    const run = await runMeasured(command);
    const { count } = server.maildir;
    const pulled = filesIn(join(folder, 'mail', 'INBOX'));
    if (pulled !== count) throw new Error(`mbsync pulled ${pulled} of ${count} messages.`);
    return { ...run, resyncMilliseconds: median(Array.from({ length: 15 }, () => runMilliseconds(command))) };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Unread messages are in `new`. */
function filesIn(maildir: string): number {
  return ['cur', 'new'].reduce((sum, part) => sum + readdirSync(join(maildir, part)).length, 0);
}

/**
 * Every folder, as Posthorn has it; FSync and all other costly options have their defaults. mbsync checks the certificate
 * for a host name and not for an address.
 */
function configOf({ dovecot, owner }: MailServer, folder: string): string {
  return `
IMAPAccount bench
Host localhost
Port ${dovecot.imapPort}
User ${owner.user}
Pass ${owner.password}
SSLType STARTTLS
CertificateFile ${dovecot.caFile}

IMAPStore server
Account bench

MaildirStore here
Path ${folder}/
Inbox ${folder}/INBOX
SubFolders Verbatim

Channel bench
Far :server:
Near :here:
Patterns *
Sync Pull
Create Near
SyncState *
`;
}
