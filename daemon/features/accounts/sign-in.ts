import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { AccountConfig } from '../../config/schema/schema.ts';
import { isBrowserSide } from '../../mail/accounts/browser-account.ts';
import type { BrowserSignIn } from '../../oauth/browser-sign-in.ts';
import { senderOpener } from '../../providers/open-sender.ts';
import { providerOpener } from '../../providers/open-provider.ts';
import { succeededStep, failedStep } from './operation-result.ts';
import type { AccountTrouble, OperationResult } from '../../contract/account-setup.ts';
import { explainTrouble, troubleOf } from './trouble.ts';
import type { SecretStore } from '../../config/secrets/secret-store.ts';
import type { TroubleContext } from './trouble-context.ts';

export type SignInDeps = {
  clock: Clock;
  log: Log;
  /** The store of passwords that are not in the request; undefined where there is none. */
  secrets: SecretStore | undefined;
  /** Undefined where no account signs in with the browser. */
  browserSignIn: BrowserSignIn | undefined;
};

/** The account to sign in to: from config.toml, or as it would be written there. */
type SignInRequest = { key: string; account: AccountConfig; passwords: ReadonlyMap<string, string> };

/** A side that is null was not requested. */
export type SignInResult = Pick<OperationResult, 'sync' | 'send' | 'troubles'>;

/** Milliseconds after which a server counts as not answering. */
const timeoutMs = 20_000;

/**
 * Signs in to both servers of an account at once, lists the folders of the sync server, and closes both connections.
 * Failures are returned as a step and a trouble, never thrown. Stores nothing.
 */
export async function signIn(deps: SignInDeps, { key, account, passwords }: SignInRequest): Promise<SignInResult> {
  const secrets = withPasswords(deps.secrets, passwords);
  const { browserSignIn } = deps;
  const browserDeps = browserSignIn && {
    accessTokensOf: browserSignIn.signIns.tokensOf,
    outlook: browserSignIn.outlook,
  };
  const checkSync = async (signal: AbortSignal) => {
    const provider = await providerOpener({ clock: deps.clock, log: deps.log, secrets, ...browserDeps })(key, account);
    const folders = await withDeadline(provider, signal, () => provider.folders(signal));
    const count = folders.filter(({ selectable }) => selectable).length;
    return `${greeting(account.sync)} It has ${count} folder${count === 1 ? '' : 's'}.`;
  };
  const checkSend = async (signal: AbortSignal) => {
    const sender = await senderOpener({ secrets, ...browserDeps })(key, account);
    await withDeadline(sender, signal, () => sender.verify(signal));
    return `${greeting(account.send)} It takes mail to send.`;
  };
  const [sync, send] = await Promise.all([
    account.sync ? runStep(checkSync, { where: 'sync', ...contextOf(account.sync, passwords) }) : undefined,
    account.send ? runStep(checkSend, { where: 'send', ...contextOf(account.send, passwords) }) : undefined,
  ]);
  const troubles = [sync, send].flatMap((outcome) => outcome?.trouble ?? []);
  return { sync: sync?.step ?? null, send: send?.step ?? null, troubles };
}

type Side = AccountConfig['sync'] | AccountConfig['send'];

function contextOf(side: Side, passwords: SignInRequest['passwords']): Omit<TroubleContext, 'where'> {
  if (!side || !('host' in side)) return { host: null };
  const { host, port, use_tls, password_ref } = side;
  const password = passwords.get(password_ref);
  return { host, port, use_tls, ...(password !== undefined && { password }) };
}

function greeting(side: Side): string {
  if (isBrowserSide(side)) return `Signed in to ${side.type === 'gmail' ? 'Gmail' : 'Outlook'}.`;
  if (!side || !('host' in side)) return 'The demo mailbox answers.';
  return side.auth_required ? `Signed in to ${side.host}.` : `${side.host} answers, and asks for no password.`;
}

type Outcome = { step: NonNullable<OperationResult['sync']>; trouble?: AccountTrouble };

async function runStep(work: (signal: AbortSignal) => Promise<string>, context: TroubleContext): Promise<Outcome> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return { step: succeededStep(await work(signal)) };
  } catch (thrown) {
    const basicTrouble = troubleOf(signal.aborted ? signal.reason : thrown, context);
    // It has its own timeout, and no caller can abort it.
    const trouble = await explainTrouble(basicTrouble, context, new AbortController().signal);
    return { step: failedStep(trouble), trouble };
  }
}

/** Waits for `work` until the signal aborts, and always closes. */
async function withDeadline<T>(
  connection: { close(): Promise<void> },
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const onTimeout = () => reject(signal.reason as Error);
  signal.addEventListener('abort', onTimeout, { once: true });
  try {
    return await Promise.race([work(), timeout]);
  } finally {
    signal.removeEventListener('abort', onTimeout);
    await connection.close();
  }
}

/** Passwords of the request take precedence over stored passwords, and are not stored. */
function withPasswords(stored: SecretStore | undefined, passwords: ReadonlyMap<string, string>): SecretStore {
  const readOnly = () => Promise.reject(new Error('nothing is stored while a server is only tried'));
  return {
    kind: stored?.kind ?? 'file',
    get: async (ref) => passwords.get(ref) ?? (await stored?.get(ref)),
    set: readOnly,
    remove: readOnly,
  };
}
