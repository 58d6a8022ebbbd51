import { readResults, type AuthenticationResults } from './results.ts';
import { organizationalDomainOf } from '../html/links.ts';
import type { Field } from './trusted-results.ts';

/** One hop of an ARC chain (RFC 8617): the server that sealed it, and what that server found when it received the message. */
type ArcHop = { instance: number; sealer: string; found: AuthenticationResults };

const maxHops = 20;

/**
 * The hops of a message's ARC chain, the newest first; empty if the chain is not complete. Nothing here is proven until the
 * chain is verified.
 */
export function arcHops(fields: readonly Field[]): ArcHop[] {
  const seals = hopFields(fields, 'arc-seal');
  const findings = hopFields(fields, 'arc-authentication-results');
  const hops = [...seals].flatMap(([instance, seal]) => {
    const found = findings.get(instance);
    const sealer = tagIn(seal, 'd');
    return found !== undefined && sealer ? [{ instance, sealer, found: readResults(withoutInstance(found)) }] : [];
  });
  const isComplete = hops.length === seals.size && hops.length === findings.size && hops.length <= maxHops;
  const newestFirst = hops.toSorted((a, b) => b.instance - a.instance);
  return isComplete && newestFirst.every(({ instance }, at) => instance === hops.length - at) ? newestFirst : [];
}

/**
 * The hops whose findings count, given that the chain is intact: from the newest back to the first one whose sealer the
 * user did not name as a forwarder, because a sealer can only vouch for the sealers before it.
 */
export function trustedHops(hops: readonly ArcHop[], forwarders: readonly string[]): ArcHop[] {
  const untrusted = hops.findIndex(({ sealer }) => !isForwarder(sealer, forwarders));
  return hops.slice(0, untrusted < 0 ? hops.length : untrusted);
}

function isForwarder(sealer: string, forwarders: readonly string[]): boolean {
  return forwarders.some((each) => {
    const named = each.toLowerCase();
    // A public suffix would name everybody below it.
    return (
      sealer === named ||
      (organizationalDomainOf(named) === organizationalDomainOf(sealer) && sealer.endsWith(`.${named}`))
    );
  });
}

/** The fields of that name by their instance. A repeated instance makes the chain invalid, so none is returned. */
function hopFields(fields: readonly Field[], expectedName: string): Map<number, string> {
  const values = fields.filter(([name]) => name.toLowerCase() === expectedName).map(([, value]) => value);
  const byInstance = new Map(
    values.map((value) => [
      Number(/^\s*i\s*=\s*(\d{1,2})\s*;|;\s*i\s*=\s*(\d{1,2})\b/.exec(value)?.slice(1).find(Boolean)),
      value,
    ]),
  );
  return byInstance.size === values.length && !byInstance.has(NaN) ? byInstance : new Map();
}

function withoutInstance(value: string): string {
  return value.slice(value.indexOf(';') + 1);
}

/** A tag of a DKIM or ARC field (RFC 6376, section 3.2), in lower case. */
export function tagIn(value: string, tag: string): string | undefined {
  for (const each of value.split(';')) {
    const at = each.indexOf('=');
    if (at > 0 && each.slice(0, at).trim() === tag)
      return each
        .slice(at + 1)
        .replace(/\s+/g, '')
        .toLowerCase();
  }
  return undefined;
}
