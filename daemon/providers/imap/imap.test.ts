import { describe, test } from 'node:test';
import { dovecotMissing } from '../../../e2e/servers/dovecot.ts';
import { providerConformance } from '../conformance.ts';
import type { Harness } from '../conformance.ts';
import { createImapProvider } from './imap-provider.ts';
import { freshMailboxes, otherClient, settingsFor } from './test-mailbox.ts';
import type { Mailbox } from './test-mailbox.ts';

const missing = dovecotMissing();
const many = 250;

if (missing) test('the IMAP provider against a real Dovecot', { skip: missing }, () => {});
else {
  describe('imap', () => {
    const mailbox = freshMailboxes();
    providerConformance('imap over STARTTLS', () => openHarness(mailbox(), 'starttls'), { many });
    providerConformance('imap over TLS', () => openHarness(mailbox(), 'implicit'), { many });
  });
  describe('imap, a plain old server', () => {
    // Neither CONDSTORE, QRESYNC, MOVE, ESEARCH, SPECIAL-USE nor LIST-STATUS.
    const mailbox = freshMailboxes({ capability: 'IMAP4rev1 SASL-IR LITERAL+ ID IDLE NAMESPACE UIDPLUS' });
    providerConformance('imap without extensions', () => openHarness(mailbox(), 'starttls'), { many });
  });
}

async function openHarness(mailbox: Mailbox, mode: 'starttls' | 'implicit'): Promise<Harness> {
  const provider = createImapProvider(settingsFor(mailbox, mode));
  const other = await otherClient(mailbox);
  return {
    provider,
    deliver: async (folder, bytes, flags = []) => void (await other.append(folder, Buffer.from(bytes), flags)),
    async setFlags(folder, uid, flags) {
      await other.mailboxOpen(folder);
      await other.messageFlagsSet(String(uid), flags, { uid: true });
    },
    async expunge(folder, uid) {
      await other.mailboxOpen(folder);
      await other.messageDelete(String(uid), { uid: true });
    },
    async resetFolder(folder) {
      await other.mailboxCreate('Renewed');
      await other.mailboxOpen(folder);
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
