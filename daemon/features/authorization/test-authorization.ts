import type { TestContext } from 'node:test';
import { movableClock, systemClock } from '../../base/clock.ts';
import { silentLog, type Log } from '../../base/log.ts';
import type { SecretStore } from '../../config/secrets/secret-store.ts';
import type { Caller } from '../../handler-types.ts';
import { openBrowserSignIn } from '../../oauth/browser-sign-in.ts';
import { testIdentity, testSignInStore, type TestIdentity } from '../../oauth/test-identity.ts';
import { providerOpener } from '../../providers/open-provider.ts';
import { senderOpener } from '../../providers/open-sender.ts';
import type { OutlookServers } from '../../providers/outlook/servers.ts';
import { testDaemon, type TestSettings } from '../../test-daemon.ts';
import { until } from '../../test-until.ts';

/** No password is needed. */
const testSecrets = (): SecretStore => ({
  kind: 'keychain',
  get: async () => undefined,
  set: async () => undefined,
  remove: async () => undefined,
});

export const person: Caller = { origin: 'web' };

/** An account of Outlook, and one of Gmail, as a client gives them. */
export const outlookAccount = {
  key: 'work',
  name: 'Work',
  email: 'ada@example.test',
  sync: { type: 'outlook_work' },
  send: { type: 'outlook_work' },
};
export const gmailAccount = {
  key: 'home',
  name: 'Home',
  email: 'ada@example.test',
  sync: { type: 'gmail', credential_source: 'bundled' },
  send: { type: 'gmail' },
};

type AuthorizationSettings = TestSettings & {
  identity?: TestIdentity;
  /** Mail servers for the accounts of Outlook, instead of the fake ones. */
  outlook?: OutlookServers;
  log?: Log;
};

/** A daemon whose accounts sign in at an identity provider on this computer. */
export async function testAuthorization(
  t: TestContext,
  { outlook, log = silentLog, ...settings }: AuthorizationSettings = {},
) {
  const identity = settings.identity ?? (await testIdentity(t));
  const store = testSignInStore();
  // ID tokens are issued by the time of this computer.
  const clock = movableClock(new Date());
  const browserSignIn = openBrowserSignIn({
    store,
    fetch: identity.fetch,
    clock,
    log,
    providers: identity.providers,
    clients: identity.clients,
    outlook: outlook ?? { imap: { host: '127.0.0.1', port: 1 }, smtp: closedSmtp },
  });
  const openers = {
    secrets: testSecrets(),
    accessTokensOf: browserSignIn.signIns.tokensOf,
    ...(outlook && { outlook }),
  };
  const options = {
    ...settings.options,
    browserSignIn,
    ...(outlook && {
      openProvider: providerOpener({ ...openers, clock: systemClock, log: silentLog }),
      openSender: senderOpener(openers),
      clock: systemClock,
    }),
  };
  const daemon = await testDaemon(t, { ...settings, options });
  const start = async (account: object, options: object = {}) =>
    (await daemon.ask('authorization.start', { account, ...options }, person)).session;
  const poll = async (session_id: string, caller = person) =>
    (await daemon.ask('authorization.get', { session_id }, caller)).session;
  return {
    ...daemon,
    daemon,
    identity,
    store,
    signIns: browserSignIn.signIns,
    signInClock: clock,
    start,
    poll,
    /** Does what the user does in the browser: signs in, and follows the redirect. */
    async signInWithBrowser(authUrl: string | null) {
      const redirected = await redirectOf(authUrl);
      const page = await fetch(redirected);
      return { redirected, status: page.status, html: await page.text(), headers: page.headers };
    },
    cancel: async (session_id: string) => (await daemon.ask('authorization.cancel', { session_id }, person)).session,
    complete: async (session_id: string, save_account = false) =>
      (await daemon.ask('authorization.complete', { session_id, save_account }, person)).session,
    async untilState(session_id: string, state: string) {
      await until(`the sign-in is ${state}`, async () => (await poll(session_id)).state === state);
      return poll(session_id);
    },
  };
}

const closedSmtp = { outlook_personal: { host: '127.0.0.1', port: 1 }, outlook_work: { host: '127.0.0.1', port: 1 } };

/** Where the identity provider sends the browser after the user has signed in. */
export async function redirectOf(authUrl: string | null): Promise<URL> {
  const response = await fetch(authUrl ?? '', { redirect: 'manual' });
  return new URL(response.headers.get('location') ?? '');
}
