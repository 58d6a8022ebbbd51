import { Failure, reasonOf } from '../../base/failure.ts';

/**
 * Why the keychain of the operating system does not answer. `waiting`: it prompts the user, and the user has not answered
 * yet. `denied`: the user or an administrator refused. `absent`: there is no keychain.
 */
export const keychainTroubles = ['locked', 'waiting', 'denied', 'absent', 'failing'] as const;
export type KeychainTrouble = (typeof keychainTroubles)[number];

/** The environment of the keychain, as far as messages depend on it. */
export type KeychainPlatform = 'linux' | 'darwin' | 'win32';

export function keychainPlatform(platform: NodeJS.Platform): KeychainPlatform {
  return platform === 'darwin' || platform === 'win32' ? platform : 'linux';
}

/** The failure of an inaccessible keychain: unavailable `keychain_unavailable`, with its `state`. What the system says is its cause. */
export function keychainFailure(state: KeychainTrouble, platform: KeychainPlatform, cause?: unknown): Failure {
  return new Failure('unavailable', 'keychain_unavailable', sentence(state, platform), {
    retryable: true,
    state,
    cause,
  });
}

/** Converts an error of a keychain call to a `Failure`. */
export function keychainFailureOf(thrown: unknown, platform: KeychainPlatform): Failure {
  return thrown instanceof Failure ? thrown : keychainFailure(stateOf(thrown), platform, thrown);
}

export function keychainTroubleOf(failure: Failure): KeychainTrouble {
  return keychainTroubles.find((state) => state === failure.details['state']) ?? 'failing';
}

const moduleCodes = ['MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND', 'ERR_DLOPEN_FAILED'];

/** keytar passes on messages of libsecret, Security.framework and Windows, without error codes. */
const sentences: readonly [RegExp, KeychainTrouble][] = [
  // libsecret and GLib; KWallet reports the message about the interface while it is turned off.
  [/locked collection|is locked|prompt was dismissed/i, 'locked'],
  [/not provided by any \.service|no such interface|exited with status|activat\w+ .*timed out/i, 'absent'],
  [/cannot (autolaunch|spawn)|could not connect|transport|dbus-launch|address is empty/i, 'absent'],
  // macOS: errSecInteractionNotAllowed, errSecUserCanceled, errSecAuthFailed, errSecNoDefaultKeychain, errSecNotAvailable.
  [/user interaction is not allowed/i, 'locked'],
  [/user canceled the operation|user name or passphrase you entered is not correct/i, 'denied'],
  [/default keychain could not be found|no keychain is available/i, 'absent'],
  // Windows: ERROR_ACCESS_DENIED, and ERROR_NO_SUCH_LOGON_SESSION where a policy forbids storing credentials.
  [/access is denied/i, 'denied'],
  [/logon session does not exist/i, 'absent'],
];

function stateOf(thrown: unknown): KeychainTrouble {
  if (thrown instanceof Error && thrown.name === 'TimeoutError') return 'locked';
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  if (moduleCodes.includes(code)) return 'absent';
  const reason = reasonOf(thrown);
  return sentences.find(([pattern]) => pattern.test(reason))?.[1] ?? 'failing';
}

const names = { linux: 'The keychain of this computer', darwin: 'The keychain of this Mac', win32: 'Windows' };

function sentence(state: KeychainTrouble, platform: KeychainPlatform): string {
  const name = names[platform];
  switch (state) {
    case 'locked':
      return `${name} is locked, so Posthorn can’t read your passwords. Unlock it, and Posthorn continues automatically.`;
    case 'waiting':
      return 'Your keychain is waiting to be unlocked. Answer the prompt on your screen, and Posthorn continues automatically.';
    case 'denied':
      return platform === 'win32'
        ? 'Windows doesn’t let Posthorn store passwords in the Credential Manager. Ask your administrator to allow it.'
        : `${name} denied Posthorn access. When it asks again, enter the keychain password and choose “Always Allow”.`;
    case 'absent':
      return `${name} isn’t responding. ${absentRemedy(platform)}`;
    case 'failing':
      return `${name} failed. Posthorn retries automatically. If the problem continues, restart your computer.`;
  }
}

function absentRemedy(platform: KeychainPlatform): string {
  const orVault = 'or protect your passwords with a passphrase: Settings, Accounts.';
  switch (platform) {
    case 'linux':
      return `Sign in to a desktop, or install GNOME Keyring or KWallet, ${orVault}`;
    case 'darwin':
      return `Open Keychain Access and check that there is a keychain called “login”, ${orVault}`;
    case 'win32':
      return `Check that the service “Credential Manager” is running, ${orVault}`;
  }
}
