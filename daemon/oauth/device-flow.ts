import { lifetimeMs, type Session } from './authorization-session.ts';
import type { FlowDeps } from './installed-flow.ts';

/** The device flow: the user types a code on a page of the provider, on any device. */
export async function startDevice(session: Session, { identity, authorize }: FlowDeps): Promise<void> {
  const { request, view, ended } = session;
  const link = await identity.deviceLink(request);
  if (ended.signal.aborted) return;
  session.expiresAtMs = Math.min(session.expiresAtMs, session.expiresAtMs - lifetimeMs + link.expires_in * 1000);
  view.expires_at_unix = Math.floor(session.expiresAtMs / 1000);
  view.verification_uri = link.verification_uri;
  view.user_code = link.user_code;
  view.poll_interval_secs = Math.ceil(link.interval);
  void authorize(link.poll(ended.signal));
}
