import { instantOf } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';
import type { RepairableFile } from '../damaged-file.ts';
import type { KeychainEntries, KeychainStatus } from './keychain.ts';
import type { Environment, Paths } from '../paths.ts';
import { moveSecrets, moveSignIns, type SecretContainer, type SecretMoveResult } from './move-secrets.ts';
import { secretFile, type SecretFile } from './secrets-file.ts';
import { isKeychainOff, passwordEntry, secretsCopy, undefinedIfAbsent } from './secrets.ts';
import { signInEntry, signInsOutsideVault, signInStore } from './sign-ins.ts';
import { noVault, vaultLocked, type Vault, type VaultState } from './vault.ts';

/** A place for passwords. */
type SecretPlace = 'keychain' | 'file' | 'vault';

/** Where secrets are stored now. `off`: the user configured Posthorn to keep passwords out of the keychain. */
type SecretLocations = {
  store: SecretPlace;
  file: string;
  in_file: number;
  keychain: { state: KeychainStatus['state'] | 'off'; message: string | null };
  tokens: 'keychain' | 'files' | 'vault';
  vault: { state: VaultState; file: string; secrets: number; message: string | null; retry_at: string | null };
};

/** The names of passwords and sign-ins that the accounts use. */
export type SecretRefs = { passwords: readonly string[]; signIns: readonly string[] };

export type SecretStorage = {
  /** secrets.toml, which can be repaired while it is damaged. */
  readonly secretsFile: RepairableFile;
  readonly vault: Pick<Vault, 'state' | 'trouble' | 'create' | 'unlock' | 'lock' | 'changePassphrase' | 'setAside'>;
  locations(): Promise<SecretLocations>;
  /**
   * Moves the passwords of these names, all passwords in the file, and into or out of a vault also the sign-ins: one after the
   * other, each is written, read back, and only then removed from its old location. Those that cannot be moved stay. An empty
   * vault is removed. Throws `Failure` conflict `keychain_off`, invalid `secrets_unreadable`, missing `no_vault`, and
   * unavailable `keychain_unavailable` and `vault_locked` where nothing could be moved.
   */
  move(to: SecretPlace, refs: SecretRefs): Promise<SecretMoveResult>;
};

type StorageDeps = {
  paths: Pick<Paths, 'secretsFile' | 'tokenDir' | 'dataDir'>;
  env: Environment;
  keychain: KeychainEntries;
  vault: Vault;
  log: Log;
};

/** Reports where the secrets of an instance are stored, and moves them. */
export function createSecretStorage({ paths, env, keychain, vault, log }: StorageDeps): SecretStorage {
  const isOff = isKeychainOff(env);
  const file = secretFile(paths.secretsFile, log, secretsCopy(paths, log));
  const signIns = signInStore({ paths, keychain, vault, log });
  const outside = signInsOutsideVault({ paths, keychain, log });
  const outsideIfPresent = { ...outside, get: async (ref: string) => outside.get(ref).catch(undefinedIfAbsent) };
  const passwordsInVault = vaultContainer(vault, passwordEntry);
  const signInsInVault = vaultContainer(vault, signInEntry);

  /** The names of passwords that may be in the keychain. */
  const refsInKeychain = async ({ passwords }: SecretRefs) => {
    if (isOff || (await keychain.getStatus()).state === 'absent') return [];
    return refsNotIn(file, passwords);
  };
  const moveIn = async (refs: SecretRefs): Promise<SecretMoveResult> => {
    const fromFile = await moveSecrets(file.refs(), { from: file, into: passwordsInVault });
    const named = await refsInKeychain(refs);
    const fromKeychain = await moveSecrets(named, { from: keychain, into: passwordsInVault });
    return sumOf(
      fromFile,
      fromKeychain,
      await moveSignIns(refs.signIns, { from: outsideIfPresent, into: signInsInVault }),
    );
  };
  const moveOut = async (to: 'keychain' | 'file', refs: SecretRefs): Promise<SecretMoveResult> => {
    const place = to === 'keychain' ? keychain : file;
    const other = to === 'keychain' ? file : keychain;
    const fromVault = await moveSecrets(passwordsInVault.refs(), { from: passwordsInVault, into: place });
    const inOther = to === 'keychain' ? file.refs() : await refsInKeychain(refs);
    const fromOther = await moveSecrets(inOther, { from: other, into: place });
    const outsidePlace = { ...outsideIfPresent, set: to === 'keychain' ? outside.setInKeychain : outside.set };
    const signInsMoved = await moveSecrets(signInsInVault.refs(), { from: signInsInVault, into: outsidePlace });
    vault.removeIfEmpty();
    return sumOf(fromVault, fromOther, signInsMoved);
  };
  return {
    secretsFile: file,
    vault,
    async locations() {
      const keychainStatus = await keychain.getStatus();
      const vaultState = vault.state();
      return {
        store: vaultState === 'none' ? (isOff ? 'file' : 'keychain') : 'vault',
        file: paths.secretsFile,
        in_file: file.refs().length,
        keychain: isOff ? { state: 'off', message: null } : keychainStatus,
        tokens: signIns.locationOf(keychainStatus),
        vault: {
          state: vaultState,
          file: vault.file,
          secrets: vaultState === 'damaged' ? 0 : vault.names().length,
          message: vault.trouble() ?? null,
          retry_at: nullableInstant(vault.nextAttemptAt()),
        },
      };
    },
    async move(to, refs) {
      const state = vault.state();
      if (to === 'vault' && state === 'none') throw noVault();
      if (state === 'locked') throw vaultLocked();
      if (isOff && (to === 'keychain' || state === 'none')) throw keychainOff();
      file.requireSound();
      return to === 'vault' ? moveIn(refs) : moveOut(to, refs);
    },
  };
}

function nullableInstant(date: Date | undefined): string | null {
  return date ? instantOf(date) : null;
}

/** The secrets of one kind in the vault, by the names that the accounts use. */
function vaultContainer(vault: Vault, entryOf: (ref: string) => string): SecretContainer & { refs(): string[] } {
  const prefix = entryOf('');
  return {
    get: async (ref) => vault.get(entryOf(ref)),
    set: async (ref, secret) => vault.set(entryOf(ref), secret),
    remove: async (ref) => vault.remove(entryOf(ref)),
    refs: () => vault.names().flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : [])),
  };
}

function sumOf(...results: readonly SecretMoveResult[]): SecretMoveResult {
  return {
    moved: results.reduce((sum, { moved }) => sum + moved, 0),
    left: results.flatMap(({ left }) => left),
  };
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
