import { Resolver } from 'node:dns/promises';

/** The answer of a name server. `none`: the name exists without such records; `no_domain`: the name does not exist. */
export type DnsResult<Found> =
  { is: 'found'; records: Found[] } | { is: 'none' } | { is: 'no_domain' } | { is: 'unanswered' };

export type Exchange = { exchange: string; priority: number };
export type Service = { name: string; port: number; priority: number; weight: number };

/** Queries DNS records. Never throws; when the signal aborts, the answer is `unanswered`. */
export type MailResolver = {
  /** MX. An empty `exchange` means that the domain takes no mail (RFC 7505). */
  exchanges(domain: string, signal: AbortSignal): Promise<DnsResult<Exchange>>;
  /** SRV. A `name` that is empty or a dot means that the service is not offered (RFC 2782). */
  services(name: string, signal: AbortSignal): Promise<DnsResult<Service>>;
  /** A and AAAA. */
  addresses(domain: string, signal: AbortSignal): Promise<DnsResult<string>>;
};

/** Queries the name servers of this computer, or `servers` (`127.0.0.1:5353`); `timeout` is in milliseconds for each try. */
export function mailResolver({
  servers,
  timeout = 1_200,
  tries = 2,
}: { servers?: readonly string[]; timeout?: number; tries?: number } = {}): MailResolver {
  const query = async <Found>(
    signal: AbortSignal,
    ask: (resolver: Resolver) => Promise<Found[]>,
  ): Promise<DnsResult<Found>> => {
    if (signal.aborted) return { is: 'unanswered' };
    // One resolver for each query, because cancel() ends all queries of a resolver.
    const resolver = new Resolver({ timeout, tries });
    if (servers) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const records = await ask(resolver);
      return records.length > 0 ? { is: 'found', records } : { is: 'none' };
    } catch (failed) {
      return failedResult((failed as NodeJS.ErrnoException).code);
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
  return {
    exchanges: (domain, signal) => query(signal, (resolver) => resolver.resolveMx(domain)),
    services: (name, signal) => query(signal, (resolver) => resolver.resolveSrv(name)),
    async addresses(domain, signal) {
      // Always this computer, whatever name servers answer (RFC 6761, section 6.3).
      if (/(^|\.)localhost$/.test(domain)) return { is: 'found', records: ['127.0.0.1'] };
      const both = await Promise.all([
        query(signal, (resolver) => resolver.resolve4(domain)),
        query(signal, (resolver) => resolver.resolve6(domain)),
      ]);
      return both.find(({ is }) => is === 'found') ?? both.find(({ is }) => is === 'unanswered') ?? both[0];
    },
  };
}

function failedResult(code: string | undefined): { is: 'none' | 'no_domain' | 'unanswered' } {
  if (code === 'ENODATA') return { is: 'none' };
  return { is: code === 'ENOTFOUND' || code === 'EBADNAME' ? 'no_domain' : 'unanswered' };
}
