import { systemClock, type Clock } from '../../base/clock.ts';
import { Failure, reasonOf } from '../../base/failure.ts';
import { silentLog, type Log } from '../../base/log.ts';
import { secretServiceLock, type LockState, type LockRequest, type UnlockEntry } from './keychain-lock.ts';
import { keychainFailure, keychainFailureOf, keychainPlatform, keychainTroubleOf } from './keychain-failure.ts';
import type { KeychainPlatform, KeychainTrouble } from './keychain-failure.ts';
import { createQuestionQueue } from './question-queue.ts';
import type { Environment } from '../paths.ts';

/** The part of keytar that is used. */
export type Keychain = {
  getPassword(service: string, name: string): Promise<string | null>;
  setPassword(service: string, name: string, secret: string): Promise<void>;
  deletePassword(service: string, name: string): Promise<boolean>;
};

export type KeychainStatus = { state: 'answers' | KeychainTrouble; message: string | null };

/** The entries of one instance in the keychain of the operating system. */
export type KeychainEntries = {
  /** Why the last call failed. */
  readonly trouble: string | undefined;
  get(name: string): Promise<string | undefined>;
  /** Resolves once the secret was read back. */
  set(name: string, secret: string): Promise<void>;
  remove(name: string): Promise<void>;
  /** Whether the keychain answers. Does not prompt the user. */
  getStatus(): Promise<KeychainStatus>;
};

type KeychainOptions = {
  service: string;
  log?: Log;
  clock?: Clock;
  /** Contains the address of the session bus. */
  env?: Environment;
  platform?: NodeJS.Platform;
  load?: () => Promise<Keychain>;
  unlock?: UnlockEntry;
};

/** The minimum time in milliseconds between a refused prompt and the next prompt for a read. */
const promptCooldownMs = 10 * 60_000;
/** How long a prompt waits for the user, in milliseconds. */
const promptTimeoutMs = 5 * 60_000;
/**
 * A read does not wait for the user but is retried later; a caller that stores a secret has the user present. Milliseconds.
 */
const readTimeoutMs = 1_500;
const writeTimeoutMs = 60_000;
/** Bytes of the largest secret that Windows accepts (CRED_MAX_CREDENTIAL_BLOB_SIZE). */
const maxWindowsSecretBytes = 2560;
/** An entry that is never created; reading it tests whether the keychain answers. */
const probeEntryName = 'posthorn-looks-whether-the-keychain-answers';

/**
 * The keychain of the operating system. Calls are made one at a time and never cached, because the keychain may be unlocked
 * later. It may prompt the user, which can take minutes: a waiting caller gets a failure after a while, and receives the
 * result of the call when it retries. A missing secret is undefined; an inaccessible keychain is always a Failure: every
 * call rejects with unavailable `keychain_unavailable` (retryable, with the `state` of `keychainTroubles`), `set` also with
 * invalid `secret_too_long` and unavailable `secret_not_kept`.
 */
export function openKeychain({
  service,
  log = silentLog,
  clock = systemClock,
  env = process.env,
  platform = process.platform,
  load = loadKeytar,
  unlock = unlockOn(platform, env),
}: KeychainOptions): KeychainEntries {
  const keychainOs = keychainPlatform(platform);
  const askInTurn = createQuestionQueue(clock);
  const failures = createFailureRecord({ clock, log, keychainOs });

  /** Unlocks the entry, then makes the call. If prompting is not allowed, a recently denied call is not repeated. */
  const ask = async <T>(
    request: Omit<LockRequest, 'service'>,
    question: (keychain: Keychain, lock: LockState) => Promise<T>,
    { absentValue, timeoutMs = writeTimeoutMs }: { absentValue?: T; timeoutMs?: number } = {},
  ): Promise<T> => {
    const key = JSON.stringify([request.name, request.isToWrite, request.canPrompt]);
    const answer = askInTurn(request.isToWrite ? undefined : key, timeoutMs, async () => {
      const denial = failures.recentDenial();
      if (denial && !request.canPrompt) throw denial;
      try {
        const lock = await unlock({ ...request, service }, AbortSignal.timeout(promptTimeoutMs));
        if (lock === 'locked') throw keychainFailure('locked', keychainOs);
        const value = lock === 'none' && absentValue !== undefined ? absentValue : await question(await load(), lock);
        failures.clear();
        return value;
      } catch (failed) {
        throw failures.record(failed, request.canPrompt);
      }
    });
    const result = await answer;
    if (result !== 'late') return result.value;
    throw failures.record(keychainFailure('waiting', keychainOs), false);
  };

  const read = async (name: string, timeoutMs: number) => {
    const request = { name, isToWrite: false, canPrompt: failures.canPromptAgain() };
    const question = async (keychain: Keychain, lock: LockState) => {
      const secret = await keychain.getPassword(service, name);
      // The entry existed a moment ago: an entry locked since then appears to be missing.
      if (secret === null && lock === 'open') throw keychainFailure('locked', keychainOs);
      return secret;
    };
    return (await ask<string | null>(request, question, { absentValue: '', timeoutMs })) || undefined;
  };
  return {
    get trouble() {
      return failures.last()?.message;
    },
    get: (name) => read(name, readTimeoutMs),
    async set(name, secret) {
      if (keychainOs === 'win32' && Buffer.byteLength(secret) > maxWindowsSecretBytes)
        throw secretTooLong(Buffer.byteLength(secret));
      await ask({ name, isToWrite: true, canPrompt: true }, (keychain) => keychain.setPassword(service, name, secret));
      if ((await read(name, writeTimeoutMs)) !== secret) throw secretNotKept();
    },
    async remove(name) {
      const request = { name, isToWrite: false, canPrompt: true };
      await ask(request, (keychain) => keychain.deletePassword(service, name), { absentValue: false });
    },
    async getStatus() {
      const request = { name: probeEntryName, isToWrite: true, canPrompt: false };
      try {
        await ask(request, (keychain) => keychain.getPassword(service, probeEntryName), { timeoutMs: readTimeoutMs });
        return { state: 'answers', message: null };
      } catch (failed) {
        if (!(failed instanceof Failure)) throw failed;
        return { state: keychainTroubleOf(failed), message: failed.message };
      }
    },
  };
}

/** The last failed call, and when the user refused a prompt. */
function createFailureRecord({ clock, log, keychainOs }: { clock: Clock; log: Log; keychainOs: KeychainPlatform }) {
  let last: Failure | undefined;
  let refusedAtMs = -Infinity;
  const canPromptAgain = () => clock.now().getTime() - refusedAtMs >= promptCooldownMs;
  return {
    canPromptAgain,
    /** The failure of the last call; undefined if it succeeded. */
    last: () => last,
    /** The failure of the last call if the user refused its prompt recently. */
    recentDenial: () => (last && keychainTroubleOf(last) === 'denied' && !canPromptAgain() ? last : undefined),
    record(failed: unknown, canPrompt: boolean): Failure {
      const failure = keychainFailureOf(failed, keychainOs);
      const state = keychainTroubleOf(failure);
      const reason = failure.cause === undefined ? state : reasonOf(failure.cause);
      if (!last) log.warn({ state, reason }, 'the keychain of the operating system does not answer');
      last = failure;
      if (canPrompt && (state === 'locked' || state === 'denied')) refusedAtMs = clock.now().getTime();
      return failure;
    },
    clear(): void {
      last = undefined;
      refusedAtMs = -Infinity;
    },
  };
}

/** Other systems do not report in advance whether an entry is locked. */
function unlockOn(platform: NodeJS.Platform, env: Environment): UnlockEntry {
  return keychainPlatform(platform) === 'linux' ? secretServiceLock(env) : async () => 'unknown';
}

/** keytar is optional: importing it throws where it is not installed or not built. */
async function loadKeytar(): Promise<Keychain> {
  const { default: keytar } = await import('keytar');
  return keytar;
}

function secretNotKept(): Failure {
  const message =
    'The keychain didn’t return what was stored in it. Try again. If it fails again, check whether the keychain is damaged.';
  return new Failure('unavailable', 'secret_not_kept', message, { retryable: true });
}

function secretTooLong(length: number): Failure {
  const message = `This is ${length} bytes long, but Windows stores at most ${maxWindowsSecretBytes}. Check that it is really the password.`;
  return new Failure('invalid', 'secret_too_long', message);
}
