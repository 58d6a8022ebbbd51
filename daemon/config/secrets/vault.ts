import { instantOf, systemClock, type Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { createOneByOne } from '../../base/one-by-one.ts';
import { deriveKey, newDerivation, openText, sealText } from './vault-cipher.ts';
import { moveVaultAside, readVault, removeVault, writeVault, type VaultDocument } from './vault-file.ts';

/** `none`: there is no vault. `locked`: its passphrase is needed. `damaged`: its file cannot be read. */
export const vaultStates = ['none', 'locked', 'unlocked', 'damaged'] as const;
export type VaultState = (typeof vaultStates)[number];

/**
 * Secrets in a file that a passphrase protects. The file is read for each call; the key is only in memory. Calls that need
 * the key throw `Failure` unavailable `vault_locked` (retryable); all calls throw what `readVault` throws, and changes
 * unavailable `secrets_unwritable`.
 */
export type Vault = {
  readonly file: string;
  state(): VaultState;
  /** Why the vault cannot be read or is locked; undefined if it can, or if there is none. */
  trouble(): string | undefined;
  /** When the next passphrase is accepted; undefined for now. */
  nextAttemptAt(): Date | undefined;
  /** The names of its secrets, also while it is locked. */
  names(): string[];
  /**
   * Makes an empty vault, which is unlocked. Throws `Failure` conflict `vault_exists` and invalid `passphrase_short`.
   */
  create(passphrase: string): Promise<void>;
  /** Throws `Failure` missing `no_vault`, refused `wrong_passphrase` and limited `passphrase_wait`. */
  unlock(passphrase: string): Promise<void>;
  /**
   * Forgets the key, after the calls that are running; a locked vault stays so. Throws `Failure` missing `no_vault`. What was
   * read from the vault before is in the memory of its readers.
   */
  lock(): Promise<void>;
  /** Encrypts everything anew, in one replacement of the file. Throws what `unlock` and `create` throw. */
  changePassphrase(passphrase: string, newPassphrase: string): Promise<void>;
  get(name: string): string | undefined;
  set(name: string, secret: string): void;
  remove(name: string): void;
  /** Removes a vault without secrets. */
  removeIfEmpty(): void;
  /** Gives the file another name, so that there is no vault any more, and returns that. Throws `Failure` missing `no_vault`. */
  setAside(): string;
};

const minPassphraseCharacters = 10;
const maxPassphraseCharacters = 1000;

const checkName = 'check';
const checkText = 'posthorn';

type Unlocked = { key: Buffer; salt: string };

type VaultOptions = {
  file: string;
  clock?: Clock;
  /** The cost of scrypt. Tests choose a smaller one. */
  N?: number;
};

export function openVault({ file, clock = systemClock, N }: VaultOptions): Vault {
  const held = createHeldKey({ file, clock, N });
  // So that attempts at the same time do not evade the wait.
  const oneByOne = createOneByOne();
  const requireVault = (): VaultDocument => {
    const document = readVault(file);
    if (!document) throw noVault();
    return document;
  };
  return {
    ...vaultReports(file, held),
    nextAttemptAt: held.nextAttemptAt,
    create: async (passphrase) =>
      oneByOne(async () => {
        if (readVault(file)) throw vaultExists();
        requirePassphrase(passphrase);
        await held.replaceAll(passphrase, () => []);
      }),
    unlock: async (passphrase) => oneByOne(async () => void (await held.unlock(requireVault(), passphrase))),
    lock: async () =>
      oneByOne(async () => {
        if (stateOf(file, held) === 'none') throw noVault();
        held.forget();
      }),
    changePassphrase: async (passphrase, newPassphrase) =>
      oneByOne(async () => {
        const document = requireVault();
        requirePassphrase(newPassphrase);
        const key = await held.unlock(document, passphrase);
        await held.replaceAll(newPassphrase, () => openAll(file, key, requireVault().secrets));
      }),
    get(name) {
      const document = readVault(file);
      const found = document && Object.hasOwn(document.secrets, name) ? document.secrets[name] : undefined;
      if (!document || !found) return undefined;
      return openOne(file, held.require(document), [name, found]);
    },
    set(name, secret) {
      const document = requireVault();
      const entry = sealText(held.require(document), name, secret);
      writeVault(file, { ...document, secrets: { ...document.secrets, [name]: entry } });
    },
    remove(name) {
      const document = readVault(file);
      if (!document || !Object.hasOwn(document.secrets, name)) return;
      const { [name]: _removed, ...secrets } = document.secrets;
      writeVault(file, { ...document, secrets });
    },
    removeIfEmpty() {
      const document = readVault(file);
      if (!document || Object.keys(document.secrets).length > 0) return;
      removeVault(file);
      held.forget();
    },
    setAside() {
      if (stateOf(file, held) === 'none') throw noVault();
      const movedTo = moveVaultAside(file, clock.now());
      held.forget();
      return movedTo;
    },
  };
}

type HeldKey = ReturnType<typeof createHeldKey>;

/** The key of the passphrase that was entered, in memory. */
function createHeldKey({ file, clock, N }: VaultOptions & { clock: Clock }) {
  let unlocked: Unlocked | undefined;
  const attempts = createAttempts(clock);
  const keep = (next: Unlocked | undefined) => {
    unlocked?.key.fill(0);
    unlocked = next;
  };
  /** The key, if it is that of the file as it is now. */
  const keyOf = ({ scrypt }: VaultDocument): Buffer | undefined =>
    unlocked?.salt === scrypt.salt ? unlocked.key : undefined;
  return {
    keyOf,
    nextAttemptAt: attempts.nextAt,
    require(document: VaultDocument): Buffer {
      const key = keyOf(document);
      if (!key) throw vaultLocked();
      return key;
    },
    /** Derives and keeps the key of a passphrase. After a wrong one the next has to wait. */
    async unlock(document: VaultDocument, passphrase: string): Promise<Buffer> {
      attempts.requireAllowed();
      const key = await deriveKey(passphrase, document.scrypt);
      const isRight = openText(key, checkName, document.check) === checkText;
      attempts.record(isRight);
      if (!isRight) throw wrongPassphrase(attempts.nextAt());
      keep({ key, salt: document.scrypt.salt });
      return key;
    },
    /** Replaces the file with these secrets, which are read after the new key was computed: no change is lost. */
    async replaceAll(passphrase: string, secretsNow: () => [string, string][]): Promise<void> {
      const scrypt = newDerivation(N);
      const key = await deriveKey(passphrase, scrypt);
      const sealed = secretsNow().map(([name, secret]) => [name, sealText(key, name, secret)] as const);
      const check = sealText(key, checkName, checkText);
      writeVault(file, { version: 1, scrypt, check, secrets: Object.fromEntries(sealed) });
      keep({ key, salt: scrypt.salt });
    },
    /** The bytes of the key are overwritten. */
    forget: () => keep(undefined),
  };
}

/** The state of the vault for clients, without secrets. */
function vaultReports(file: string, held: HeldKey): Pick<Vault, 'file' | 'state' | 'trouble' | 'names'> {
  return {
    file,
    state: () => stateOf(file, held),
    trouble() {
      try {
        const document = readVault(file);
        return document && !held.keyOf(document) ? lockedMessage : undefined;
      } catch (failed) {
        if (failed instanceof Failure) return failed.message;
        throw failed;
      }
    },
    names: () => Object.keys(readVault(file)?.secrets ?? {}),
  };
}

function stateOf(file: string, held: HeldKey): VaultState {
  try {
    const document = readVault(file);
    if (!document) return 'none';
    return held.keyOf(document) ? 'unlocked' : 'locked';
  } catch (failed) {
    if (failed instanceof Failure) return 'damaged';
    throw failed;
  }
}

function openAll(file: string, key: Buffer, secrets: VaultDocument['secrets']): [string, string][] {
  return Object.entries(secrets).map((entry) => [entry[0], openOne(file, key, entry)]);
}

function openOne(file: string, key: Buffer, [name, entry]: [string, VaultDocument['secrets'][string]]): string {
  const secret = openText(key, name, entry);
  if (secret !== undefined) return secret;
  const message = `The secret ${JSON.stringify(name)} in ${file} was changed by something other than Posthorn. Enter the password of that account again.`;
  throw new Failure('invalid', 'vault_damaged', message, { file });
}

/** In milliseconds: the wait after the first wrong passphrase, which doubles with each further one up to the most. */
const waits = { first: 1_000, most: 60_000 };

/** Wrong passphrases in a row, and when the next one is accepted. */
function createAttempts(clock: Clock) {
  let wrong = 0;
  let nextMs = -Infinity;
  const nextAt = () => (nextMs > clock.now().getTime() ? new Date(nextMs) : undefined);
  return {
    nextAt,
    /** Throws `Failure` limited `passphrase_wait`. */
    requireAllowed() {
      const next = nextAt();
      if (next) throw passphraseWait(next, clock.now());
    },
    record(isRight: boolean) {
      wrong = isRight ? 0 : wrong + 1;
      nextMs = isRight ? -Infinity : clock.now().getTime() + Math.min(waits.most, waits.first * 2 ** (wrong - 1));
    },
  };
}

function requirePassphrase(passphrase: string): void {
  const { length } = [...passphrase.normalize('NFKC').trim()];
  if (length >= minPassphraseCharacters && length <= maxPassphraseCharacters) return;
  const message = `A passphrase has at least ${minPassphraseCharacters} characters. Four words that don’t belong together are easy to remember and hard to guess.`;
  throw new Failure('invalid', 'passphrase_short', message);
}

const lockedMessage = 'Locked. Enter your passphrase, and Posthorn continues automatically.';

/** The failure of a secret that needs the passphrase: unavailable `vault_locked`. */
export function vaultLocked(): Failure {
  return new Failure('unavailable', 'vault_locked', lockedMessage, { retryable: true });
}

export function noVault(): Failure {
  return new Failure('missing', 'no_vault', 'Your passwords aren’t protected with a passphrase.');
}

function vaultExists(): Failure {
  const message = 'Your passwords are already protected with a passphrase. Change it, or stop using it first.';
  return new Failure('conflict', 'vault_exists', message);
}

function wrongPassphrase(next: Date | undefined): Failure {
  const message = 'That isn’t the passphrase. Check Caps Lock and the keyboard layout, and try again.';
  return new Failure('refused', 'wrong_passphrase', message, next && { retry_at: instantOf(next) });
}

function passphraseWait(next: Date, now: Date): Failure {
  const seconds = Math.ceil((next.getTime() - now.getTime()) / 1000);
  const message = `That wasn’t the passphrase. Wait ${seconds === 1 ? 'a second' : `${seconds} seconds`} before the next try.`;
  return new Failure('limited', 'passphrase_wait', message, { retryable: true, retry_at: instantOf(next) });
}
