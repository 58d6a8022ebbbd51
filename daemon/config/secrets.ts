import { Failure, reasonOf } from '../base/failure.ts';
import { silentLog, type Log } from '../base/log.ts';
import type { Environment, Paths } from './paths.ts';
import { secretFile } from './secrets-file.ts';

/** Where the passwords of IMAP and SMTP accounts are kept. `ref` is the name that `password_ref` gives one. */
export type SecretStore = {
  /** Where new secrets go, for the doctor. */
  readonly kind: 'keychain' | 'file';
  /** Why the place did not answer when it was last asked, for the doctor. */
  readonly trouble?: string | undefined;
  get(ref: string): Promise<string | undefined>;
  set(ref: string, secret: string): Promise<void>;
  remove(ref: string): Promise<void>;
};

/** The part of keytar that is used. */
export type Keychain = {
  getPassword(service: string, name: string): Promise<string | null>;
  setPassword(service: string, name: string, secret: string): Promise<void>;
  deletePassword(service: string, name: string): Promise<boolean>;
};

/**
 * Opens the secrets of an instance. `secrets.toml` is always read first. With `SVC_KEYCHAIN=off` it is also where new
 * secrets go, and the keychain is never touched; else they go to the keychain of the operating system, and when it
 * does not answer nothing is written in plain text instead.
 *
 * Opening and every call may throw `Failure` invalid `secrets_unreadable`; `set` and `remove` also unavailable
 * `keychain_unavailable` (retryable), and `set` conflict `secret_in_file` where the file would hide the new secret.
 */
export function openSecrets({
  paths,
  env,
  log = silentLog,
  loadKeychain = loadKeytar,
}: {
  paths: Pick<Paths, 'instance' | 'secretsFile'>;
  env: Environment;
  log?: Log;
  loadKeychain?: () => Promise<Keychain>;
}): SecretStore {
  const file = secretFile(paths.secretsFile, log);
  if (env.SVC_KEYCHAIN === 'off') return file;

  const { ask, trouble } = askKeychain(loadKeychain, log);
  return {
    kind: 'keychain',
    get trouble() {
      return trouble();
    },
    async get(ref) {
      const written = await file.get(ref);
      if (written !== undefined) return written;
      const answer = await ask((keychain) => keychain.getPassword(paths.instance, ref));
      return 'value' in answer ? (answer.value ?? undefined) : undefined;
    },
    async set(ref, secret) {
      if ((await file.get(ref)) !== undefined) throw hiddenByFile(paths.secretsFile, ref);
      const answer = await ask((keychain) => keychain.setPassword(paths.instance, ref, secret));
      if ('trouble' in answer) throw unavailable(paths.secretsFile, answer.trouble);
    },
    async remove(ref) {
      await file.remove(ref);
      const answer = await ask((keychain) => keychain.deletePassword(paths.instance, ref));
      if ('trouble' in answer) throw unavailable(paths.secretsFile, answer.trouble);
    },
  };
}

type Answer<Value> = { value: Value } | { trouble: unknown };

/** Asks the keychain anew each time, for it may be unlocked later, but reports that it does not answer once. */
function askKeychain(loadKeychain: () => Promise<Keychain>, log: Log) {
  let reported = false;
  let last: string | undefined;
  return {
    trouble: () => last,
    async ask<Value>(question: (keychain: Keychain) => Promise<Value>): Promise<Answer<Value>> {
      try {
        const value = await question(await loadKeychain());
        last = undefined;
        return { value };
      } catch (trouble) {
        last = firstLine(reasonOf(trouble));
        if (!reported) log.warn({ reason: reasonOf(trouble) }, 'the keychain of the operating system does not answer');
        reported = true;
        return { trouble };
      }
    },
  };
}

/** keytar is optional: where it is not installed or not built, importing it throws. */
async function loadKeytar(): Promise<Keychain> {
  const { default: keytar } = await import('keytar');
  return keytar;
}

function unavailable(file: string, cause: unknown): Failure {
  return new Failure(
    'unavailable',
    'keychain_unavailable',
    `The keychain of the operating system does not answer (${firstLine(reasonOf(cause))}). Unlock or install one and ` +
      `try again, or start Posthorn with SVC_KEYCHAIN=off to keep passwords in ${file}.`,
    { retryable: true, cause },
  );
}

/** A module that cannot be loaded is reported with a list of who asked for it. */
function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

function hiddenByFile(file: string, ref: string): Failure {
  return new Failure(
    'conflict',
    'secret_in_file',
    `${file} holds the password ${JSON.stringify(ref)} and is read before the keychain. Change it there, or remove ` +
      'that line so that the keychain is used.',
    { file, ref },
  );
}
