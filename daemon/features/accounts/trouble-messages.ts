import type { ProviderErrorKind, ProviderErrorReason } from '../../providers/provider.ts';
import { providerOfHost } from './discovery/known-providers.ts';
import type { KnownProvider } from './discovery/known/provider.ts';
import type { TroubleContext } from './trouble-context.ts';

/** The subject of the message. */
export type TroubleSubject = {
  /** The name of the server at the start of a sentence, and within a sentence. */
  server: string;
  host: string;
  port: number | undefined;
  isSending: boolean;
  provider: KnownProvider | undefined;
};

export function subjectOf({ where, host, port }: Pick<TroubleContext, 'where' | 'host' | 'port'>): TroubleSubject {
  const isSending = where === 'send';
  const genericName = isSending ? 'server that sends your mail' : 'server your mail comes from';
  return {
    server: host ?? `The ${genericName}`,
    host: host ?? `the ${genericName}`,
    port,
    isSending,
    provider: host === null ? undefined : providerOfHost(host),
  };
}

/** The kinds whose message is not that of the provider's error, and not from `sign-in-refusals.ts`. */
type TroubleKind = Exclude<ProviderErrorKind, 'sign_in' | 'expired_sign_in' | 'refused_token'>;

/** One or two sentences: what is wrong, and what to do about it. */
export function troubleMessage(kind: TroubleKind | ProviderErrorReason | 'other', subject: TroubleSubject) {
  return messages[kind](subject);
}

type TroubleMessage = (subject: TroubleSubject) => string;

const askYourProvider = 'If you didn’t choose that server yourself, ask your mail provider';
const atPort = ({ port }: TroubleSubject) => (port === undefined ? '' : ` at port ${port}`);
const usualPort = ({ isSending }: TroubleSubject) => (isSending ? '465 or 587' : '993');

const messages: Record<TroubleKind | ProviderErrorReason | 'other', TroubleMessage> = {
  no_stored_password: ({ host }) => `No password is stored for ${host}. Enter it here.`,
  keychain: () => 'The keychain of this computer didn’t return the password. Unlock the keychain and try again.',
  no_sign_in: (subject) =>
    `${subject.server} doesn’t allow signing in${atPort(subject)}. Check the port: it is usually ${usualPort(subject)}.`,
  no_password_sign_in: ({ server }) =>
    `${server} doesn’t accept passwords from mail programs, only a sign-in in the browser. Sign in with Microsoft or Google, if it is theirs.`,
  wants_sign_in: ({ server }) => `${server} asks for a username and password. Enter them here.`,
  wants_encryption: ({ server }) =>
    `${server} doesn’t accept a password from mail programs. You may have to allow it first in the settings of ` +
    `your mailbox on the website of your provider, for IMAP or mail programs.`,
  stalled: ({ server }) => `${server} accepted a request but didn’t answer it. Wait a few minutes and try again.`,
  too_many_connections: ({ server }) =>
    `${server} is being used by too many programs or devices at once for this mailbox. Close mail programs that you ` +
    `don’t need, wait a few minutes and try again.`,
  no_such_name: ({ host }) => `There is no server named ${host}. Check the spelling of the server address.`,
  closed_port: (subject) =>
    `${subject.server} doesn’t answer${atPort(subject)}. Check the server address and the port, which is usually ${usualPort(subject)}.`,
  unreachable: ({ server }) =>
    `Can’t reach ${server}. Check that this computer is connected to the internet, and try again.`,
  silent: (subject) =>
    `${subject.server} doesn’t answer${atPort(subject)}. Check the server address and the port, which is usually ${usualPort(subject)}, and the internet connection.`,
  lost: (subject) =>
    `${subject.server} ended the connection${atPort(subject)}. Try again. If that doesn’t help, check the port, which is usually ${usualPort(subject)}.`,
  self_signed: ({ server }) =>
    `${server} uses a self-signed certificate, so Posthorn can’t tell whether it’s really your server and doesn’t send it your password. ` +
    `If it is your own server, make this computer trust its certificate. ${askYourProvider}.`,
  untrusted: ({ host }) =>
    `The certificate of ${host} isn’t trusted by this computer. Posthorn can’t tell whether it is really your server and ` +
    `doesn’t send it your password. ${askYourProvider}.`,
  expired: ({ host }) =>
    `The certificate of ${host} has expired. Check the date of this computer. If that ` +
    `is right, the operator of the server has to renew it.`,
  not_yet_valid: ({ host }) => `The certificate of ${host} isn’t valid yet. Check the date and time of this computer.`,
  revoked: ({ host }) =>
    `The certificate of ${host} was revoked, so it isn’t safe to sign in there. Ask your mail provider.`,
  other_name: ({ host }) =>
    `The server at ${host} identifies itself as another server, so Posthorn doesn’t send it your password. Check the server address. ` +
    `If your network asks you to sign in first, as in a hotel or on a train, open a web page and do that.`,
  old_tls: ({ server }) =>
    `${server} supports only outdated encryption that is no longer safe. Its operator has to update it.`,
  not_tls: (subject) => unencryptedMessage(subject),
  no_starttls: (subject) => unencryptedMessage(subject),
  unsafe_upgrade: ({ host }) =>
    `Something between here and ${host} interfered with encryption, so Posthorn disconnected without sending your ` +
    `password. Try another network.`,
  plaintext: ({ host }) =>
    `Posthorn doesn’t send a password to ${host} without encryption, because others could read it. Turn ` +
    `on encryption.`,
  auth: ({ server }) => `${server} doesn’t accept this username and password. Check both and enter the password again.`,
  offline: ({ server }) =>
    `Can’t reach ${server}. Check the server address and that this computer is connected to the internet.`,
  busy: ({ server }) => `${server} is busy right now. Wait a few minutes and try again.`,
  refused: ({ server }) => `${server} refused. Its reply is below. If that doesn’t help, ask your provider.`,
  tls: ({ host }) =>
    `Couldn’t make an encrypted connection to ${host}, and Posthorn doesn’t send a password without it. Check the server address and the port.`,
  protocol: (subject) =>
    `What answers at ${subject.host}${atPort(subject)} doesn’t behave like a mail server. Check the server address and the ` +
    `port, which is usually ${usualPort(subject)}.`,
  other: ({ host }) =>
    `Something went wrong at ${host} that Posthorn didn’t expect. Try again. If it happens again, please report it.`,
};

function unencryptedMessage(subject: TroubleSubject): string {
  return (
    `${subject.server} offers no encryption${atPort(subject)}, and Posthorn doesn’t send a password without it. Check the port, ` +
    `which is usually ${usualPort(subject)}.`
  );
}
