import type { DnsResult, MailResolver, Service } from './mail-resolver.ts';
import { isUsable, foreignServersNote, type FoundServers, type FoundServer } from './found-servers.ts';

/** What SRV says of a service: where it is, that it is not offered, or nothing. */
type SrvResult = { is: 'at'; server: FoundServer } | { is: 'not_offered' } | { is: 'unsaid' };

/**
 * Servers as the domain's SRV records name them (RFC 6186, and RFC 8314 for `_submissions`); undefined where they name
 * none. A service that is not offered at all is no server and is not to be looked for.
 */
export async function serversBySrv(
  domain: string,
  resolver: MailResolver,
  signal: AbortSignal,
): Promise<(FoundServers & { isImapRefused: boolean }) | undefined> {
  const names = ['_imaps', '_imap', '_submissions', '_submission'];
  const [imaps, imap, submissions, submission] = await Promise.all(
    names.map((name) => resolver.services(`${name}._tcp.${domain}`, signal)),
  );
  const sync = bestResult([srvResultOf(imaps, { isTlsFirst: true }), srvResultOf(imap, { isTlsFirst: false })]);
  const send = bestResult([
    srvResultOf(submissions, { isTlsFirst: true }),
    srvResultOf(submission, { isTlsFirst: false }),
  ]);
  const isImapRefused = sync.is === 'not_offered';
  if (sync.is !== 'at' && send.is !== 'at' && !isImapRefused) return undefined;
  const servers = { sync: serverOf(sync), send: serverOf(send) };
  const trouble = isImapRefused
    ? `${domain} says that its mail cannot be read by mail programs over IMAP, which Posthorn needs.`
    : foreignServersNote(domain, [servers.sync, servers.send]);
  return { source: 'srv', ...servers, trouble, isImapRefused };
}

function srvResultOf(lookup: DnsResult<Service> | undefined, encryption: { isTlsFirst: boolean }): SrvResult {
  if (lookup?.is !== 'found') return { is: 'unsaid' };
  // The lowest priority first, and of equal ones the heaviest (RFC 2782 spreads load, which one mailbox is none of).
  const services = lookup.records.toSorted((a, b) => a.priority - b.priority || b.weight - a.weight);
  if (services.every(({ name }) => name === '' || name === '.')) return { is: 'not_offered' };
  const usable = services.find(({ name, port }) => isUsable(withoutDot(name), port, encryption));
  if (!usable) return { is: 'unsaid' };
  return {
    is: 'at',
    server: { host: withoutDot(usable.name).toLowerCase(), port: usable.port, username: '%EMAILADDRESS%' },
  };
}

/** What says most: a server, else that there is none. */
function bestResult(all: readonly SrvResult[]): SrvResult {
  return all.find(({ is }) => is === 'at') ?? all.find(({ is }) => is === 'not_offered') ?? { is: 'unsaid' };
}

function serverOf(result: SrvResult): FoundServer | null {
  return result.is === 'at' ? result.server : null;
}

function withoutDot(name: string): string {
  return name.replace(/\.$/, '');
}
