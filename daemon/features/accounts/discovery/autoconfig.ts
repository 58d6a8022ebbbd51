import { reasonOf } from '../../../base/failure.ts';
import type { Log } from '../../../base/log.ts';
import type { OutgoingFetch } from '../../../outgoing/outgoing-fetch.ts';
import { serversInAutoconfig } from './parse-autoconfig.ts';
import type { FoundServers, MailAddress } from './found-servers.ts';

/** Autoconfig files are a few kilobytes. */
const maxFileBytes = 128_000;

/**
 * The servers that the domain itself publishes for mail programs, in the file format that Thunderbird introduced; undefined
 * where the file has no usable server. The file is requested over https only, because its content decides which server
 * receives a password. No third-party directory is queried, so that no third party learns which provider a user has.
 */
export async function serversByAutoconfig(
  address: MailAddress,
  { fetch, log, signal, timeoutMs }: { fetch: OutgoingFetch; log: Log; signal: AbortSignal; timeoutMs: number },
): Promise<FoundServers | undefined> {
  const { domain, local } = address;
  const urls = [
    `https://autoconfig.${domain}/mail/config-v1.1.xml?emailaddress=${encodeURIComponent(`${local}@${domain}`)}`,
    `https://${domain}/.well-known/autoconfig/mail/config-v1.1.xml`,
  ];
  const requests = urls.map(async (url) => {
    try {
      const { sync, send } = serversInAutoconfig(await fetchText(url, { fetch, signal, timeoutMs }), address);
      return sync ? { source: 'autoconfig' as const, sync, send } : undefined;
    } catch (failed) {
      log.debug({ reason: reasonOf(failed) }, 'No autoconfig file');
      return undefined;
    }
  });
  for (const answer of requests) {
    const found = await answer;
    if (found) return found;
  }
  return undefined;
}

async function fetchText(
  url: string,
  { fetch, ...limits }: { fetch: OutgoingFetch; signal: AbortSignal; timeoutMs: number },
): Promise<string> {
  // Do not follow redirects: a redirect over an unencrypted connection could lead to any host.
  const { status, content } = await fetch(url, { ...limits, maxBytes: maxFileBytes, maxRedirects: 0 });
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return status === 200 ? Buffer.concat(pieces).toString('utf8') : '';
}
