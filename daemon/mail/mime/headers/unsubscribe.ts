import type { z } from 'zod';
import type { unsubscribeMethod } from '../../../contract/fields.ts';
import { cleanText } from '../../text/clean-text.ts';

export type ListUnsubscribe = z.output<typeof unsubscribeMethod>;

/** The ways to leave the list of a message: List-Unsubscribe (RFC 2369), one-click if RFC 8058 allows it. */
export function parseUnsubscribe(list: string | undefined, post: string | undefined): ListUnsubscribe {
  if (!list) return 'None';
  const targets = bracketedTargets(list);
  const web = targets.find((target) => /^https?:\/\//i.test(target));
  if (web && /^https:/i.test(web) && /^\s*List-Unsubscribe\s*=\s*One-Click\s*$/i.test(post ?? ''))
    return { OneClick: { url: web } };
  const mail = targets.find((target) => /^mailto:./i.test(target));
  if (mail) return { Mailto: parseMailto(mail) };
  return web ? { HttpLink: { url: web } } : 'None';
}

/** The values between brackets. White space inside was added in transit and is removed (RFC 2369, section 2). */
function bracketedTargets(list: string): string[] {
  return [...cleanText(list.slice(0, 8_000)).matchAll(/<([^<>]+)>/g)].map(([, target]) =>
    (target ?? '').replace(/\s+/g, ''),
  );
}

/** Of the fields that RFC 6068 allows, only subject and body are used: the rest would write to other recipients. */
function parseMailto(target: string): { address: string; subject: string | null; body?: string } {
  const [address = '', query = ''] = target.slice('mailto:'.length).split('?', 2);
  const fields = query.split('&');
  const valueOf = (name: string) => {
    const field = fields.find((each) => each.toLowerCase().startsWith(`${name}=`));
    return field === undefined ? undefined : percentDecoded(field.slice(name.length + 1));
  };
  const body = valueOf('body');
  return { address: percentDecoded(address), subject: valueOf('subject') ?? null, ...(body && { body }) };
}

/** RFC 6068 only decodes percent signs: a plus is a plus. */
function percentDecoded(text: string): string {
  try {
    return cleanText(decodeURIComponent(text));
  } catch {
    // A stray percent sign: the text is used as it stands.
    return text;
  }
}
