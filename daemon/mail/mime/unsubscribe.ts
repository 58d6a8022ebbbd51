import type { z } from 'zod';
import type { unsubscribeMethod } from '../../contract/fields.ts';

export type Unsubscribe = z.output<typeof unsubscribeMethod>;

/** How one leaves the list a message came from: List-Unsubscribe (RFC 2369), one click where RFC 8058 allows it. */
export function unsubscribeFrom(list: string | undefined, post: string | undefined): Unsubscribe {
  if (!list) return 'None';
  const targets = [...list.slice(0, 8_000).matchAll(/<\s*([^<>\s]+)\s*>/g)].map(([, target]) => target ?? '');
  const web = targets.find((target) => /^https?:\/\//i.test(target));
  if (web && /^https:/i.test(web) && /^\s*List-Unsubscribe\s*=\s*One-Click\s*$/i.test(post ?? ''))
    return { OneClick: { url: web } };
  const mail = targets.find((target) => /^mailto:/i.test(target));
  if (mail) return { Mailto: mailtoFrom(mail) };
  return web ? { HttpLink: { url: web } } : 'None';
}

function mailtoFrom(target: string): { address: string; subject: string | null } {
  const [address = '', query = ''] = target.slice('mailto:'.length).split('?', 2);
  return { address: percentDecoded(address), subject: new URLSearchParams(query).get('subject') };
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray percent sign: the address is used as it stands.
    return text;
  }
}
