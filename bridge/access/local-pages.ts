import type { IncomingMessage } from 'node:http';

/** What `[bridge]` says about the token and the pages of other programs on this computer. */
export type LocalPageSettings = {
  cors_allowlist: readonly string[];
  /** The rule for pages that are in neither list. */
  local_pages: 'allow' | 'ask' | 'deny';
  allowed_local_pages: readonly string[];
  denied_local_pages: readonly string[];
};

/** `ask`: not yet, and the user is to be asked about `origin`. */
type LocalPageDecision = { decision: 'allow' | 'deny' } | { decision: 'ask'; origin: string };

/**
 * Whether the sender of a request that passed the guard may fetch the token. Programs and the bridge's own page may. A page
 * of another loopback port may by the settings.
 */
export function decideLocalPage(request: IncomingMessage, settings: LocalPageSettings): LocalPageDecision {
  const { origin, host, 'sec-fetch-site': site } = request.headers;
  const { local_pages: rule, cors_allowlist, allowed_local_pages, denied_local_pages } = settings;
  if (origin === undefined) {
    // A page that loads an address as a script or link sends no Origin, but the browser states that it is another page.
    const isOtherPage = site !== undefined && site !== 'same-origin' && site !== 'none';
    return { decision: isOtherPage && rule !== 'allow' ? 'deny' : 'allow' };
  }
  const name = origin.toLowerCase();
  if (name === `http://${host?.toLowerCase()}` || isListed(name, cors_allowlist)) return { decision: 'allow' };
  if (isListed(name, denied_local_pages)) return { decision: 'deny' };
  if (isListed(name, allowed_local_pages)) return { decision: 'allow' };
  return rule === 'ask' ? { decision: 'ask', origin: name } : { decision: rule };
}

function isListed(origin: string, list: readonly string[]): boolean {
  return list.some((entry) => entry.toLowerCase() === origin);
}
