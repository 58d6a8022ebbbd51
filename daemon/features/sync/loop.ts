import type { Account } from '../../mail/accounts/accounts.ts';
import { syncRecord } from '../../mail/accounts/sync-status.ts';
import { ProviderError, type Provider } from '../../providers/provider.ts';
import { createWakeSignal, type WakeSignal } from '../../base/wake-signal.ts';
import { recordFailure, type FailureDeps, type PassFailureReason } from './failure.ts';
import { syncPass, type PassDeps } from './pass.ts';
import { fetchFromServer } from './server-search.ts';
import type { IngestResult } from '../../mail/ingest/ingest-pass.ts';
import { openSession, type Session, type SessionDeps } from './session.ts';
import type { DiskState } from '../../store/disk-state.ts';
import type { AccountLoop } from '../../account-loops.ts';

type AccountLoopDeps = PassDeps & {
  account: Account;
  /** Opens the account's provider; throws ProviderError if its settings do not allow it. */
  open: () => Promise<Provider>;
  intervalMs: () => number;
  /** The server is reachable, or a pass has read its content. */
  onConnected: () => void;
  disk: Pick<DiskState, 'failure' | 'whenWritable'>;
};

/** Set when the session has to be restarted: the delay until then. */
type DueReconnect = { inMs: number | undefined };

const noNetworkText = 'Offline: this computer has no network connection. Mail is synced again as soon as there is one.';
const offlineSearchText = 'The mail server can’t be reached right now.';
const otherNetworkText = 'The network has changed. Syncing resumes in a moment.';
const sleptText = 'The computer was asleep. Syncing resumes in a moment.';

/**
 * Keeps one account in sync: runs a pass at the start, when the server announces a change, on request, and every interval;
 * after a failure with a growing delay, and after a refused password only on request. Independent of every other account's
 * loop.
 */
export function accountLoop(deps: AccountLoopDeps): AccountLoop {
  const { account, intervalMs, onConnected, clock, isReachable, progress } = deps;
  const wakeSignal = createWakeSignal(clock);
  let passAbort: AbortController | undefined;
  const dueReconnect: DueReconnect = { inMs: undefined };
  /** The reason why the last pass failed; undefined while a pass runs. */
  let failure: PassFailureReason | undefined;
  let wasPasswordAccepted = false;
  const refusal = createRefusalMemory();

  // An announcement of a server that refused the password is no reason to sign in again.
  const onChange = () => failure !== 'auth' && wakeSignal.notify();
  // Only a pass reports a refusal. A running pass may be past its last request, so another one follows if it succeeds.
  const onRefused = () => (passAbort ? refusal.note() : onChange());
  // A running pass finds out by itself. Otherwise one starts, because the last success no longer says that mail is current.
  const onLost = () => {
    if (!passAbort && failure === undefined) progress.markConnectionLost(account.id);
    onChange();
  };
  const session = createReopenedSession({ ...deps, onChange, onRefused, onLost });

  /** Returns the delay until the next pass; undefined if it has to be requested. */
  const pass = async (signal: AbortSignal): Promise<number | undefined> => {
    passAbort = new AbortController();
    const passSignal = AbortSignal.any([signal, passAbort.signal]);
    // A provider whose password was refused does not sign in again; a new provider reads the stored password.
    if (failure === 'auth') await session.end();
    failure = undefined;
    refusal.clear();
    const result = await syncPass(deps, { account, open: session.connect, wasPasswordAccepted }, passSignal);
    passAbort = undefined;
    if (result.ok) {
      wasPasswordAccepted = true;
      onConnected();
      if (refusal.needsPass()) wakeSignal.notify();
      return intervalMs();
    }
    failure = result.reason;
    if (failure === 'auth') {
      wasPasswordAccepted = false;
      dueReconnect.inMs = undefined;
      wakeSignal.clear();
    }
    return result.retryInMs;
  };

  const reconnect = (delayMs: number, reason: string) => {
    // Never sign in again automatically with a refused password.
    if (failure === 'auth') return;
    dueReconnect.inMs = delayMs;
    passAbort?.abort(new ProviderError('offline', reason));
    wakeSignal.notify();
  };

  return {
    name: `sync ${account.key ?? account.account_id}`,
    account,
    async run(signal) {
      try {
        while (!signal.aborted) {
          const waitMs = await pass(signal);
          if (await waitForDisk(deps, wasPasswordAccepted, signal)) continue;
          await waitUntilDue({ isReachable, wakeSignal, dueReconnect, endSession: session.end }, waitMs, signal);
          await waitForDisk(deps, wasPasswordAccepted, signal);
        }
      } finally {
        passAbort = undefined;
        await session.end();
      }
    },
    wake: () => (passAbort ? undefined : wakeSignal.notify()),
    resume: (delayMs) => reconnect(delayMs, sleptText),
    networkChanged(delayMs) {
      if (!isReachable()) reconnect(0, noNetworkText);
      else if (failure === 'offline') reconnect(delayMs, otherNetworkText);
    },
    provider: session.provider,
    fetchFromServer: serverSearch(deps, session.provider),
  };
}

/** Remembers that the watch was refused while a pass ran. */
function createRefusalMemory() {
  let [isRefused, isFindingOut] = [false, false];
  return {
    note: () => void (isRefused = true),
    clear: () => void (isRefused = false),
    /**
     * Whether another pass has to find out, after one that succeeded. A server that refuses only the watch is not asked again
     * and again.
     */
    needsPass: () => (isFindingOut = isRefused && !isFindingOut),
  };
}

function serverSearch(deps: AccountLoopDeps, openProvider: AccountLoop['provider']): AccountLoop['fetchFromServer'] {
  const { account, isReachable } = deps;
  const onStored = (outcome: IngestResult) => deps.onStored(account, { ...outcome, announceNew: false });
  return async (search) => {
    const provider = openProvider();
    if (!provider || !isReachable()) throw new ProviderError('offline', offlineSearchText);
    if (!provider.capabilities.server_search) return undefined;
    return fetchFromServer({ ...deps, onStored }, { account, provider }, search);
  };
}

/** While the disk cannot store anything, no mail is fetched, and the account's status says why. Returns whether it waited. */
async function waitForDisk(
  deps: Pick<AccountLoopDeps, 'account' | 'disk' | 'announce'> & FailureDeps,
  wasPasswordAccepted: boolean,
  signal: AbortSignal,
): Promise<boolean> {
  const { account, disk, announce, read } = deps;
  const failure = disk.failure();
  if (failure === undefined) return false;
  if (syncRecord(read, account.id)?.failure_class !== 'disk') {
    const { error } = recordFailure(deps, { account, wasPasswordAccepted }, failure);
    announce({ event: 'SyncError', account_id: account.account_id, error });
  }
  await disk.whenWritable(signal);
  return true;
}

type WaitDeps = Pick<AccountLoopDeps, 'isReachable'> & {
  wakeSignal: WakeSignal;
  dueReconnect: DueReconnect;
  endSession: () => Promise<void>;
};

/** Waits until a pass is due. Without a network no pass starts by itself, after one has reported it. */
async function waitUntilDue(
  { isReachable, wakeSignal, dueReconnect, endSession }: WaitDeps,
  ms: number | undefined,
  signal: AbortSignal,
): Promise<void> {
  let [waitMs, isReconnect] = [ms, false];
  while (!signal.aborted) {
    const isAsked = await wakeSignal.wait(waitMs, signal);
    if (dueReconnect.inMs === undefined && (isAsked || isReconnect || isReachable())) return;
    if (dueReconnect.inMs === undefined) continue;
    [waitMs, isReconnect, dueReconnect.inMs] = [dueReconnect.inMs, true, undefined];
    await endSession();
  }
}

type ReopenedSessionDeps = SessionDeps & Pick<AccountLoopDeps, 'open' | 'onConnected' | 'isReachable'>;

/** The session of a loop. `connect` opens it if there is none, and returns its provider. */
function createReopenedSession(deps: ReopenedSessionDeps) {
  const { open, onConnected, isReachable } = deps;
  let session: Session | undefined;
  return {
    provider: () => session?.provider,
    async connect() {
      if (!isReachable()) throw new ProviderError('offline', noNetworkText);
      const isNew = session === undefined;
      session ??= openSession(deps, await open());
      session.watch();
      if (isNew) onConnected();
      return session.provider;
    },
    async end() {
      const last = session;
      session = undefined;
      await last?.close();
    },
  };
}
