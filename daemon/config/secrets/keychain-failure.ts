import { Failure, reasonOf } from '../../base/failure.ts';

/**
 * Why the keychain of the operating system gives nothing. `waiting`: it asks the person something, and they have not
 * answered yet. `denied`: they, or their administrator, said no. `absent`: there is none to ask.
 */
export const keychainTroubles = ['locked', 'waiting', 'denied', 'absent', 'failing'] as const;
export type KeychainTrouble = (typeof keychainTroubles)[number];

/** Where a keychain is asked, as far as the words for it differ. */
export type KeychainPlatform = 'linux' | 'darwin' | 'win32';

export function keychainPlatform(platform: NodeJS.Platform): KeychainPlatform {
  return platform === 'darwin' || platform === 'win32' ? platform : 'linux';
}

/** The failure of a keychain that could not be asked: unavailable `keychain_unavailable`, with its `state`. */
export function keychainFailure(state: KeychainTrouble, platform: KeychainPlatform, cause?: unknown): Failure {
  return new Failure('unavailable', 'keychain_unavailable', sentence(state, platform, cause), {
    retryable: true,
    state,
    cause,
  });
}

/** What a call of the keychain failed with, as a failure of ours. */
export function keychainFailureOf(thrown: unknown, platform: KeychainPlatform): Failure {
  return thrown instanceof Failure ? thrown : keychainFailure(stateOf(thrown), platform, thrown);
}

export function keychainTroubleOf(failure: Failure): KeychainTrouble {
  return keychainTroubles.find((state) => state === failure.details['state']) ?? 'failing';
}

const moduleCodes = ['MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND', 'ERR_DLOPEN_FAILED'];

/** keytar hands on sentences of libsecret, Security.framework and Windows, and nothing else to tell them by. */
const sentences: readonly [RegExp, KeychainTrouble][] = [
  // libsecret and GLib; KWallet says the one about the interface while it is switched off.
  [/locked collection|is locked|prompt was dismissed/i, 'locked'],
  [/not provided by any \.service|no such interface|exited with status|activat\w+ .*timed out/i, 'absent'],
  [/cannot (autolaunch|spawn)|could not connect|transport|dbus-launch|address is empty/i, 'absent'],
  // macOS: errSecInteractionNotAllowed, errSecUserCanceled, errSecAuthFailed, errSecNoDefaultKeychain, errSecNotAvailable.
  [/user interaction is not allowed/i, 'locked'],
  [/user canceled the operation|user name or passphrase you entered is not correct/i, 'denied'],
  [/default keychain could not be found|no keychain is available/i, 'absent'],
  // Windows: ERROR_ACCESS_DENIED, and ERROR_NO_SUCH_LOGON_SESSION where a policy forbids to store credentials.
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

function sentence(state: KeychainTrouble, platform: KeychainPlatform, cause: unknown): string {
  const name = names[platform];
  switch (state) {
    case 'locked':
      return `${name} is locked, so Posthorn cannot get your passwords. Unlock it, and Posthorn goes on by itself.`;
    case 'waiting':
      return 'Your keychain is waiting to be unlocked. Answer the question it asks on your screen, and Posthorn goes on by itself.';
    case 'denied':
      return platform === 'win32'
        ? 'Windows does not let Posthorn keep passwords in the Credential Manager. Ask whoever looks after this computer to allow it.'
        : `${name} did not let Posthorn in. When it asks again, type the password of the keychain and choose “Always Allow”.`;
    case 'absent':
      return `${name} does not answer${inBrackets(cause)}. ${absentRemedy(platform)}`;
    case 'failing':
      return `${name} failed${inBrackets(cause)}. Posthorn tries again by itself; if it goes on, restart the computer.`;
  }
}

function absentRemedy(platform: KeychainPlatform): string {
  const orFile = 'or start Posthorn with SVC_KEYCHAIN=off to keep passwords in a file that only you can read.';
  switch (platform) {
    case 'linux':
      return `Sign in to a desktop, or install GNOME Keyring or KWallet, ${orFile}`;
    case 'darwin':
      return `Open Keychain Access and look whether there is a keychain called “login”, ${orFile}`;
    case 'win32':
      return `Look whether the service “Credential Manager” runs, ${orFile}`;
  }
}

/** A module that cannot be loaded is reported with a list of who asked for it. */
function inBrackets(cause: unknown): string {
  const reason = cause === undefined ? '' : (reasonOf(cause).split('\n', 1)[0] ?? '').replace(/\.$/, '');
  return reason && ` (${reason})`;
}
