import { Failure } from '../../../base/failure.ts';
import type { Log } from '../../../base/log.ts';
import type { OutgoingFetch } from '../../../outgoing/outgoing-fetch.ts';
import type { Discovery } from '../../../contract/account-setup.ts';
import { discoverer } from './discoverer.ts';
import { mailResolver, type MailResolver } from '../../../providers/mail-resolver.ts';
import { createProbe, type Probe } from './probe.ts';

/** `isDemo`: all accounts are made up, and no network request is sent. */
type DiscoveryHandlerDeps = {
  fetch: OutgoingFetch;
  log: Log;
  isDemo: boolean;
  /** Replaces the name servers of this computer. */
  resolver?: MailResolver | undefined;
  probe?: Probe | undefined;
};

/** More than all requests together take; each request has its own timeout. */
const timeoutMs = 15_000;

/** Returns the mail servers of an address. Throws Failure `demo_accounts` in a demo. */
export function discoveryHandler({
  isDemo,
  resolver = mailResolver(),
  probe = createProbe(),
  ...deps
}: DiscoveryHandlerDeps) {
  const discover = discoverer({ ...deps, resolver, probe });
  return async ({ email }: { email: string }): Promise<{ discovery: Discovery }> => {
    if (isDemo)
      throw new Failure('refused', 'demo_accounts', 'A demo has accounts of its own. Leave the demo to add yours.');
    return { discovery: await discover(email, AbortSignal.timeout(timeoutMs)) };
  };
}
