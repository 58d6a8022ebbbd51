import { describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import type { ImapFlow, MailboxObject } from 'imapflow';
import { dovecotMissing } from '../../../testing/servers/dovecot.ts';
import { providerConformance } from '../conformance.ts';
import type { Harness } from '../conformance.ts';
import type { Fault, FaultKind } from '../fake/faults.ts';
import { createImapProvider } from './imap-provider.ts';
import { freshMailboxes, otherClient, settingsFor } from './test-dovecot-mailbox.ts';
import type { DovecotMailbox } from './test-dovecot-mailbox.ts';
import { startBreakableProxy } from './test-network.ts';

const missing = dovecotMissing();
const many = 250;

/** The faults that a network can produce. */
const faults: FaultKind[] = ['offline', 'slow', 'drop-mid-batch', 'lost-watch'];

if (missing) test('the IMAP provider against a real Dovecot', { skip: missing }, () => {});
else {
  describe('imap', () => {
    const mailbox = freshMailboxes();
    providerConformance('imap over TLS', (context) => openBreakable(context, mailbox()), { many, faults });
  });
  describe('imap, a plain old server', () => {
    // No CONDSTORE, QRESYNC, MOVE, ESEARCH, SPECIAL-USE or LIST-STATUS.
    const mailbox = freshMailboxes({ capability: 'IMAP4rev1 SASL-IR LITERAL+ ID IDLE NAMESPACE UIDPLUS' });
    providerConformance('imap without extensions, over STARTTLS', () => openHarness(mailbox(), 'starttls'), { many });
  });
}

/** With a network in between that can fail. */
async function openBreakable(context: TestContext, mailbox: DovecotMailbox): Promise<Harness> {
  const network = await startBreakableProxy(context, mailbox.server.imapsPort);
  const inject = async ({ kind }: Fault) => {
    if (kind === 'slow') network.stopResponding();
    else if (kind === 'drop-mid-batch') network.cutAfter(3000);
    else network.cut();
  };
  const clear = async () => {
    network.resumeResponding();
    network.restore();
  };
  return { ...(await openHarness(mailbox, 'implicit', network.port)), faults: { inject, clear } };
}

async function openHarness(mailbox: DovecotMailbox, mode: 'starttls' | 'implicit', port?: number): Promise<Harness> {
  const { server, user } = mailbox;
  const provider = createImapProvider({ ...settingsFor(mailbox, mode), ...(port && { port }) });
  let other = await otherClient(mailbox);
  /** Dovecot sometimes answers with an internal error when a folder has replaced another; a new session works. */
  const opened = async (folder: string, triesLeft = 3): Promise<MailboxObject> => {
    try {
      return await other.mailboxOpen(folder);
    } catch (error) {
      const isBug = (error as { serverResponseCode?: string }).serverResponseCode === 'SERVERBUG';
      if (!isBug || triesLeft === 0) throw error;
      await other.logout();
      other = await otherClient(mailbox);
      return opened(folder, triesLeft - 1);
    }
  };
  return {
    provider,
    deliver: async (folder, bytes, flags = []) => void (await other.append(folder, Buffer.from(bytes), flags)),
    fill: async (folder, messages) => void server.seed(user.user, folder, messages),
    async setFlags(folder, uid, flags) {
      await opened(folder);
      await other.messageFlagsSet(String(uid), flags, { uid: true });
    },
    async expunge(folder, uid) {
      await opened(folder);
      await other.messageDelete(String(uid), { uid: true });
    },
    async move(folder, uids, to) {
      await opened(folder);
      await other.messageMove(uids.join(','), to, { uid: true });
    },
    async resetFolder(folder) {
      const { uidValidity } = await opened(folder);
      // Dovecot derives the number from the clock in seconds: two folders of the same second may get the same number.
      while ((await created(other, 'Renewed')) === uidValidity) await other.mailboxDelete('Renewed');
      await opened(folder);
      await other.messageMove('1:*', 'Renewed');
      await other.mailboxDelete(folder);
      await other.mailboxRename('Renewed', folder);
    },
    async close() {
      await provider.close();
      await other.logout();
    },
  };
}

/** Creates a folder; returns its uidvalidity. */
async function created(client: ImapFlow, folder: string): Promise<bigint | undefined> {
  await client.mailboxCreate(folder);
  const status = await client.status(folder, { uidValidity: true });
  return status ? status.uidValidity : undefined;
}
