import type { Discovery } from '../../../../contract/account-setup.ts';

type ProviderInfo = NonNullable<Discovery['provider']>;

/** The host and port of a server, with the placeholders of autoconfig (`%EMAILDOMAIN%`). */
export type KnownServer = { host: string; port: number; username: string };

/** A provider whose servers are known in advance. */
export type KnownProvider = ProviderInfo & {
  /** The domains of the addresses that the provider issues. */
  domains: readonly string[];
  /** The suffixes of its MX host names, for custom domains. */
  mx: readonly string[];
  /** Null if the provider has no server for mail programs. */
  sync: KnownServer | null;
  send: KnownServer | null;
};

type ProviderFacts = Pick<ProviderInfo, 'id' | 'name'> &
  Partial<Pick<ProviderInfo, 'sign_in' | 'supported' | 'steps' | 'help_url' | 'note'>> & {
    /** Separated by spaces, as are the MX suffixes. */
    domains?: string;
    mx?: string;
    /** `host` or `host:port`; the default ports are 993 and 465. */
    imap?: string;
    smtp?: string;
    /** The user name, if it is not the whole address. */
    username?: 'local part';
    /** The user name for sending, if it differs. */
    sendUsername?: 'address';
  };

const address = '%EMAILADDRESS%';

/** Fills in what most providers have in common: a password, and the address as the user name. */
export function provider({ domains, mx, imap, smtp, username, sendUsername, ...facts }: ProviderFacts): KnownProvider {
  const name = username === 'local part' ? '%EMAILLOCALPART%' : address;
  return {
    sign_in: 'password',
    supported: true,
    steps: [],
    help_url: null,
    note: null,
    ...facts,
    domains: wordsIn(domains),
    mx: wordsIn(mx),
    sync: serverAt(imap, 993, name),
    send: serverAt(smtp, 465, sendUsername === 'address' ? address : name),
  };
}

function serverAt(hostAndPort: string | undefined, defaultPort: number, username: string): KnownServer | null {
  if (hostAndPort === undefined) return null;
  const [host = '', port = defaultPort] = hostAndPort.split(':');
  return { host, port: Number(port), username };
}

function wordsIn(text = ''): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
