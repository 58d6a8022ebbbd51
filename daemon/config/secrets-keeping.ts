import { Failure } from '../base/failure.ts';
import type { Log } from '../base/log.ts';
import type { KeychainEntries, KeychainLook } from './keychain.ts';
import type { Environment, Paths } from './paths.ts';
import { secretFile, type SecretFile } from './secrets-file.ts';
import { isKeychainOff } from './secrets.ts';
import { signInStore } from './sign-ins.ts';

/** Where secrets are at this moment. `off`: Posthorn was told to keep passwords out of the keychain. */
export type SecretPlaces = {
  store: 'keychain' | 'file';
  file: string;
  in_file: number;
  keychain: { state: KeychainLook['state'] | 'off'; message: string | null };
  tokens: 'keychain' | 'files';
};

export type Moved = { moved: number; left: { ref: string; reason: string }[] };

export type SecretKeeping = {
  /** Throws `Failure` invalid `secrets_unreadable`. */
  places(): Promise<SecretPlaces>;
  /**
   * Moves the passwords of these names, and all that the file holds, one after the other: each is written, read back,
   * and only then removed from where it was. What cannot be moved stays where it is. Throws `Failure` conflict
   * `keychain_off`, invalid `secrets_unreadable`, and unavailable `keychain_unavailable` where nothing could be moved.
   */
  move(to: 'keychain' | 'file', refs: readonly string[]): Promise<Moved>;
};

/** Where the secrets of an instance are kept, and how they are moved. */
export function secretKeeping({
  paths,
  env,
  keychain,
  log,
}: {
  paths: Pick<Paths, 'secretsFile' | 'tokenDir'>;
  env: Environment;
  keychain: KeychainEntries;
  log: Log;
}): SecretKeeping {
  const isOff = isKeychainOff(env);
  const file = secretFile(paths.secretsFile, log);
  const signIns = signInStore({ paths, keychain, log });
  return {
    async places() {
      const look = await keychain.look();
      return {
        store: isOff ? 'file' : 'keychain',
        file: paths.secretsFile,
        in_file: file.refs().length,
        keychain: isOff ? { state: 'off', message: null } : look,
        tokens: signIns.placeOf(look),
      };
    },
    async move(to, refs) {
      if (isOff) throw off();
      return to === 'keychain'
        ? moveAll(file.refs(), { from: file, into: keychain })
        : moveAll(notIn(file, refs), { from: keychain, into: file });
    },
  };
}

type Place = Pick<KeychainEntries, 'get' | 'set' | 'remove'>;

async function moveAll(refs: readonly string[], way: { from: Place; into: Place }): Promise<Moved> {
  const left: Moved['left'] = [];
  let moved = 0;
  let closed: Failure | undefined;
  for (const ref of refs) {
    try {
      // A keychain that did not open for one is not asked to open for the next.
      if (closed) throw closed;
      if (await moveOne(ref, way)) moved += 1;
    } catch (failed) {
      if (!(failed instanceof Failure)) throw failed;
      left.push({ ref, reason: failed.message });
      if (failed.code === 'keychain_unavailable') closed = failed;
    }
  }
  if (closed && moved === 0 && left.length === refs.length) throw closed;
  return { moved, left };
}

/** At every moment the secret is in one of the two at least. */
async function moveOne(ref: string, { from, into }: { from: Place; into: Place }): Promise<boolean> {
  const secret = await from.get(ref);
  if (secret === undefined) return false;
  await into.set(ref, secret);
  if ((await into.get(ref)) !== secret) throw notSame();
  await from.remove(ref);
  return true;
}

function notIn(file: SecretFile, refs: readonly string[]): string[] {
  const there = new Set(file.refs());
  return [...new Set(refs)].filter((ref) => ref !== '' && !there.has(ref));
}

function off(): Failure {
  const message =
    'Posthorn was started with SVC_KEYCHAIN=off, which keeps it from touching the keychain. Start it without, and move the passwords then.';
  return new Failure('conflict', 'keychain_off', message);
}

function notSame(): Failure {
  const message = 'It could not be read back as it was written, so it stays where it was.';
  return new Failure('unavailable', 'secret_not_kept', message, { retryable: true });
}
