import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../base/failure.ts';
import { systemReason } from '../../base/system-reason.ts';
import { silentLog, type Log } from '../../base/log.ts';
import { randomId } from '../../base/ids.ts';
import type { KeychainEntries, KeychainStatus } from './keychain.ts';
import { isKeychainAbsent, undefinedIfAbsent } from './secrets.ts';
import type { Vault } from './vault.ts';
import type { Paths } from '../paths.ts';
import { isMissing, restrictToOwner, writePrivately } from '../private-file.ts';

/** The tokens that a provider issued when the user signed in with the browser, and their expiry. */
type SignIn = Readonly<Record<string, unknown>>;

export type SignInStore = {
  /** Where new sign-ins are stored in the current state of the keychain. */
  locationOf(status: Pick<KeychainStatus, 'state'>): 'keychain' | 'files' | 'vault';
  get(ref: string): Promise<SignIn | undefined>;
  set(ref: string, signIn: SignIn): Promise<void>;
  remove(ref: string): Promise<void>;
};

type SignInPlaces = {
  paths: Pick<Paths, 'tokenDir'>;
  keychain: Pick<KeychainEntries, 'get' | 'set' | 'remove'>;
  vault?: Vault;
  log?: Log;
};

/**
 * The sign-ins of an instance by their `token_ref`: in the vault if there is one, else in the keychain, even if passwords are
 * kept out of it; without any keychain, in files of `paths.tokenDir` that only their owner may read. A keychain that is locked
 * or refuses is not replaced by files. Calls throw the failures of `openVault` and `openKeychain`, and invalid
 * `sign_in_unreadable` for damaged data.
 */
export function signInStore({ vault, log = silentLog, ...places }: SignInPlaces): SignInStore {
  const outside = signInsOutsideVault({ ...places, log });
  const hasVault = () => vault !== undefined && vault.state() !== 'none';
  return {
    locationOf({ state }) {
      if (hasVault()) return 'vault';
      return state === 'absent' ? 'files' : 'keychain';
    },
    async get(ref) {
      const read = () => (hasVault() ? outside.get(ref).catch(undefinedIfAbsent) : outside.get(ref));
      const text = vault?.get(signInEntry(ref)) ?? (await read());
      return text === undefined ? undefined : signInFrom(text, ref);
    },
    async set(ref, signIn) {
      const text = JSON.stringify(signIn);
      if (!vault || !hasVault()) return outside.set(ref, text);
      vault.set(signInEntry(ref), text);
      // The vault is read first, so what stays outside has no effect.
      await outside.remove(ref).catch((failed: unknown) => {
        log.warn({ err: failed }, 'an earlier sign-in could not be removed from the keychain');
      });
    },
    async remove(ref) {
      vault?.remove(signInEntry(ref));
      await outside.remove(ref);
    },
  };
}

/** The texts of sign-ins in the keychain and in files. */
export function signInsOutsideVault({
  paths: { tokenDir },
  keychain,
  log,
}: Omit<SignInPlaces, 'vault' | 'log'> & { log: Log }) {
  const entries = chunkedEntries(keychain);
  const fileOf = (ref: string) => join(tokenDir, `${createHash('sha256').update(ref).digest('hex').slice(0, 32)}.json`);
  const setInKeychain = async (ref: string, text: string) => {
    await entries.set(signInEntry(ref), text);
    rmSync(fileOf(ref), { force: true });
  };
  return {
    get: async (ref: string) => textIn(fileOf(ref), log) ?? (await entries.get(signInEntry(ref))),
    setInKeychain,
    /** Without a keychain, in a file. */
    async set(ref: string, text: string) {
      try {
        await setInKeychain(ref, text);
      } catch (failed) {
        if (!isKeychainAbsent(failed)) throw failed;
        log.info('there is no keychain, so a sign-in is stored in a file that only its owner can read');
        writePrivately(fileOf(ref), text);
      }
    },
    async remove(ref: string) {
      rmSync(fileOf(ref), { force: true });
      await entries.remove(signInEntry(ref)).catch((failed: unknown) => {
        if (!isKeychainAbsent(failed)) throw failed;
      });
    },
  };
}

/** Distinguishes a password from a sign-in with the same name. */
export function signInEntry(ref: string): string {
  return `sign-in/${ref}`;
}

function textIn(file: string, log: Log): string | undefined {
  try {
    if (restrictToOwner(file)) log.warn({ file }, 'other users could read a stored sign-in; now only its owner can');
    return readFileSync(file, 'utf8');
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw unreadable(`The sign-in stored in ${file} can’t be read: ${systemReason(thrown)}.`);
  }
}

function signInFrom(text: string, ref: string): SignIn {
  const damaged = unreadable(`The stored sign-in ${JSON.stringify(ref)} is damaged.`);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as SignIn;
  } catch {
    // A parser's message quotes the text, and so the tokens.
    throw damaged;
  }
  throw damaged;
}

function unreadable(what: string): Failure {
  return new Failure('invalid', 'sign_in_unreadable', `${what} Sign in again to replace it.`);
}

/** Windows accepts 2560 bytes, and Microsoft's tokens are longer. */
const maxEntryBytes = 2400;

/**
 * Entries of any length: a text that is too long is split into parts under separate names, which the main entry lists. The
 * main entry is written last, so that it never lists missing parts.
 */
function chunkedEntries(keychain: Pick<KeychainEntries, 'get' | 'set' | 'remove'>) {
  const chunkNames = (name: string, head: string | undefined): string[] => {
    const [, id, count] = /^pieces ([\w-]+) (\d{1,3})$/.exec(head ?? '') ?? [];
    return id ? Array.from({ length: Number(count) }, (_, index) => `${name}/${id}/${index}`) : [];
  };
  const removeAll = async (names: readonly string[]) => {
    for (const name of names) await keychain.remove(name);
  };
  return {
    async get(name: string): Promise<string | undefined> {
      const head = await keychain.get(name);
      const names = chunkNames(name, head);
      if (names.length === 0) return head;
      let text = '';
      for (const chunk of names) text += (await keychain.get(chunk)) ?? '';
      return Buffer.from(text, 'base64').toString();
    },
    async set(name: string, text: string): Promise<void> {
      const oldChunkNames = chunkNames(name, await keychain.get(name));
      const chunks =
        Buffer.byteLength(text) > maxEntryBytes ? splitIntoChunks(Buffer.from(text).toString('base64')) : [];
      const head = chunks.length > 0 ? `pieces ${randomId()} ${chunks.length}` : text;
      for (const [index, chunk] of chunkNames(name, head).entries()) await keychain.set(chunk, chunks[index] ?? '');
      await keychain.set(name, head);
      await removeAll(oldChunkNames);
    },
    async remove(name: string): Promise<void> {
      const chunks = chunkNames(name, await keychain.get(name));
      await keychain.remove(name);
      await removeAll(chunks);
    },
  };
}

function splitIntoChunks(text: string): string[] {
  const count = Math.ceil(text.length / maxEntryBytes);
  return Array.from({ length: count }, (_, index) => text.slice(index * maxEntryBytes, (index + 1) * maxEntryBytes));
}
