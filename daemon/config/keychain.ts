import { systemClock, type Clock } from '../base/clock.ts';
import { Failure, reasonOf } from '../base/failure.ts';
import { silentLog, type Log } from '../base/log.ts';
import { secretServiceLock, type Lock, type LockWish, type OpenLock } from './keychain-lock.ts';
import { keychainFailure, keychainFailureOf, keychainPlace, troubleIn } from './keychain-trouble.ts';
import type { KeychainTrouble } from './keychain-trouble.ts';
import { oneAtATime } from './keychain-turn.ts';
import type { Environment } from './paths.ts';

/** The part of keytar that is used. */
export type Keychain = {
  getPassword(service: string, name: string): Promise<string | null>;
  setPassword(service: string, name: string, secret: string): Promise<void>;
  deletePassword(service: string, name: string): Promise<boolean>;
};

export type KeychainLook = { state: 'answers' | KeychainTrouble; message: string | null };

/** The entries of one instance in the keychain of the operating system. */
export type KeychainEntries = {
  /** Why it did not answer when it was last asked. */
  readonly trouble: string | undefined;
  get(name: string): Promise<string | undefined>;
  /** Resolves once the secret was read back. */
  set(name: string, secret: string): Promise<void>;
  remove(name: string): Promise<void>;
  /** Whether it answers. The person is asked nothing. */
  look(): Promise<KeychainLook>;
};

/** After the person was asked in vain, reading asks them again at the earliest after so many milliseconds. */
const askedAgainAfter = 10 * 60_000;
/** How long the person may think about it, in milliseconds. */
const longestQuestion = 5 * 60_000;
/** Who reads does not wait for the person, and comes back; who stores something has the person before them. Milliseconds. */
const patienceToRead = 1_500;
const patienceToWrite = 60_000;
/** Bytes of the largest secret that Windows takes (CRED_MAX_CREDENTIAL_BLOB_SIZE). */
const largestOnWindows = 2560;
/** An entry that nobody makes: whether it is there is asked to hear an answer. */
const probe = 'posthorn-looks-whether-the-keychain-answers';

/**
 * The keychain of the operating system, asked one question at a time and anew each time, for it may be unlocked later. It
 * may ask the person something, which can take minutes: who waits is told so after a while and comes again, and then gets
 * what the question came to. A secret that is not there is undefined; what cannot be asked is a Failure, never silence:
 * every call rejects with unavailable `keychain_unavailable` (retryable, with the `state` of `keychainTroubles`), `set`
 * also with invalid `secret_too_long` and unavailable `secret_not_kept`.
 */
export function openKeychain({
  service,
  log = silentLog,
  clock = systemClock,
  env = process.env,
  platform = process.platform,
  load = loadKeytar,
  openLock = lockOn(platform, env),
}: {
  service: string;
  log?: Log;
  clock?: Clock;
  /** Says where the session bus is. */
  env?: Environment;
  platform?: NodeJS.Platform;
  load?: () => Promise<Keychain>;
  openLock?: OpenLock;
}): KeychainEntries {
  const place = keychainPlace(platform);
  const turn = oneAtATime(clock);
  let last: Failure | undefined;
  let askedInVainAt = -Infinity;

  const mayAskAgain = () => clock.now().getTime() - askedInVainAt >= askedAgainAfter;

  const note = (failed: unknown, mayAsk: boolean): Failure => {
    const failure = keychainFailureOf(failed, place);
    const state = troubleIn(failure);
    const reason = failure.cause === undefined ? state : reasonOf(failure.cause);
    if (!last) log.warn({ state, reason }, 'the keychain of the operating system does not answer');
    last = failure;
    if (mayAsk && (state === 'locked' || state === 'denied')) askedInVainAt = clock.now().getTime();
    return failure;
  };

  /** Has the entry unlocked, then asks. Without leave to ask the person, nothing is asked that they denied. */
  const ask = async <T>(
    wish: Omit<LockWish, 'service'>,
    question: (keychain: Keychain, lock: Lock) => Promise<T>,
    { none, patience = patienceToWrite }: { none?: T; patience?: number } = {},
  ): Promise<T> => {
    const key = JSON.stringify([wish.name, wish.isToWrite, wish.mayAsk]);
    const answer = turn(wish.isToWrite ? undefined : key, patience, async () => {
      if (last && !wish.mayAsk && troubleIn(last) === 'denied' && !mayAskAgain()) throw last;
      try {
        const lock = await openLock({ ...wish, service }, AbortSignal.timeout(longestQuestion));
        if (lock === 'locked') throw keychainFailure('locked', place);
        const value = lock === 'none' && none !== undefined ? none : await question(await load(), lock);
        [last, askedInVainAt] = [undefined, -Infinity];
        return value;
      } catch (failed) {
        throw note(failed, wish.mayAsk);
      }
    });
    const given = await answer;
    if (given !== 'late') return given.value;
    throw note(keychainFailure('waiting', place), false);
  };

  const get = async (name: string) => {
    const wish = { name, isToWrite: false, mayAsk: mayAskAgain() };
    const question = async (keychain: Keychain, lock: Lock) => {
      const secret = await keychain.getPassword(service, name);
      // It was there a moment ago: what is locked since looks as if it were not.
      if (secret === null && lock === 'open') throw keychainFailure('locked', place);
      return secret;
    };
    return (await ask<string | null>(wish, question, { none: '', patience: patienceToRead })) || undefined;
  };
  return {
    get trouble() {
      return last?.message;
    },
    get,
    async set(name, secret) {
      if (place === 'win32' && Buffer.byteLength(secret) > largestOnWindows) throw tooLong(Buffer.byteLength(secret));
      await ask({ name, isToWrite: true, mayAsk: true }, (keychain) => keychain.setPassword(service, name, secret));
      if ((await get(name)) !== secret) throw notKept();
    },
    async remove(name) {
      const wish = { name, isToWrite: false, mayAsk: true };
      await ask(wish, (keychain) => keychain.deletePassword(service, name), { none: false });
    },
    async look() {
      const wish = { name: probe, isToWrite: true, mayAsk: false };
      try {
        await ask(wish, (keychain) => keychain.getPassword(service, probe), { patience: patienceToRead });
        return { state: 'answers', message: null };
      } catch (failed) {
        if (!(failed instanceof Failure)) throw failed;
        return { state: troubleIn(failed), message: failed.message };
      }
    },
  };
}

/** Elsewhere nobody says beforehand whether an entry is locked. */
function lockOn(platform: NodeJS.Platform, env: Environment): OpenLock {
  return keychainPlace(platform) === 'linux' ? secretServiceLock(env) : async () => 'unknown';
}

/** keytar is optional: where it is not installed or not built, importing it throws. */
async function loadKeytar(): Promise<Keychain> {
  const { default: keytar } = await import('keytar');
  return keytar;
}

function notKept(): Failure {
  const message =
    'The keychain did not give back what was put into it. Try again; if it goes on, look whether the keychain is damaged.';
  return new Failure('unavailable', 'secret_not_kept', message, { retryable: true });
}

function tooLong(length: number): Failure {
  const message = `This is ${length} bytes long, and Windows keeps no secret of more than ${largestOnWindows}. Look whether it is really the password.`;
  return new Failure('invalid', 'secret_too_long', message);
}
