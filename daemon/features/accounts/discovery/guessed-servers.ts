import { foreignServersNote, type FoundServers, type FoundServer } from './found-servers.ts';
import type { ProbeResult, MailEndpoint, Probe } from './probe.ts';

type ProbedEndpoint = { endpoint: MailEndpoint; result: ProbeResult };

/**
 * Servers at the usual names and ports that were connected to: they offer encryption and have a matching certificate.
 * `exchanges` are the MX hosts, which small providers use for all services. Ends with the signal.
 */
export async function serversByGuess(
  domain: string,
  exchanges: readonly string[],
  { probe, signal }: { probe: Probe; signal: AbortSignal },
): Promise<FoundServers> {
  const others = exchanges.slice(0, 2);
  const [sync, send] = await Promise.all([
    firstSecureEndpoint(
      endpointsOf('imap', [`imap.${domain}`, `mail.${domain}`, domain, ...others], [993, 143]),
      probe,
      signal,
    ),
    firstSecureEndpoint(
      endpointsOf('smtp', [`smtp.${domain}`, `mail.${domain}`, domain, ...others], [465, 587]),
      probe,
      signal,
    ),
  ]);
  if (!sync.match && !send.match)
    return { source: 'none', sync: null, send: null, trouble: untrustedNote(sync.rejected) };
  const servers = { sync: serverOf(sync.match), send: serverOf(send.match) };
  return { source: 'guess', ...servers, trouble: foreignServersNote(domain, [servers.sync, servers.send]) };
}

/** Tries the best encryption at all names before the second best. */
function endpointsOf(
  protocol: MailEndpoint['protocol'],
  hosts: readonly string[],
  ports: readonly number[],
): MailEndpoint[] {
  const names = [...new Set(hosts)];
  return ports.flatMap((port) => names.map((host) => ({ protocol, host, port })));
}

/** Probes all endpoints at once; returns the first in order that is secure, as soon as those before it have answered. */
async function firstSecureEndpoint(
  endpoints: readonly MailEndpoint[],
  probe: Probe,
  signal: AbortSignal,
): Promise<{ match: MailEndpoint | undefined; rejected: ProbedEndpoint[] }> {
  const probes = endpoints.map(async (endpoint) => ({ endpoint, result: await probe(endpoint, signal) }));
  const rejected: ProbedEndpoint[] = [];
  for (const each of probes) {
    const { endpoint, result } = await each;
    if (result.is === 'secure') return { match: endpoint, rejected };
    rejected.push({ endpoint, result });
  }
  return { match: undefined, rejected };
}

function serverOf(endpoint: MailEndpoint | undefined): FoundServer | null {
  return endpoint ? { host: endpoint.host, port: endpoint.port, username: '%EMAILADDRESS%' } : null;
}

function untrustedNote(rejected: readonly ProbedEndpoint[]): string | null {
  const untrusted = rejected.find(({ result }) => result.is === 'untrusted');
  return untrusted
    ? `A mail server answers at ${untrusted.endpoint.host}, but it can’t prove that it is the one it says it is (its certificate ` +
        `doesn’t fit). Ask your provider for the server address.`
    : null;
}
