import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, reasonOf } from '../../base/failure.ts';
import { silentLog, type Log } from '../../base/log.ts';
import { randomId } from '../../base/ids.ts';
import type { KeychainEntries, KeychainStatus } from './keychain.ts';
import type { Paths } from '../paths.ts';
import { isMissing, restrictToOwner, writePrivately } from '../private-file.ts';

/** The tokens that a provider issued when the user signed in with the browser, and their expiry. */
export type SignIn = Readonly<Record<string, unknown>>;

export type SignInStore = {
  /** Where new sign-ins are stored in the current state of the keychain. */
  locationOf(status: Pick<KeychainStatus, 'state'>): 'keychain' | 'files';
  get(ref: string): Promise<SignIn | undefined>;
  set(ref: string, signIn: SignIn): Promise<void>;
  remove(ref: string): Promise<void>;
};

/**
 * The sign-ins of an instance by their `token_ref`: in the keychain, even if passwords are kept out of it; without any
 * keychain, in files of `paths.tokenDir` that only their owner may read. A keychain that is locked or refuses is not
 * replaced by files. Calls throw the failures of `openKeychain`, and invalid `sign_in_unreadable` for damaged data.
 */
export function signInStore({
  paths: { tokenDir },
  keychain,
  log = silentLog,
}: {
  paths: Pick<Paths, 'tokenDir'>;
  keychain: Pick<KeychainEntries, 'get' | 'set' | 'remove'>;
  log?: Log;
}): SignInStore {
  const entries = chunkedEntries(keychain);
  const fileOf = (ref: string) => join(tokenDir, `${createHash('sha256').update(ref).digest('hex').slice(0, 32)}.json`);
  return {
    locationOf: ({ state }) => (state === 'absent' ? 'files' : 'keychain'),
    async get(ref) {
      const text = textIn(fileOf(ref), log) ?? (await entries.get(entryOf(ref)));
      return text === undefined ? undefined : signInFrom(text, ref);
    },
    async set(ref, signIn) {
      const text = JSON.stringify(signIn);
      try {
        await entries.set(entryOf(ref), text);
        rmSync(fileOf(ref), { force: true });
      } catch (failed) {
        if (!isAbsent(failed)) throw failed;
        log.info('there is no keychain, so a sign-in is stored in a file that only its owner can read');
        writePrivately(fileOf(ref), text);
      }
    },
    async remove(ref) {
      rmSync(fileOf(ref), { force: true });
      await entries.remove(entryOf(ref)).catch((failed: unknown) => {
        if (!isAbsent(failed)) throw failed;
      });
    },
  };
}

/** Distinguishes a password from a sign-in with the same name. */
function entryOf(ref: string): string {
  return `sign-in/${ref}`;
}

function isAbsent(failed: unknown): boolean {
  return failed instanceof Failure && failed.code === 'keychain_unavailable' && failed.details['state'] === 'absent';
}

function textIn(file: string, log: Log): string | undefined {
  try {
    if (restrictToOwner(file)) log.warn({ file }, 'other users could read a stored sign-in; now only its owner can');
    return readFileSync(file, 'utf8');
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw unreadable(`The sign-in stored in ${file} cannot be read: ${reasonOf(thrown)}.`);
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
