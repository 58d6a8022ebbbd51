import type { DnsResult, MailResolver, Service } from '../../../providers/mail-resolver.ts';
import { isUsable, foreignServersNote, type FoundServers, type FoundServer } from './found-servers.ts';

/** The SRV result for a service: its server, that it is not offered, or no record. */
type SrvResult = { is: 'at'; server: FoundServer } | { is: 'not_offered' } | { is: 'unsaid' };

/**
 * The servers that the domain's SRV records name (RFC 6186, and RFC 8314 for `_submissions`); undefined where they name
 * none. A service that is not offered is reported as null, and is not probed.
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
    ? `${domain} doesn’t offer mail programs access over IMAP, which Posthorn needs.`
    : foreignServersNote(domain, [servers.sync, servers.send]);
  return { source: 'srv', ...servers, trouble, isImapRefused };
}

function srvResultOf(lookup: DnsResult<Service> | undefined, encryption: { isTlsFirst: boolean }): SrvResult {
  if (lookup?.is !== 'found') return { is: 'unsaid' };
  // The lowest priority first, then the highest weight. RFC 2782 uses weights to spread load, which does not apply to one
  // mailbox.
  const services = lookup.records.toSorted((a, b) => a.priority - b.priority || b.weight - a.weight);
  if (services.every(({ name }) => name === '' || name === '.')) return { is: 'not_offered' };
  const usable = services.find(({ name, port }) => isUsable(withoutDot(name), port, encryption));
  if (!usable) return { is: 'unsaid' };
  return {
    is: 'at',
    server: { host: withoutDot(usable.name).toLowerCase(), port: usable.port, username: '%EMAILADDRESS%' },
  };
}

/** The most specific result: a server, else that the service is not offered. */
function bestResult(all: readonly SrvResult[]): SrvResult {
  return all.find(({ is }) => is === 'at') ?? all.find(({ is }) => is === 'not_offered') ?? { is: 'unsaid' };
}

function serverOf(result: SrvResult): FoundServer | null {
  return result.is === 'at' ? result.server : null;
}

function withoutDot(name: string): string {
  return name.replace(/\.$/, '');
}
