import { Failure } from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';
import type { RepairableFile } from '../damaged-file.ts';
import type { KeychainEntries, KeychainStatus } from './keychain.ts';
import type { Environment, Paths } from '../paths.ts';
import { secretFile, type SecretFile } from './secrets-file.ts';
import { isKeychainOff, secretsCopy } from './secrets.ts';
import { signInStore } from './sign-ins.ts';

/** Where secrets are stored now. `off`: the user configured Posthorn to keep passwords out of the keychain. */
type SecretLocations = {
  store: 'keychain' | 'file';
  file: string;
  in_file: number;
  keychain: { state: KeychainStatus['state'] | 'off'; message: string | null };
  tokens: 'keychain' | 'files';
};

type SecretMoveResult = { moved: number; left: { ref: string; reason: string }[] };

export type SecretStorage = {
  /** secrets.toml, which can be repaired while it is damaged. */
  readonly secretsFile: RepairableFile;
  locations(): Promise<SecretLocations>;
  /**
   * Moves the passwords of these names, and all passwords in the file, one after the other: each is written, read back, and
   * only then removed from its old location. Passwords that cannot be moved stay. Throws `Failure` conflict `keychain_off`,
   * invalid `secrets_unreadable`, and unavailable `keychain_unavailable` where nothing could be moved.
   */
  move(to: 'keychain' | 'file', refs: readonly string[]): Promise<SecretMoveResult>;
};

/** Reports where the secrets of an instance are stored, and moves them. */
export function createSecretStorage({
  paths,
  env,
  keychain,
  log,
}: {
  paths: Pick<Paths, 'secretsFile' | 'tokenDir' | 'dataDir'>;
  env: Environment;
  keychain: KeychainEntries;
  log: Log;
}): SecretStorage {
  const isOff = isKeychainOff(env);
  const file = secretFile(paths.secretsFile, log, secretsCopy(paths, log));
  const signIns = signInStore({ paths, keychain, log });
  return {
    secretsFile: file,
    async locations() {
      const keychainStatus = await keychain.getStatus();
      return {
        store: isOff ? 'file' : 'keychain',
        file: paths.secretsFile,
        in_file: file.refs().length,
        keychain: isOff ? { state: 'off', message: null } : keychainStatus,
        tokens: signIns.locationOf(keychainStatus),
      };
    },
    async move(to, refs) {
      if (isOff) throw keychainOff();
      file.requireSound();
      return to === 'keychain'
        ? moveAll(file.refs(), { from: file, into: keychain })
        : moveAll(refsNotIn(file, refs), { from: keychain, into: file });
    },
  };
}

type SecretContainer = Pick<KeychainEntries, 'get' | 'set' | 'remove'>;

async function moveAll(
  refs: readonly string[],
  endpoints: { from: SecretContainer; into: SecretContainer },
): Promise<SecretMoveResult> {
  const notMoved: SecretMoveResult['left'] = [];
  let moved = 0;
  let keychainFailure: Failure | undefined;
  for (const ref of refs) {
    try {
      // If the keychain could not be opened for one password, it is not called for the others.
      if (keychainFailure) throw keychainFailure;
      if (await moveOne(ref, endpoints)) moved += 1;
    } catch (failed) {
      if (!(failed instanceof Failure)) throw failed;
      notMoved.push({ ref, reason: failed.message });
      if (failed.code === 'keychain_unavailable') keychainFailure = failed;
    }
  }
  if (keychainFailure && moved === 0 && notMoved.length === refs.length) throw keychainFailure;
  return { moved, left: notMoved };
}

/** At every moment the secret is in at least one of the two locations. */
async function moveOne(
  ref: string,
  { from, into }: { from: SecretContainer; into: SecretContainer },
): Promise<boolean> {
  const secret = await from.get(ref);
  if (secret === undefined) return false;
  await into.set(ref, secret);
  if ((await into.get(ref)) !== secret) throw secretNotKept();
  await from.remove(ref);
  return true;
}

function refsNotIn(file: SecretFile, refs: readonly string[]): string[] {
  const refsInFile = new Set(file.refs());
  return [...new Set(refs)].filter((ref) => ref !== '' && !refsInFile.has(ref));
}

function keychainOff(): Failure {
  const message =
    'Posthorn was started with SVC_KEYCHAIN=off, so it doesn’t use the keychain. Restart it without SVC_KEYCHAIN=off, then move the passwords.';
  return new Failure('conflict', 'keychain_off', message);
}

function secretNotKept(): Failure {
  const message = 'The stored copy could not be verified, so the password was not moved.';
  return new Failure('unavailable', 'secret_not_kept', message, { retryable: true });
}
