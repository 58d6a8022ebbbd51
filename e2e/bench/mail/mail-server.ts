import { linkSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openSecondClient } from '../../peers/support/second-client.ts';
import { startDovecot, type Dovecot, type MailUser } from '../../../testing/servers/dovecot.ts';
import type { Maildir } from './maildir.ts';

export type MailServer = { dovecot: Dovecot; owner: MailUser; maildir: Maildir };

/**
 * A Dovecot whose INBOX is the Maildir. It has read all of it once, so that the first sync does not pay for the caches that
 * later syncs find filled.
 */
export async function startMailServer(maildir: Maildir): Promise<MailServer> {
  const dovecot = await startDovecot({ users: ['owner@posthorn.example'] });
  try {
    const [owner] = dovecot.users;
    if (!owner) throw new Error('Dovecot was started without a user.');
    console.log(`Putting ${maildir.name} into Dovecot …`);
    // Without messages it only makes the folder, which then belongs to the server.
    dovecot.seed(owner.user, 'INBOX', []);
    linkAll(maildir, dovecot.home(owner.user));
    await readAll(dovecot, owner);
    return { dovecot, owner, maildir };
  } catch (failed) {
    await dovecot.stop();
    throw failed;
  }
}

/** Dovecot renames and removes files, but never writes into them, so hard links suffice. */
function linkAll({ path }: Maildir, folder: string): void {
  for (const name of readdirSync(join(path, 'cur'))) linkSync(join(path, 'cur', name), join(folder, 'cur', name));
}

async function readAll(dovecot: Dovecot, owner: MailUser): Promise<void> {
  const client = await openSecondClient(dovecot, owner);
  await client.mailboxOpen('INBOX', { readOnly: true });
  const facts = { flags: true, size: true, internalDate: true, envelope: true, bodyStructure: true };
  for await (const _ of client.fetch('1:*', facts)) continue;
  await client.logout();
}
