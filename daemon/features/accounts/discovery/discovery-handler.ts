import { Failure } from '../../../base/failure.ts';
import type { Log } from '../../../base/log.ts';
import type { OutgoingFetch } from '../../../outgoing/outgoing-fetch.ts';
import type { Discovery } from '../setup.ts';
import { discoverer } from './discoverer.ts';
import { mailResolver, type MailResolver } from './mail-resolver.ts';
import { createProbe, type Probe } from './probe.ts';

/** `isDemo`: there are no accounts but made-up ones, and nobody is asked anything. */
export type DiscoveryHandlerDeps = {
  fetch: OutgoingFetch;
  log: Log;
  isDemo: boolean;
  /** The name servers of this computer, where none is given. */
  resolver?: MailResolver | undefined;
  probe?: Probe | undefined;
};

/** More than everything takes that is asked; its parts have limits of their own. */
const timeoutMs = 15_000;

/** Answers where an address has its mail. Throws Failure `demo_accounts` in a demo. */
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
