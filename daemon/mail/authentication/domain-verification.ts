import { arcHops, trustedHops } from './arc.ts';
import { organizationalDomainOf } from '../html/links.ts';
import type { AuthenticationResults, MethodResult } from './results.ts';
import type { Field } from './trusted-results.ts';

export type MethodCheck = { method: 'spf' | 'dkim' | 'dmarc' | 'arc'; result: string; domain: string | null };

/** What was found out about whether a message comes from the domain in From. */
export type DomainVerification = {
  /** The account's own server, or Posthorn itself. */
  checkedBy: 'server' | 'posthorn';
  outcome: 'passed' | 'failed' | 'open';
  checks: MethodCheck[];
  /** The domain's policy asks receivers to reject or quarantine failing mail (RFC 7489, section 6.3). */
  isStrict: boolean;
  /** A forwarder named by the user confirmed the domain when it received the message (RFC 8617). */
  forwarder: string | undefined;
  /** Organizations that signed or sent the message, whatever From says. */
  senders: ReadonlySet<string>;
};

const methods = ['spf', 'dkim', 'dmarc'] as const;

type VerificationOptions = {
  domain: string;
  /** The header of the message, which has the results of forwarders. */
  fields: readonly Field[];
  /** The domains whose servers the user named as forwarders. */
  forwarders: readonly string[];
};

/**
 * Evaluates the results of the account's own server for the domain in From. DMARC decides if it was checked;
 * otherwise a signature or a sending server of the same organization counts as much (RFC 7489, section 3.1).
 */
export function verifyDomain(
  { results }: AuthenticationResults,
  { domain, fields, forwarders }: VerificationOptions,
): DomainVerification {
  const checks = methods.flatMap((method) => checkForMethod(results, method, domain) ?? []);
  const dmarc = results.find(({ method }) => method === 'dmarc');
  const own = outcomeOf(results, domain);
  const isChainIntact = results.some(({ method, result }) => method === 'arc' && result === 'pass');
  const forwarder = own !== 'passed' && isChainIntact ? confirmingForwarder(fields, domain, forwarders) : undefined;
  return {
    checkedBy: 'server',
    outcome: forwarder === undefined ? own : 'passed',
    checks,
    isStrict: dmarc !== undefined && isStrict(dmarc),
    forwarder,
    senders: new Set(
      results.flatMap(({ method, result, properties }) => {
        const sender = result === 'pass' && method !== 'dmarc' ? domainIn(method, properties) : null;
        return sender === null ? [] : [organizationalDomainOf(sender)];
      }),
    ),
  };
}

/** The named forwarder that found, when it received the message, that it came from the domain. */
export function confirmingForwarder(
  fields: readonly Field[],
  domain: string,
  forwarders: readonly string[],
): string | undefined {
  if (forwarders.length === 0) return undefined;
  const hops = trustedHops(arcHops(fields), forwarders);
  return hops.find(({ found }) => outcomeOf(found.results, domain) === 'passed')?.sealer;
}

/** Whether a domain that signed or sent a message belongs to the same organization as the domain in From. */
export function isAligned(verifiedDomain: string, domain: string): boolean {
  return organizationalDomainOf(verifiedDomain) === organizationalDomainOf(domain);
}

function outcomeOf(results: readonly MethodResult[], domain: string): DomainVerification['outcome'] {
  const dmarc = results.find(({ method }) => method === 'dmarc');
  if (dmarc?.result === 'fail') return 'failed';
  return isVerified(results, domain) ? 'passed' : 'open';
}

function isVerified(results: readonly MethodResult[], domain: string): boolean {
  const dmarc = checkForMethod(results, 'dmarc', domain);
  // A pass for another From domain, for example where a list rewrote From, does not count for this domain.
  if (dmarc?.result === 'pass') return dmarc.domain === null || isAligned(dmarc.domain, domain);
  if (dmarc && dmarc.result !== 'none' && dmarc.result !== 'bestguesspass') return false;
  return results.some(({ method, result, properties }) => {
    if (result !== 'pass' || (method !== 'dkim' && method !== 'spf')) return false;
    const verifiedDomain = domainIn(method, properties);
    return verifiedDomain !== null && isAligned(verifiedDomain, domain);
  });
}

/**
 * Chooses the result of a method: of several signatures one that passed for the domain, else one that passed, else
 * the first.
 */
function checkForMethod(
  results: readonly MethodResult[],
  method: 'spf' | 'dkim' | 'dmarc',
  domain: string,
): MethodCheck | undefined {
  const found = results
    .filter((each) => each.method === method)
    .map(({ result, properties }) => ({ method, result, domain: domainIn(method, properties) }));
  const passed = found.filter(({ result }) => result === 'pass');
  return passed.find((each) => each.domain !== null && isAligned(each.domain, domain)) ?? passed[0] ?? found[0];
}

const domainProperties: Record<string, readonly string[]> = {
  spf: ['smtp.mailfrom', 'smtp.mfrom', 'smtp.helo'],
  dkim: ['header.d', 'header.i'],
  dmarc: ['header.from'],
};

function domainIn(method: string, properties: ReadonlyMap<string, string>): string | null {
  const names = domainProperties[method] ?? [];
  const value = names.map((property) => properties.get(property)).find((each) => each !== undefined);
  const domain = value?.slice(value.lastIndexOf('@') + 1).toLowerCase();
  return domain && domain !== 'none' ? domain : null;
}

/** Servers report the domain's policy in a property or, usually, in a comment; Exchange reports the action it took. */
function isStrict({ properties, comments }: MethodResult): boolean {
  const statedPolicies = [properties.get('policy.dmarc'), properties.get('action')];
  const commentPolicies = comments.map((comment) => /(?:^|[\s;,])p=([a-z]+)/i.exec(comment)?.[1]);
  return [...statedPolicies, ...commentPolicies].some((each) => /^o?(?:reject|quarantine)$/i.test(each ?? ''));
}
