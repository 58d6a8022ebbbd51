import type { Certificate } from '../../../testing/servers/certificate.ts';
import type { OddServer } from '../../../testing/servers/imap/server.ts';
import { silentLog } from '../../base/log.ts';
import { createImapProvider } from '../../providers/imap/imap-provider.ts';
import type { Provider } from '../../providers/provider.ts';
import { waitLimitMs } from '../../test-until.ts';

/** The configuration of one IMAP account. */
export const oddAccountConfig = `
[accounts.ada]
name = "Ada"
email = "ada@example.test"
[accounts.ada.sync]
type = "imap"
host = "127.0.0.1"
username = "ada"
password_ref = "ada"
`;

/** Opens the provider of a daemon's account on a scripted server. */
export function openOddProvider(
  { host, port, user: username, password }: OddServer,
  certificate: Certificate,
  settings: Partial<Parameters<typeof createImapProvider>[0]> = {},
): () => Promise<Provider> {
  const account = { host, port, username, password, authRequired: true, useTls: true, ca: certificate.cert };
  const timeouts = { responseMs: waitLimitMs };
  return async () => createImapProvider({ ...account, timeouts, log: silentLog, ...settings });
}
