import { organizationalDomainOf as organisationOf } from '../html/links.ts';
import type { AuthenticationResults, MethodResult } from './results.ts';

type MethodCheck = { method: 'spf' | 'dkim' | 'dmarc'; result: string; domain: string | null };

/** The server's verdict on whether a message comes from the domain in From. */
export type DomainVerification = {
  outcome: 'passed' | 'failed' | 'open';
  checks: MethodCheck[];
  /** The domain's policy asks receivers to reject or quarantine failing mail (RFC 7489, section 6.3). */
  isStrict: boolean;
  /** An intermediate server vouches for the state of the message when it received it (RFC 8617). */
  isForwarded: boolean;
};

const methods = ['spf', 'dkim', 'dmarc'] as const;

/**
 * Evaluates the results of the account's own server for the domain in From. DMARC decides if it was checked;
 * otherwise a signature or a sending server of the same organization counts as much (RFC 7489, section 3.1).
 */
export function verifyDomain({ results }: AuthenticationResults, domain: string): DomainVerification {
  const checks = methods.flatMap((method) => checkForMethod(results, method, domain) ?? []);
  const dmarc = results.find(({ method }) => method === 'dmarc');
  const outcome = dmarc?.result === 'fail' ? 'failed' : isVerified(results, checks, domain) ? 'passed' : 'open';
  return {
    outcome,
    checks,
    isStrict: dmarc !== undefined && isStrict(dmarc),
    isForwarded: results.some(({ method, result }) => method === 'arc' && result === 'pass'),
  };
}

function isVerified(results: readonly MethodResult[], checks: readonly MethodCheck[], domain: string): boolean {
  const dmarc = checks.find(({ method }) => method === 'dmarc');
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
  method: MethodCheck['method'],
  domain: string,
): MethodCheck | undefined {
  const found = results
    .filter((each) => each.method === method)
    .map(({ result, properties }) => ({ method, result, domain: domainIn(method, properties) }));
  const passed = found.filter(({ result }) => result === 'pass');
  return passed.find((each) => each.domain !== null && isAligned(each.domain, domain)) ?? passed[0] ?? found[0];
}

const domainProperties = {
  spf: ['smtp.mailfrom', 'smtp.mfrom', 'smtp.helo'],
  dkim: ['header.d', 'header.i'],
  dmarc: ['header.from'],
};

function domainIn(method: MethodCheck['method'], properties: ReadonlyMap<string, string>): string | null {
  const value = domainProperties[method].map((property) => properties.get(property)).find((each) => each !== undefined);
  const domain = value?.slice(value.lastIndexOf('@') + 1).toLowerCase();
  return domain && domain !== 'none' ? domain : null;
}

/** Servers report the domain's policy in a property or, usually, in a comment; Exchange reports the action it took. */
function isStrict({ properties, comments }: MethodResult): boolean {
  const statedPolicies = [properties.get('policy.dmarc'), properties.get('action')];
  const commentPolicies = comments.map((comment) => /(?:^|[\s;,])p=([a-z]+)/i.exec(comment)?.[1]);
  return [...statedPolicies, ...commentPolicies].some((each) => /^o?(?:reject|quarantine)$/i.test(each ?? ''));
}

function isAligned(verifiedDomain: string, domain: string): boolean {
  return organisationOf(verifiedDomain) === organisationOf(domain);
}
