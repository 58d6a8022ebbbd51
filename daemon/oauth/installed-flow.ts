import type { AuthorizationSession, Session } from './authorization-session.ts';
import type { IdentityClient } from './identity-client.ts';
import { openLoopbackListener, type ExpectedState } from './loopback-listener.ts';
import type { ResultText } from './result-page.ts';
import type { StoredSignIn } from './stored-sign-in.ts';

/** `authorize` takes what the provider issues. */
export type FlowDeps = { identity: IdentityClient; authorize: (issued: Promise<StoredSignIn>) => Promise<void> };

/** The authorization code flow with a redirect to this computer. */
export async function startInstalled(session: Session, { identity, authorize }: FlowDeps): Promise<void> {
  const { request, view, ended } = session;
  const { redirectHost: host, name } = identity.providerOf(request.type);
  const state: ExpectedState = { value: undefined };
  const pending: { link?: Awaited<ReturnType<IdentityClient['authorizationLink']>> } = {};
  const listener = await openLoopbackListener(state, {
    host,
    async onRedirect(redirected) {
      if (pending.link) await authorize(identity.redeem(request, pending.link, redirected));
      return resultText(view, name);
    },
  });
  const close = () => listener.close();
  if (ended.signal.aborted) return close();
  ended.signal.addEventListener('abort', close, { once: true });
  const link = await identity.authorizationLink(request, {
    redirectUri: listener.redirectUri,
    email: request.account.email,
  });
  if (ended.signal.aborted) return;
  pending.link = link;
  state.value = link.state;
  view.auth_url = link.url.href;
}

function resultText({ state, message }: AuthorizationSession, provider: string): ResultText {
  switch (state) {
    case 'authorized':
      return { title: 'You’re signed in', text: 'You can close this window and go back to Posthorn.', isError: false };
    case 'failed':
      return {
        title: 'Couldn’t sign in',
        text: `${message ?? ''} You can close this window and go back to Posthorn.`.trim(),
        isError: true,
      };
    default:
      return {
        title: 'The sign-in was cancelled',
        text: `Nothing from ${provider} was stored. You can close this window.`,
        isError: true,
      };
  }
}
