import type { Failure } from '../../base/failure.ts';

/** Stores the passwords of IMAP and SMTP accounts. `ref` is the name in `password_ref`. */
export type SecretStore = {
  /** Where new secrets are stored, for the doctor. */
  readonly kind: 'keychain' | 'file' | 'vault';
  /** Why the last access to the storage failed, for the doctor. */
  readonly trouble?: string | undefined;
  /** Undefined if no secret is stored; throws if this cannot be determined. */
  get(ref: string): Promise<string | undefined>;
  set(ref: string, secret: string): Promise<void>;
  remove(ref: string): Promise<void>;
};

/** Whether a secret cannot be had until the keychain answers or the vault is unlocked, so that its user waits. */
export function isSecretLocked({ code }: Failure): boolean {
  return code === 'keychain_unavailable' || code === 'vault_locked';
}
