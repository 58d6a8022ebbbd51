import { after, describe, test } from 'node:test';
import { certificateMissing, makeCertificate } from '../../../testing/servers/certificate.ts';
import type { Certificate } from '../../../testing/servers/certificate.ts';
import { createMailbox } from '../../../testing/servers/imap/mailbox.ts';
import { startOddServer } from '../../../testing/servers/imap/server.ts';
import { silentLog } from '../../base/log.ts';
import { providerConformance } from '../conformance.ts';
import type { Harness } from '../conformance.ts';
import { createImapProvider } from './imap-provider.ts';

const missing = certificateMissing();
if (missing) test('the IMAP provider against a server in this process', { skip: missing }, () => {});
else
  describe('imap', () => {
    const certificate = makeCertificate();
    after(() => certificate.remove());
    providerConformance('imap against a server in this process', () => openHarness(certificate), { many: 250 });
  });

async function openHarness(certificate: Certificate): Promise<Harness> {
  const mailbox = createMailbox();
  mailbox.addFolder('INBOX');
  for (const use of ['Sent', 'Drafts', 'Trash', 'Junk', 'Archive'])
    mailbox.addFolder(use, { attributes: [`\\${use}`] });
  const server = await startOddServer({ certificate, mailbox });
  const { host, port, user: username, password } = server;
  const account = { host, port, username, password, authRequired: true, useTls: true };
  const provider = createImapProvider({ ...account, ca: certificate.cert, log: silentLog });
  return {
    provider,
    deliver: async (folder, bytes, flags = []) => void mailbox.deliver(folder, bytes, { flags }),
    setFlags: async (folder, uid, flags) => mailbox.setFlags(folder, uid, flags),
    expunge: async (folder, uid) => mailbox.expunge(folder, [uid]),
    move: async (folder, uids, to) => void mailbox.move(folder, uids, to),
    resetFolder: async (folder) => mailbox.renumber(folder),
    async close() {
      await provider.close();
      await server.stop();
    },
  };
}
