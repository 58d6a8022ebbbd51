import type { AccountConfig, Config } from '../../config/schema/schema.ts';
import { usesImplicitTls } from '../../providers/connection-errors.ts';
import { createProbe, type Probe } from './discovery/probe.ts';
import { configuredAccount } from './password-references.ts';
import { isPasswordServer } from './setup-validation.ts';
import type { AccountSetup } from '../../contract/account-setup.ts';

type Side = AccountSetup['sync'] | AccountSetup['send'];
type KnownSide = AccountConfig['sync'] | AccountConfig['send'];

/** The ports where every server begins with STARTTLS. */
const startTlsPorts = new Set([143, 587, 25]);

/**
 * The setup with `implicit_tls` for servers at unusual ports: as in the setup, as it was found before for the same host and
 * port, else by connecting to the server. Without an answer it stays open, and STARTTLS is used.
 */
export async function withImplicitTls(
  setup: AccountSetup,
  accounts: Config['accounts'],
  probe: Probe = createProbe(),
): Promise<AccountSetup> {
  const known = configuredAccount(accounts, setup.key);
  const [sync, send] = await Promise.all([
    probedSide(setup.sync, known?.sync, probe),
    probedSide(setup.send, known?.send, probe),
  ]);
  return { ...setup, sync, send };
}

async function probedSide<Given extends Side>(side: Given, known: KnownSide, probe: Probe): Promise<Given> {
  if (!isPasswordServer(side) || !side.use_tls || side.implicit_tls !== undefined) return side;
  const { type, host, port } = side;
  if (usesImplicitTls(port) || startTlsPorts.has(port)) return side;
  const isSame = known && 'host' in known && known.host === host && known.port === port;
  if (isSame && known.implicit_tls !== undefined) return { ...side, implicit_tls: known.implicit_tls };
  const endpoint = { protocol: type === 'imap' ? ('imap' as const) : ('smtp' as const), host, port };
  return (await beginsWithTls(endpoint, probe)) ? { ...side, implicit_tls: true } : side;
}

/** Whether TLS begins with the connection; false if the server does not answer in either way. */
async function beginsWithTls(
  endpoint: { protocol: 'imap' | 'smtp'; host: string; port: number },
  probe: Probe,
): Promise<boolean> {
  const answered = new AbortController();
  const answers = [true, false].map(async (isTlsFirst) => {
    const { is } = await probe({ ...endpoint, isTlsFirst }, answered.signal);
    // A server without encryption or with an invalid certificate has shown its way too; the sign-in reports the trouble.
    if (is === 'nothing') throw new Error('The server doesn’t answer in this way.');
    return isTlsFirst && is !== 'plain';
  });
  const first = await Promise.any(answers).catch(() => false);
  answered.abort();
  return first;
}
