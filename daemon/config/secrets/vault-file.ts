import { renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { Failure } from '../../base/failure.ts';
import { systemReason } from '../../base/system-reason.ts';
import { flushFolder, restrictToOwner, writePrivately } from '../private-file.ts';
import { readTextFile } from '../text-file.ts';
import { maxDerivationN } from './vault-cipher.ts';

const bytes = (length?: number) =>
  z.base64().refine((text) => length === undefined || Buffer.from(text, 'base64').length === length);
const sealed = z.strictObject({ nonce: bytes(12), data: bytes(), tag: bytes(16) });
const isPowerOfTwo = (n: number) => (n & (n - 1)) === 0;

/** vault.json. `check` is a known text, by which a passphrase is verified. The names of the secrets are not encrypted. */
const vaultDocument = z.strictObject({
  version: z.literal(1),
  scrypt: z.strictObject({
    N: z.int().min(2).max(maxDerivationN).refine(isPowerOfTwo),
    r: z.int().min(1).max(8),
    p: z.int().min(1).max(4),
    salt: bytes(32),
  }),
  check: sealed,
  secrets: z.record(z.string(), sealed),
});
export type VaultDocument = z.output<typeof vaultDocument>;

/**
 * The document in `file`; undefined if there is none. Rights of other users are removed. Throws `Failure` invalid
 * `vault_damaged`, and unavailable `vault_unreadable`.
 */
export function readVault(file: string): VaultDocument | undefined {
  const text = textIn(file);
  if (text === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw damaged(file, cause);
  }
  const { data, error } = vaultDocument.safeParse(value);
  if (error) throw damaged(file, error);
  return data;
}

function textIn(file: string): string | undefined {
  try {
    const text = readTextFile(file);
    if (text !== undefined) restrictToOwner(file);
    return text;
  } catch (cause) {
    const message = `The passwords in ${file} can’t be read. Check that the file belongs to you and that its disk is connected.`;
    throw new Failure('unavailable', 'vault_unreadable', message, { file, retryable: true, cause });
  }
}

/** Replaces the file at once. Throws `Failure` unavailable `secrets_unwritable`. */
export function writeVault(file: string, document: VaultDocument): void {
  changing(file, () => writePrivately(file, `${JSON.stringify(document, null, 2)}\n`));
}

/** Removes the file. Throws `Failure` unavailable `secrets_unwritable`. */
export function removeVault(file: string): void {
  changing(file, () => {
    rmSync(file, { force: true });
    flushFolder(dirname(file));
  });
}

/** Gives the file another name, beside it, and returns that. Throws `Failure` unavailable `secrets_unwritable`. */
export function moveVaultAside(file: string, now: Date): string {
  const movedTo = `${file}.${now.toISOString().replaceAll(/[:.]/g, '-')}`;
  changing(file, () => {
    renameSync(file, movedTo);
    flushFolder(dirname(file));
  });
  return movedTo;
}

function changing(file: string, change: () => void): void {
  try {
    change();
  } catch (cause) {
    const message = `The passwords in ${file} can’t be changed: ${systemReason(cause)}. Check that the disk has free space and that you can write to the folder.`;
    throw new Failure('unavailable', 'secrets_unwritable', message, { file, retryable: true, cause });
  }
}

function damaged(file: string, cause: unknown): Failure {
  const message = `${file} is damaged, so the passwords in it can’t be read. Restore the file from a backup of your computer, or start over and sign in to each account again.`;
  return new Failure('invalid', 'vault_damaged', message, { file, cause });
}
