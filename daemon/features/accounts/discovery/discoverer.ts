import { networkInterfaces } from 'node:os';
import type { Log } from '../../../base/log.ts';
import type { OutgoingFetch } from '../../../outgoing/outgoing-fetch.ts';
import type { Discovery } from '../setup.ts';
import { serversByAutoconfig } from './autoconfig.ts';
import { addressParts, discoveryOf, nothingKnown, type Found, type MailAddress } from './found-servers.ts';
import { serversByGuess } from './guesses.ts';
import { providerOfDomain, providerOfMx } from './known-providers.ts';
import type { Exchange, Looked, MailResolver } from './mail-resolver.ts';
import type { Probe } from './probe.ts';
import { knownTypo, likelyDomain } from './spelling.ts';
import { serversBySrv } from './srv.ts';

export type DiscoveryParts = {
  fetch: OutgoingFetch;
  resolver: MailResolver;
  probe: Probe;
  log: Log;
  /** Whether this computer is connected to any network. */
  isOnline?: () => boolean;
  /** Milliseconds for the name servers, and for all that is asked after them. */
  times?: { names: number; servers: number };
};

export type Discover = (email: string, signal: AbortSignal) => Promise<Discovery>;

const usualTimes = { names: 3_000, servers: 5_500 };

/**
 * Finds out where an address has its mail: by the providers that are known, by MX, by SRV (RFC 6186), by the domain's own
 * autoconfig file, and by trying, each only where those before have nothing to say. Only the domain's own servers are
 * asked, and its name servers. What the network does is told as `trouble`; nothing is thrown but the signal's reason.
 */
export function discoverer(parts: DiscoveryParts): Discover {
  return async (email, signal) => {
    signal.throwIfAborted();
    const address = addressParts(email.trim());
    if (!address) return nothingKnown(unreadable(email), { trouble: notADomain(email) });
    const { domain, local } = address;
    const provider = providerOfDomain(domain);
    if (provider) return discoveryOf(address, { ...provider, source: 'known', provider });
    // Nothing is asked of it: some of them belong to who waits for such slips.
    const meant = knownTypo(domain);
    if (meant) return nothingKnown(address, { did_you_mean: `${local}@${meant}` });
    const discovery = await askedAround(address, parts, signal);
    signal.throwIfAborted();
    return discovery;
  };
}

async function askedAround(address: MailAddress, parts: DiscoveryParts, signal: AbortSignal): Promise<Discovery> {
  const { domain, local } = address;
  const { resolver, times = usualTimes, isOnline = hasNetwork } = parts;
  const naming = AbortSignal.any([signal, AbortSignal.timeout(times.names)]);
  const [mx, addresses, srv] = await Promise.all([
    resolver.exchanges(domain, naming),
    resolver.addresses(domain, naming),
    serversBySrv(domain, resolver, naming),
  ]);
  const exchanges = exchangesOf(mx);
  const likely = likelyDomain(domain);
  const did_you_mean = likely === undefined || mx.is === 'found' ? null : `${local}@${likely}`;

  if (takesNoMail(mx))
    return nothingKnown(address, { trouble: `${domain} takes no mail at all. Check how the address is written.` });
  const provider = providerOfMx(exchanges);
  if (provider) return discoveryOf(address, { ...provider, source: 'mx', provider });
  const isNowhere = [mx, addresses].every(({ is }) => is === 'none' || is === 'no_domain');
  if (isNowhere && !srv) return nothingKnown(address, { trouble: nowhere(domain, mx), did_you_mean });

  const found = await foundBy(address, { srv, exchanges, parts, signal });
  if (found.sync !== null || found.send !== null || found.source !== 'none') return discoveryOf(address, found);
  const isUnanswered = mx.is === 'unanswered' && addresses.is === 'unanswered';
  const trouble = isUnanswered ? unanswered(domain, isOnline()) : (found.trouble ?? null);
  return nothingKnown(address, { trouble, did_you_mean: isUnanswered ? null : did_you_mean });
}

type Asking = {
  srv: Awaited<ReturnType<typeof serversBySrv>>;
  exchanges: readonly string[];
  parts: DiscoveryParts;
  signal: AbortSignal;
};

/** What is said by SRV, else by the domain's file, else what answers; what the first two leave open is tried. */
async function foundBy(address: MailAddress, { srv, exchanges, parts, signal }: Asking): Promise<Found> {
  const { fetch, log, probe, times = usualTimes } = parts;
  if (srv?.isImapRefused || (srv?.sync && srv.send)) return srv;
  const within = times.servers;
  const ending = new AbortController();
  const asking = { signal: AbortSignal.any([signal, ending.signal, AbortSignal.timeout(within)]), within };
  const guessing = serversByGuess(address.domain, exchanges, { probe, ...asking });
  const said = srv?.sync ? srv : await serversByAutoconfig(address, { fetch, log, ...asking });
  if (said?.sync && said.send) {
    ending.abort();
    return said;
  }
  const guessed = await guessing;
  if (!said) return srv?.send ? { ...guessed, send: srv.send, source: guessed.sync ? guessed.source : 'srv' } : guessed;
  return { ...said, send: said.send ?? guessed.send };
}

function exchangesOf(mx: Looked<Exchange>): string[] {
  if (mx.is !== 'found') return [];
  const inOrder = mx.records.toSorted((a, b) => a.priority - b.priority);
  return inOrder.map(({ exchange }) => exchange.toLowerCase().replace(/\.$/, '')).filter((host) => host !== '');
}

/** The null MX of RFC 7505. */
function takesNoMail(mx: Looked<Exchange>): boolean {
  return mx.is === 'found' && exchangesOf(mx).length === 0;
}

function nowhere(domain: string, mx: Looked<Exchange>): string {
  return mx.is === 'no_domain'
    ? `There is no domain ${domain}. Check how the address is written.`
    : `There is a domain ${domain}, but it has no mail server. Check how the address is written.`;
}

function unanswered(domain: string, isOnline: boolean): string {
  return isOnline
    ? `Nothing could be found out about ${domain}, for no name server answers. Check the internet connection and try again.`
    : 'This computer is not connected to the internet. Connect it and try again.';
}

function notADomain(email: string): string {
  return `${email.slice(email.lastIndexOf('@') + 1)} is not a name that mail can be sent to. Check how the address is written.`;
}

function unreadable(email: string): Pick<MailAddress, 'email' | 'domain'> {
  return { email, domain: email.slice(email.lastIndexOf('@') + 1).toLowerCase() };
}

function hasNetwork(): boolean {
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => !internal));
}
