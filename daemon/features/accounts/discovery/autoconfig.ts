import { reasonOf } from '../../../base/failure.ts';
import type { Log } from '../../../base/log.ts';
import type { OutgoingFetch } from '../../../outgoing/outgoing-fetch.ts';
import { serversInAutoconfig } from './parse-autoconfig.ts';
import type { FoundServers, MailAddress } from './found-servers.ts';

/** Such files are a few kilobytes. */
const maxFileBytes = 128_000;

/**
 * Servers as the domain itself describes them for mail programs, in the file that Thunderbird introduced; undefined where it
 * has none of use. It is asked over https alone, for who answers decides where a password goes, and no directory of
 * somebody else's is asked: who has a mailbox where is between the person and their provider.
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
  // Not sent on: a way that leads over an unencrypted place could lead anywhere.
  const { status, content } = await fetch(url, { ...limits, maxBytes: maxFileBytes, maxRedirects: 0 });
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return status === 200 ? Buffer.concat(pieces).toString('utf8') : '';
}
