import { networkInterfaces } from 'node:os';
import type { Log } from '../../../base/log.ts';
import type { OutgoingFetch } from '../../../outgoing/outgoing-fetch.ts';
import type { Discovery } from '../../../contract/account-setup.ts';
import { serversByAutoconfig } from './autoconfig.ts';
import { parseMailAddress, discoveryOf, emptyDiscovery, type FoundServers, type MailAddress } from './found-servers.ts';
import { serversByGuess } from './guessed-servers.ts';
import { providerOfDomain, providerOfMx } from './known-providers.ts';
import type { Exchange, DnsResult, MailResolver } from '../../../providers/mail-resolver.ts';
import type { Probe } from './probe.ts';
import { knownTypo, likelyDomain } from './domain-typos.ts';
import { serversBySrv } from './srv.ts';

export type DiscoveryDeps = {
  fetch: OutgoingFetch;
  resolver: MailResolver;
  probe: Probe;
  log: Log;
  /** Whether this computer is connected to any network. */
  isOnline?: () => boolean;
  /** Milliseconds for the name servers, and for all later requests. */
  timeoutsMs?: { names: number; servers: number };
};

type Discover = (email: string, signal: AbortSignal) => Promise<Discovery>;

const defaultTimeoutsMs = { names: 3_000, servers: 5_500 };

/**
 * Finds the mail servers of an address: by known providers, by MX, by SRV (RFC 6186), by the domain's own autoconfig file,
 * and by probing. Each step runs only if the previous steps found nothing. Only the domain's own servers and its name
 * servers are queried. Network failures are reported as `trouble`; only the signal's reason is thrown.
 */
export function discoverer(deps: DiscoveryDeps): Discover {
  return async (email, signal) => {
    signal.throwIfAborted();
    const address = parseMailAddress(email.trim());
    if (!address) return emptyDiscovery(unparsedAddress(email), { trouble: notADomainMessage(email) });
    const { domain, local } = address;
    const provider = providerOfDomain(domain);
    if (provider) return discoveryOf(address, { ...provider, source: 'known', provider });
    // Send no request to the misspelt domain: some of them belong to attackers.
    const intendedDomain = knownTypo(domain);
    if (intendedDomain) return emptyDiscovery(address, { did_you_mean: `${local}@${intendedDomain}` });
    const discovery = await discoverOnline(address, deps, signal);
    signal.throwIfAborted();
    return discovery;
  };
}

async function discoverOnline(address: MailAddress, deps: DiscoveryDeps, signal: AbortSignal): Promise<Discovery> {
  const { domain, local } = address;
  const { resolver, timeoutsMs = defaultTimeoutsMs, isOnline = hasNetwork } = deps;
  const dnsSignal = AbortSignal.any([signal, AbortSignal.timeout(timeoutsMs.names)]);
  const [mx, addresses, srv] = await Promise.all([
    resolver.exchanges(domain, dnsSignal),
    resolver.addresses(domain, dnsSignal),
    serversBySrv(domain, resolver, dnsSignal),
  ]);
  const exchanges = exchangesOf(mx);
  const likely = likelyDomain(domain);
  const did_you_mean = likely === undefined || mx.is === 'found' ? null : `${local}@${likely}`;

  if (takesNoMail(mx))
    return emptyDiscovery(address, { trouble: `${domain} doesn’t accept mail. Check the spelling of the address.` });
  const provider = providerOfMx(exchanges);
  if (provider) return discoveryOf(address, { ...provider, source: 'mx', provider });
  const hasNoServer = [mx, addresses].every(({ is }) => is === 'none' || is === 'no_domain');
  if (hasNoServer && !srv) return emptyDiscovery(address, { trouble: noMailServerMessage(domain, mx), did_you_mean });

  const found = await findServers(address, { srv, exchanges, deps, signal });
  if (found.sync !== null || found.send !== null || found.source !== 'none') return discoveryOf(address, found);
  const isUnanswered = mx.is === 'unanswered' && addresses.is === 'unanswered';
  const trouble = isUnanswered ? noNameServerMessage(domain, isOnline()) : (found.trouble ?? null);
  return emptyDiscovery(address, { trouble, did_you_mean: isUnanswered ? null : did_you_mean });
}

type ServerSearch = {
  srv: Awaited<ReturnType<typeof serversBySrv>>;
  exchanges: readonly string[];
  deps: DiscoveryDeps;
  signal: AbortSignal;
};

/**
 * The servers from SRV, else from the domain's file, else from probing; servers that the first two leave open are probed.
 */
async function findServers(
  address: MailAddress,
  { srv, exchanges, deps, signal }: ServerSearch,
): Promise<FoundServers> {
  const { fetch, log, probe, timeoutsMs = defaultTimeoutsMs } = deps;
  if (srv?.isImapRefused || (srv?.sync && srv.send)) return srv;
  const timeoutMs = timeoutsMs.servers;
  const stopGuessing = new AbortController();
  const limits = { signal: AbortSignal.any([signal, stopGuessing.signal, AbortSignal.timeout(timeoutMs)]), timeoutMs };
  const guessing = serversByGuess(address.domain, exchanges, { probe, ...limits });
  const declared = srv?.sync ? srv : await serversByAutoconfig(address, { fetch, log, ...limits });
  if (declared?.sync && declared.send) {
    stopGuessing.abort();
    return declared;
  }
  const guessed = await guessing;
  if (!declared)
    return srv?.send ? { ...guessed, send: srv.send, source: guessed.sync ? guessed.source : 'srv' } : guessed;
  return { ...declared, send: declared.send ?? guessed.send };
}

function exchangesOf(mx: DnsResult<Exchange>): string[] {
  if (mx.is !== 'found') return [];
  const inOrder = mx.records.toSorted((a, b) => a.priority - b.priority);
  return inOrder.map(({ exchange }) => exchange.toLowerCase().replace(/\.$/, '')).filter((host) => host !== '');
}

/** The null MX of RFC 7505. */
function takesNoMail(mx: DnsResult<Exchange>): boolean {
  return mx.is === 'found' && exchangesOf(mx).length === 0;
}

function noMailServerMessage(domain: string, mx: DnsResult<Exchange>): string {
  return mx.is === 'no_domain'
    ? `There is no domain ${domain}. Check the spelling of the address.`
    : `There is a domain ${domain}, but it has no mail server. Check the spelling of the address.`;
}

function noNameServerMessage(domain: string, isOnline: boolean): string {
  return isOnline
    ? `Nothing could be found out about ${domain}, for no name server answers. Check the internet connection and try again.`
    : 'This computer isn’t connected to the internet. Connect it and try again.';
}

function notADomainMessage(email: string): string {
  return `${email.slice(email.lastIndexOf('@') + 1)} can’t receive mail. Check the spelling of the address.`;
}

function unparsedAddress(email: string): Pick<MailAddress, 'email' | 'domain'> {
  return { email, domain: email.slice(email.lastIndexOf('@') + 1).toLowerCase() };
}

function hasNetwork(): boolean {
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => !internal));
}
