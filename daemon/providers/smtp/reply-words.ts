import type { ServerReply } from '../sender.ts';

/**
 * What a server's refusal means for people, in a sentence or two, by its enhanced status code (RFC 3463 and IANA's list
 * of them), else by its reply code (RFC 5321, section 4.2.3). `email` is the address it spoke of, where it spoke of one.
 */
export function wordsForReply({ code, status }: Pick<ServerReply, 'code' | 'status'>, email?: string): string {
  const about = email === undefined ? undefined : { email, domain: email.split('@').at(-1) ?? '' };
  const [severity, subject = '', detail = ''] = status?.split('.') ?? [];
  const isPassing = status === null ? code !== null && code < 500 : severity === '4';
  const byEither = [
    isPassing && passing[`${subject}.${detail}`],
    byStatus[`${subject}.${detail}`],
    bySubject[subject],
    about && byCodeOfAddress[code ?? 0],
    byCode[code ?? 0],
  ];
  const words = byEither.find((each) => typeof each === 'function') ?? (isPassing ? later : refused);
  return words(about);
}

/** As `wordsForReply`, with what the server itself said behind it. */
export function messageForReply(reply: ServerReply, email?: string): string {
  const said = [reply.code, reply.status, reply.text].filter((part) => part !== null && part !== '').join(' ');
  const words = wordsForReply(reply, email);
  return said ? `${words} The server said: ${said}` : words;
}

type About = { email: string; domain: string };
type Words = (about: About | undefined) => string;

/** Words about an address, where it is known which. */
const of =
  (words: (about: About) => string): Words =>
  (about) =>
    about ? words(about) : 'The server does not accept one of the addresses.';

const later: Words = () => 'The server cannot take the message right now.';
const refused: Words = () => 'The server refused the message.';
const noMailbox: Words = of(({ email }) => `There is no mailbox ${email}. Check how the address is written.`);
const noDomain: Words = of(({ domain }) => `No mail can be delivered to ${domain}. Check how the address is written.`);
const badAddress: Words = of(({ email }) => `${email} is not an address the server understands.`);
const closed: Words = of(({ email }) => `The mailbox ${email} takes no mail any more.`);
const full: Words = of(({ email }) => `The mailbox ${email} is full.`);
const tooLarge: Words = () => 'The message is larger than the server takes. Send large files another way, as a link.';
const unreachable: Words = of(({ domain }) => `The mail server of ${domain} could not be reached.`);
const tooMany: Words = () => 'The message has more recipients than the server takes at once. Send it in parts.';
const policy: Words = () => 'The server refused the message by its own rules: it may take it, or its sender, for spam.';
const notAllowed: Words = of(({ email }) => `This account is not allowed to send to ${email}.`);
const unproved: Words = of(
  ({ domain }) =>
    `The server could not make sure that the message comes from where it says, so it refused it for ${domain}. ` +
    `The address it was sent from has to allow this way of sending (SPF, DKIM, DMARC).`,
);
const signIn: Words = () => 'The server wants a sign-in that it accepts. Check the user name and the password.';
const badSender: Words = () => 'The server does not accept the address that the message is sent from.';
const script: Words = of(({ email }) => `The server cannot deliver to ${email}, an address with letters beyond ASCII.`);

/** Those that say something else where the refusal is for now only (4.x.x). */
const passing: Record<string, Words> = {
  '1.8': badSender,
  '2.0': of(({ email }) => `The mailbox ${email} cannot be used right now.`),
  '2.1': of(({ email }) => `The mailbox ${email} cannot be used right now.`),
  '7.0': () => 'The server asks to try again later. Many do so the first time somebody writes to them.',
  '7.1': () => 'The server asks to try again later. Many do so the first time somebody writes to them.',
  '7.28': () => 'The server takes no more mail from this sender for now.',
};

const byStatus: Record<string, Words> = {
  '1.0': badAddress,
  '1.1': noMailbox,
  '1.2': noDomain,
  '1.3': badAddress,
  '1.4': of(({ email }) => `${email} fits more than one mailbox.`),
  '1.6': of(({ email }) => `The mailbox ${email} has moved and left no new address.`),
  '1.7': badSender,
  '1.8': badSender,
  '1.10': of(({ domain }) => `${domain} takes no mail at all.`),
  '2.0': closed,
  '2.1': closed,
  '2.2': full,
  '2.3': tooLarge,
  '2.4': of(({ email }) => `${email} is a list that could not be written to.`),
  '3.1': () => 'The server has no room for mail.',
  '3.2': () => 'The server takes no mail at the moment.',
  '3.4': tooLarge,
  '4.0': unreachable,
  '4.1': unreachable,
  '4.2': unreachable,
  '4.4': noDomain,
  '4.5': () => 'The server has more to do than it can manage.',
  '4.6': of(({ email }) => `Mail to ${email} goes in a circle and never arrives.`),
  '4.7': of(({ domain }) => `The message could not be delivered to ${domain} in the time it had.`),
  '5.3': tooMany,
  '6.7': script,
  '6.9': script,
  '7.0': policy,
  '7.1': policy,
  '7.2': notAllowed,
  '7.3': policy,
  '7.8': signIn,
  '7.9': signIn,
  '7.13': of(({ email }) => `The account ${email} is closed.`),
  '7.14': signIn,
  '7.20': unproved,
  '7.21': unproved,
  '7.22': unproved,
  '7.23': unproved,
  '7.24': unproved,
  '7.25': unproved,
  '7.26': unproved,
  '7.28': policy,
  '7.57': signIn,
};

/** By the second number alone, for the many that only one kind of server knows. */
const bySubject: Record<string, Words> = {
  1: badAddress,
  2: of(({ email }) => `The mailbox ${email} does not take the message.`),
  4: unreachable,
  6: () => 'The server cannot take a message of this kind.',
  7: policy,
};

/** Without an enhanced status code, in answer to an address. */
const byCodeOfAddress: Record<number, Words> = {
  450: of(({ email }) => `The mailbox ${email} cannot be used right now.`),
  550: of(({ email }) => `The server does not take mail for ${email}.`),
  551: of(({ email }) => `The server does not take mail for ${email}.`),
  552: full,
  553: badAddress,
};

const byCode: Record<number, Words> = {
  451: () => 'The server had an error of its own.',
  452: () => 'The server has no room for mail right now.',
  530: signIn,
  534: signIn,
  535: signIn,
  552: tooLarge,
};
