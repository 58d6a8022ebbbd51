/** Where the passwords of IMAP and SMTP accounts are kept. `ref` is the name that `password_ref` gives one. */
export type SecretStore = {
  /** Where new secrets go, for the doctor. */
  readonly kind: 'keychain' | 'file';
  /** Why the place did not answer when it was last asked, for the doctor. */
  readonly trouble?: string | undefined;
  /** Undefined where none is stored; where that cannot be learned it throws. */
  get(ref: string): Promise<string | undefined>;
  set(ref: string, secret: string): Promise<void>;
  remove(ref: string): Promise<void>;
};
