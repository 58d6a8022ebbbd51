import type { Discovery } from '../../setup.ts';

type ProviderInfo = NonNullable<Discovery['provider']>;

/** What stands before the port of a server, with the placeholders of autoconfig (`%EMAILDOMAIN%`). */
export type KnownServer = { host: string; port: number; username: string };

/** A provider whose servers are known beforehand. */
export type KnownProvider = ProviderInfo & {
  /** The domains of the addresses it gives out. */
  domains: readonly string[];
  /** What the names of its MX hosts end with, where people bring domains of their own. */
  mx: readonly string[];
  /** Null where it has no server for mail programs. */
  sync: KnownServer | null;
  send: KnownServer | null;
};

type ProviderFacts = Pick<ProviderInfo, 'id' | 'name'> &
  Partial<Pick<ProviderInfo, 'sign_in' | 'supported' | 'steps' | 'help_url' | 'note'>> & {
    /** Parted by spaces, as are the ends of MX names. */
    domains?: string;
    mx?: string;
    /** `host` or `host:port`; 993 and 465 are meant where there is none. */
    imap?: string;
    smtp?: string;
    /** The name to sign in with, where it is not the whole address. */
    username?: 'local part';
    /** That for sending, where it is another. */
    sendUsername?: 'address';
  };

const address = '%EMAILADDRESS%';

/** Fills in what most providers have in common: a password, and the address as the name to sign in with. */
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
