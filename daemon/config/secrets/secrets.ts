import { systemClock, type Clock } from '../../base/clock.ts';
import { silentLog, type Log } from '../../base/log.ts';
import { openKeychain, type KeychainEntries } from './keychain.ts';
import { lastGoodCopy, type LastGoodCopy } from '../last-good-copy.ts';
import type { Environment, Paths } from '../paths.ts';
import { secretFile } from './secrets-file.ts';
import type { SecretStore } from './secret-store.ts';

/**
 * Opens the secrets of an instance. `secrets.toml` is always read first. With `SVC_KEYCHAIN=off` new secrets are also stored
 * there, and the keychain is never used. Otherwise new secrets go to the keychain of the operating system; if it does not
 * answer, nothing is written in plain text instead. Setting a secret that the file contains replaces it: the secret is
 * stored in the keychain and its line is removed from the file. Every call may throw `Failure` invalid
 * `secrets_unreadable`, and calls that change the file unavailable `secrets_unwritable`; calls that use the keychain throw
 * the failures of `openKeychain`.
 */
export function openSecrets({
  paths,
  env,
  log = silentLog,
  clock = systemClock,
  keychain = openKeychain({ service: paths.instance, env, log, clock }),
}: {
  paths: Pick<Paths, 'instance' | 'secretsFile' | 'dataDir'>;
  env: Environment;
  log?: Log;
  clock?: Clock;
  keychain?: KeychainEntries;
}): SecretStore {
  const file = secretFile(paths.secretsFile, log, secretsCopy(paths, log));
  if (isKeychainOff(env)) return file;
  return {
    kind: 'keychain',
    get trouble() {
      return keychain.trouble;
    },
    get: async (ref) => secretFromEither(file, keychain, ref),
    async set(ref, secret) {
      file.requireSound();
      await keychain.set(ref, secret);
      await file.remove(ref);
    },
    async remove(ref) {
      await file.remove(ref);
      await keychain.remove(ref);
    },
  };
}

/** The secret in the file, else in the keychain. A file that cannot be read matters only if the keychain has none. */
async function secretFromEither(file: SecretStore, keychain: Pick<SecretStore, 'get'>, ref: string) {
  try {
    const secret = await file.get(ref);
    if (secret !== undefined) return secret;
  } catch (thrown) {
    const secret = await keychain.get(ref);
    if (secret !== undefined) return secret;
    throw thrown;
  }
  return keychain.get(ref);
}

/** The copy of the last good secrets.toml. */
export function secretsCopy({ dataDir }: Pick<Paths, 'dataDir'>, log: Log): LastGoodCopy {
  return lastGoodCopy(dataDir, 'secrets.toml', log);
}

/** Whether this run keeps the passwords of IMAP and SMTP accounts out of the keychain. */
export function isKeychainOff(env: Environment): boolean {
  return env.SVC_KEYCHAIN === 'off';
}
