import type { ServerReply } from '../sender.ts';

/**
 * The meaning of a server's refusal for users, in a sentence or two, by its enhanced status code (RFC 3463 and IANA's list
 * of them), else by its reply code (RFC 5321, section 4.2.3). `email` is the address the reply concerns, if there is one.
 */
export function explainReply({ code, status }: Pick<ServerReply, 'code' | 'status'>, email?: string): string {
  const about = email === undefined ? undefined : { email, domain: email.split('@').at(-1) ?? '' };
  const [severity, subject = '', detail = ''] = status?.split('.') ?? [];
  const isTransient = status === null ? code !== null && code < 500 : severity === '4';
  const candidates = [
    isTransient && transientByStatus[`${subject}.${detail}`],
    byStatus[`${subject}.${detail}`],
    bySubject[subject],
    about && byCodeOfAddress[code ?? 0],
    byCode[code ?? 0],
  ];
  const explanation = candidates.find((each) => typeof each === 'function') ?? (isTransient ? tryLater : refused);
  return explanation(about);
}

/** Like `explainReply`, followed by the server's own text. */
export function messageForReply(reply: ServerReply, email?: string): string {
  const serverText = [reply.code, reply.status, reply.text].filter((part) => part !== null && part !== '').join(' ');
  const explanation = explainReply(reply, email);
  return serverText ? `${explanation} The server said: ${serverText}` : explanation;
}

type AddressInfo = { email: string; domain: string };
type Explanation = (about: AddressInfo | undefined) => string;

/** Text about an address, where it is known. */
const aboutAddress =
  (words: (about: AddressInfo) => string): Explanation =>
  (about) =>
    about ? words(about) : 'The server doesn’t accept one of the addresses.';

const tryLater: Explanation = () => 'The server can’t accept the message right now.';
const refused: Explanation = () => 'The server refused the message.';
const noMailbox: Explanation = aboutAddress(
  ({ email }) => `There is no mailbox ${email}. Check the spelling of the address.`,
);
const noDomain: Explanation = aboutAddress(
  ({ domain }) => `No mail can be delivered to ${domain}. Check the spelling of the address.`,
);
const badAddress: Explanation = aboutAddress(({ email }) => `${email} isn’t an address the server understands.`);
const mailboxClosed: Explanation = aboutAddress(({ email }) => `The mailbox ${email} no longer accepts mail.`);
const mailboxFull: Explanation = aboutAddress(({ email }) => `The mailbox ${email} is full.`);
const tooLarge: Explanation = () =>
  'The message is larger than the server accepts. Share large files as a link instead.';
const unreachable: Explanation = aboutAddress(({ domain }) => `The mail server of ${domain} couldn’t be reached.`);
const tooManyRecipients: Explanation = () =>
  'The message has more recipients than the server accepts at once. Send it to fewer people at a time.';
const policyRefusal: Explanation = () =>
  'The server’s rules refused the message. It may consider the message or its sender spam.';
const notAllowed: Explanation = aboutAddress(({ email }) => `This account isn’t allowed to send to ${email}.`);
const unauthenticatedSender: Explanation = aboutAddress(
  ({ domain }) =>
    `The server couldn’t verify where the message comes from, so it refused it for ${domain}. ` +
    `The address it was sent from has to allow this way of sending (SPF, DKIM, DMARC).`,
);
const signIn: Explanation = () => 'The server didn’t accept the sign-in. Check the username and password.';
const badSender: Explanation = () => 'The server doesn’t accept the address the message is sent from.';
const unsupportedAlphabet: Explanation = aboutAddress(
  ({ email }) => `The server can’t deliver to ${email}, an address with non-English letters.`,
);

/** Texts that differ where the refusal is temporary (4.x.x). */
const transientByStatus: Record<string, Explanation> = {
  '1.8': badSender,
  '2.0': aboutAddress(({ email }) => `The mailbox ${email} can’t be used right now.`),
  '2.1': aboutAddress(({ email }) => `The mailbox ${email} can’t be used right now.`),
  '7.0': () => 'The server asked to try again later. Many servers do this for a first message from a new sender.',
  '7.1': () => 'The server asked to try again later. Many servers do this for a first message from a new sender.',
  '7.28': () => 'The server isn’t accepting more mail from this sender for now. Try again later.',
};

const byStatus: Record<string, Explanation> = {
  '1.0': badAddress,
  '1.1': noMailbox,
  '1.2': noDomain,
  '1.3': badAddress,
  '1.4': aboutAddress(({ email }) => `${email} matches more than one mailbox.`),
  '1.6': aboutAddress(({ email }) => `The mailbox ${email} has moved, and there is no new address.`),
  '1.7': badSender,
  '1.8': badSender,
  '1.10': aboutAddress(({ domain }) => `${domain} doesn’t accept mail.`),
  '2.0': mailboxClosed,
  '2.1': mailboxClosed,
  '2.2': mailboxFull,
  '2.3': tooLarge,
  '2.4': aboutAddress(({ email }) => `${email} is a list that doesn’t accept this message.`),
  '3.1': () => 'The server has no room for mail.',
  '3.2': () => 'The server isn’t accepting mail right now.',
  '3.4': tooLarge,
  '4.0': unreachable,
  '4.1': unreachable,
  '4.2': unreachable,
  '4.4': noDomain,
  '4.5': () => 'The server is overloaded.',
  '4.6': aboutAddress(({ email }) => `Mail to ${email} is sent around in a circle and never arrives.`),
  '4.7': aboutAddress(({ domain }) => `The message couldn’t be delivered to ${domain} in time.`),
  '5.3': tooManyRecipients,
  '6.7': unsupportedAlphabet,
  '6.9': unsupportedAlphabet,
  '7.0': policyRefusal,
  '7.1': policyRefusal,
  '7.2': notAllowed,
  '7.3': policyRefusal,
  '7.8': signIn,
  '7.9': signIn,
  '7.13': aboutAddress(({ email }) => `The account ${email} is closed.`),
  '7.14': signIn,
  '7.20': unauthenticatedSender,
  '7.21': unauthenticatedSender,
  '7.22': unauthenticatedSender,
  '7.23': unauthenticatedSender,
  '7.24': unauthenticatedSender,
  '7.25': unauthenticatedSender,
  '7.26': unauthenticatedSender,
  '7.28': policyRefusal,
  '7.30': () =>
    'The server no longer takes passwords from mail programs. Add the account again and sign in with Microsoft.',
  '7.57': signIn,
};

/** By the second number alone, for the many codes that are specific to one kind of server. */
const bySubject: Record<string, Explanation> = {
  1: badAddress,
  2: aboutAddress(({ email }) => `The mailbox ${email} doesn’t accept the message.`),
  4: unreachable,
  6: () => 'The server can’t accept a message of this kind.',
  7: policyRefusal,
};

/** Replies to an address without an enhanced status code. */
const byCodeOfAddress: Record<number, Explanation> = {
  450: aboutAddress(({ email }) => `The mailbox ${email} can’t be used right now.`),
  550: aboutAddress(({ email }) => `The server doesn’t accept mail for ${email}.`),
  551: aboutAddress(({ email }) => `The server doesn’t accept mail for ${email}.`),
  552: mailboxFull,
  553: badAddress,
};

const byCode: Record<number, Explanation> = {
  451: () => 'The server reported an internal error.',
  452: () => 'The server has no room for mail right now.',
  530: signIn,
  534: signIn,
  535: signIn,
  552: tooLarge,
};
