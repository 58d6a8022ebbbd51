import { systemClock, type Clock } from '../../base/clock.ts';
import { silentLog, type Log } from '../../base/log.ts';
import { openKeychain, type KeychainEntries } from './keychain.ts';
import type { Environment, Paths } from '../paths.ts';
import { secretFile } from './secrets-file.ts';
import type { SecretStore } from './secret-store.ts';

/**
 * Opens the secrets of an instance. `secrets.toml` is always read first. With `SVC_KEYCHAIN=off` it is also where new
 * secrets go, and the keychain is never touched; else they go to the keychain of the operating system, and when it
 * does not answer nothing is written in plain text instead. A secret that is set while the file holds one of that name
 * takes its place: it goes into the keychain, and the line of the file goes.
 *
 * Opening and every call may throw `Failure` invalid `secrets_unreadable`, and what changes the file unavailable
 * `secrets_unwritable`; where it is the keychain's turn, calls throw what `openKeychain` says.
 */
export function openSecrets({
  paths,
  env,
  log = silentLog,
  clock = systemClock,
  keychain = openKeychain({ service: paths.instance, env, log, clock }),
}: {
  paths: Pick<Paths, 'instance' | 'secretsFile'>;
  env: Environment;
  log?: Log;
  clock?: Clock;
  keychain?: KeychainEntries;
}): SecretStore {
  const file = secretFile(paths.secretsFile, log);
  if (isKeychainOff(env)) return file;
  return {
    kind: 'keychain',
    get trouble() {
      return keychain.trouble;
    },
    get: async (ref) => (await file.get(ref)) ?? keychain.get(ref),
    async set(ref, secret) {
      await keychain.set(ref, secret);
      await file.remove(ref);
    },
    async remove(ref) {
      await file.remove(ref);
      await keychain.remove(ref);
    },
  };
}

/** Whether Posthorn keeps the passwords of IMAP and SMTP accounts out of the keychain, as it was started. */
export function isKeychainOff(env: Environment): boolean {
  return env.SVC_KEYCHAIN === 'off';
}
