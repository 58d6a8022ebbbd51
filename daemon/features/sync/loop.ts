import type { Loop } from '../../base/loop.ts';
import type { Account } from '../../mail/accounts.ts';
import { ProviderError, type Provider, type TroubleReason } from '../../providers/provider.ts';
import { bellWith } from '../../base/bell.ts';
import { syncPass, type PassParts } from './pass.ts';
import { openSession, type Session } from './session.ts';

export type AccountLoopParts = PassParts & {
  account: Account;
  /** Opens the account's provider; throws ProviderError where its settings do not allow it. */
  open: () => Promise<Provider>;
  intervalMs: () => number;
  /** The server can be talked to, or a pass has told what it has. */
  onLine: () => void;
};

/** An account's loop, and the way to ask it for a pass. */
export type AccountLoop = Loop & {
  account: Account;
  /** Asks for a pass now; one under way is joined. */
  wake(): void;
  /** The computer has slept: connections are dropped as dead, and a pass follows after the delay. */
  resume(delayMs: number): void;
  /** The computer's network came, went or is another one: who waits for it tries again after the delay. */
  networkChanged(delayMs: number): void;
  provider(): Provider | undefined;
};

const noNetwork = 'Offline: this computer has no network connection. Mail is synced again as soon as there is one.';
const otherNetwork = 'The network of this computer has changed. Syncing goes on in a moment.';
const slept = 'The computer was asleep, so its connections are gone. Syncing goes on in a moment.';

/**
 * Keeps one account in sync: a pass at start, when the server says something changed, when somebody asks, and every
 * interval; after a failure later each time, and after a refused password only when somebody asks. Independent of every
 * other account's.
 */
export function accountLoop(parts: AccountLoopParts): AccountLoop {
  const { account, open, intervalMs, onLine, clock, isReachable } = parts;
  const bell = bellWith(clock);
  let session: Session | undefined;
  let interruption: AbortController | undefined;
  /** Set where everything begins anew: after how long. */
  let anewInMs: number | undefined;
  /** How the last pass failed; undefined while one runs. */
  let failure: TroubleReason | undefined;
  let tookPassword = false;

  const endSession = async () => {
    const last = session;
    session = undefined;
    await last?.close();
  };

  const opened = async () => {
    if (!isReachable()) throw new ProviderError('offline', noNetwork);
    const isNew = session === undefined;
    session ??= openSession({ ...parts, onChange, onRefused }, await open());
    session.watch();
    if (isNew) onLine();
    return session.provider;
  };

  // What the server of an account says whose password was refused is no reason to sign in again.
  const onChange = () => failure !== 'auth' && bell.ring();
  // A pass is the one to say so, and one that runs finds out by itself.
  const onRefused = () => !interruption && onChange();

  /** Gives after how long the next pass is due; undefined when it has to be asked for. */
  const pass = async (signal: AbortSignal): Promise<number | undefined> => {
    interruption = new AbortController();
    const either = AbortSignal.any([signal, interruption.signal]);
    // A provider whose password was refused signs in no more; a new one reads the password that is stored now.
    if (failure === 'auth') await endSession();
    failure = undefined;
    const result = await syncPass(parts, { account, open: opened, tookPassword }, either);
    interruption = undefined;
    if (result.ok) {
      tookPassword = true;
      onLine();
      return intervalMs();
    }
    failure = result.reason;
    if (failure === 'auth') {
      tookPassword = false;
      anewInMs = undefined;
      bell.hush();
    }
    return result.retryInMs;
  };

  /** Waits until a pass is due. Without a network none is by itself, after that has been said once. */
  const rest = async (ms: number | undefined, signal: AbortSignal): Promise<void> => {
    let [waitMs, isAnew] = [ms, false];
    while (!signal.aborted) {
      const isAsked = await bell.wait(waitMs, signal);
      if (anewInMs === undefined && (isAsked || isAnew || isReachable())) return;
      if (anewInMs === undefined) continue;
      [waitMs, isAnew, anewInMs] = [anewInMs, true, undefined];
      await endSession();
    }
  };

  const beginAnew = (delayMs: number, why: string) => {
    // Nothing signs in again by itself with a password that was refused.
    if (failure === 'auth') return;
    anewInMs = delayMs;
    interruption?.abort(new ProviderError('offline', why));
    bell.ring();
  };

  return {
    name: `sync ${account.key ?? account.account_id}`,
    account,
    async run(signal) {
      try {
        while (!signal.aborted) await rest(await pass(signal), signal);
      } finally {
        interruption = undefined;
        await endSession();
      }
    },
    wake() {
      if (!interruption) bell.ring();
    },
    resume: (delayMs) => beginAnew(delayMs, slept),
    networkChanged(delayMs) {
      if (!isReachable()) beginAnew(0, noNetwork);
      else if (failure === 'offline') beginAnew(delayMs, otherNetwork);
    },
    provider: () => session?.provider,
  };
}
