import { systemClock, type Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { silentLog, type Log } from '../../base/log.ts';
import { openKeychain, type KeychainEntries } from './keychain.ts';
import { lastGoodCopy, type LastGoodCopy } from '../last-good-copy.ts';
import type { Environment, Paths } from '../paths.ts';
import { secretFile } from './secrets-file.ts';
import type { SecretStore } from './secret-store.ts';
import type { Vault } from './vault.ts';

/**
 * Opens the passwords of an instance. `secrets.toml` is always read first, then the vault, then the keychain of the operating
 * system, which `SVC_KEYCHAIN=off` leaves out. New passwords go to the vault if there is one, else to the keychain, and with
 * `SVC_KEYCHAIN=off` to `secrets.toml`; if the chosen store does not answer, nothing is written in plain text instead.
 * Setting a password that the file contains replaces it: its line is removed from the file. Every call may throw `Failure`
 * invalid `secrets_unreadable`, and calls that change the file unavailable `secrets_unwritable`; calls that use the keychain
 * throw the failures of `openKeychain`, and calls that use the vault those of `openVault`.
 */
export function openSecrets({
  paths,
  env,
  log = silentLog,
  clock = systemClock,
  keychain = openKeychain({ service: paths.instance, env, log, clock }),
  vault,
}: {
  paths: Pick<Paths, 'instance' | 'secretsFile' | 'dataDir'>;
  env: Environment;
  log?: Log;
  clock?: Clock;
  keychain?: KeychainEntries;
  vault?: Vault;
}): SecretStore {
  const file = secretFile(paths.secretsFile, log, secretsCopy(paths, log));
  const entries = isKeychainOff(env) ? undefined : keychain;
  const hasVault = () => vault !== undefined && vault.state() !== 'none';
  return {
    get kind() {
      if (hasVault()) return 'vault';
      return entries ? 'keychain' : 'file';
    },
    get trouble() {
      if (hasVault()) return vault?.trouble();
      return entries ? entries.trouble : file.trouble;
    },
    async get(ref) {
      const inVault = vault && { get: async () => vault.get(passwordEntry(ref)) };
      return secretFromFirst([file, inVault, hasVault() ? withoutAbsence(entries) : entries], ref);
    },
    async set(ref, secret) {
      if (vault && hasVault()) {
        file.requireSound();
        vault.set(passwordEntry(ref), secret);
        await file.remove(ref);
      } else if (entries) {
        file.requireSound();
        await entries.set(ref, secret);
        await file.remove(ref);
      } else {
        await file.set(ref, secret);
      }
    },
    async remove(ref) {
      await file.remove(ref);
      vault?.remove(passwordEntry(ref));
      await entries?.remove(ref).catch((failed: unknown) => {
        if (!hasVault() || !isKeychainAbsent(failed)) throw failed;
      });
    },
  };
}

/** The name of a password in the vault. */
export function passwordEntry(ref: string): string {
  return `password/${ref}`;
}

/** Whether a call failed because this computer has no keychain. */
export function isKeychainAbsent(failed: unknown): boolean {
  return failed instanceof Failure && failed.code === 'keychain_unavailable' && failed.details['state'] === 'absent';
}

type SecretSource = Pick<SecretStore, 'get'> | undefined;

/** Where a vault is in use, a keychain that does not exist has no secrets, and is no failure. */
function withoutAbsence(entries: SecretSource): SecretSource {
  return entries && { get: async (ref) => entries.get(ref).catch(undefinedIfAbsent) };
}

/** Handles the failure of a call: the keychain of a computer without one has no entries. */
export function undefinedIfAbsent(failed: unknown): undefined {
  if (!isKeychainAbsent(failed)) throw failed;
}

/** The secret in the first store that has it. A file that cannot be read matters only if no store after it has the secret. */
async function secretFromFirst([source, ...others]: readonly SecretSource[], ref: string): Promise<string | undefined> {
  try {
    const secret = await source?.get(ref);
    if (secret !== undefined) return secret;
  } catch (thrown) {
    const isDamage = thrown instanceof Failure && thrown.kind === 'invalid';
    const secret = isDamage ? await secretFromFirst(others, ref) : undefined;
    if (secret !== undefined) return secret;
    throw thrown;
  }
  return others.length === 0 ? undefined : secretFromFirst(others, ref);
}

/** The copy of the last good secrets.toml. */
export function secretsCopy({ dataDir }: Pick<Paths, 'dataDir'>, log: Log): LastGoodCopy {
  return lastGoodCopy(dataDir, 'secrets.toml', log);
}

/** Whether this run keeps the passwords of IMAP and SMTP accounts out of the keychain. */
export function isKeychainOff(env: Environment): boolean {
  return env.SVC_KEYCHAIN === 'off';
}
