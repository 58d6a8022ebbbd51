import { domainOf as organisationOf } from '../html/links.ts';
import type { AuthenticationResults, MethodResult } from './results.ts';

export type Check = { method: 'spf' | 'dkim' | 'dmarc'; result: string; domain: string | null };

/** Whether the server found that a message comes from the domain it names. */
export type Proof = {
  outcome: 'passed' | 'failed' | 'open';
  checks: Check[];
  /** The domain asks that mail which fails is refused or set aside (RFC 7489, section 6.3). */
  isStrict: boolean;
  /** A server on the way vouches for what the message was when it came there (RFC 8617). */
  isForwarded: boolean;
};

const methods = ['spf', 'dkim', 'dmarc'] as const;

/**
 * Judges the results of the account's own server against the domain in From. DMARC decides where it was checked; else a
 * signature or a sending server of the same organisation is as good (RFC 7489, section 3.1).
 */
export function proofOf({ results }: AuthenticationResults, domain: string): Proof {
  const checks = methods.flatMap((method) => checkOf(results, method, domain) ?? []);
  const dmarc = results.find(({ method }) => method === 'dmarc');
  const outcome = dmarc?.result === 'fail' ? 'failed' : isProven(results, checks, domain) ? 'passed' : 'open';
  return {
    outcome,
    checks,
    isStrict: dmarc !== undefined && isStrict(dmarc),
    isForwarded: results.some(({ method, result }) => method === 'arc' && result === 'pass'),
  };
}

function isProven(results: readonly MethodResult[], checks: readonly Check[], domain: string): boolean {
  const dmarc = checks.find(({ method }) => method === 'dmarc');
  // What passed for another From, as where a list wrote its own, says nothing of this one.
  if (dmarc?.result === 'pass') return dmarc.domain === null || isAligned(dmarc.domain, domain);
  if (dmarc && dmarc.result !== 'none' && dmarc.result !== 'bestguesspass') return false;
  return results.some(({ method, result, properties }) => {
    if (result !== 'pass' || (method !== 'dkim' && method !== 'spf')) return false;
    const proven = domainIn(method, properties);
    return proven !== null && isAligned(proven, domain);
  });
}

/** The result to tell of a method: of several signatures one that passed for the domain, else one that passed, else the first. */
function checkOf(results: readonly MethodResult[], method: Check['method'], domain: string): Check | undefined {
  const found = results
    .filter((each) => each.method === method)
    .map(({ result, properties }) => ({ method, result, domain: domainIn(method, properties) }));
  const passed = found.filter(({ result }) => result === 'pass');
  return passed.find((each) => each.domain !== null && isAligned(each.domain, domain)) ?? passed[0] ?? found[0];
}

const places = {
  spf: ['smtp.mailfrom', 'smtp.mfrom', 'smtp.helo'],
  dkim: ['header.d', 'header.i'],
  dmarc: ['header.from'],
};

function domainIn(method: Check['method'], properties: ReadonlyMap<string, string>): string | null {
  const value = places[method].map((place) => properties.get(place)).find((each) => each !== undefined);
  const domain = value?.slice(value.lastIndexOf('@') + 1).toLowerCase();
  return domain && domain !== 'none' ? domain : null;
}

/** Servers tell what the domain asks for in a property or, most of them, in a comment; Exchange tells what it did. */
function isStrict({ properties, comments }: MethodResult): boolean {
  const stated = [properties.get('policy.dmarc'), properties.get('action')];
  const asked = comments.map((comment) => /(?:^|[\s;,])p=([a-z]+)/i.exec(comment)?.[1]);
  return [...stated, ...asked].some((each) => /^o?(?:reject|quarantine)$/i.test(each ?? ''));
}

function isAligned(proven: string, domain: string): boolean {
  return organisationOf(proven) === organisationOf(domain);
}
