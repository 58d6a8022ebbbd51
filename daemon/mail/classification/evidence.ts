import type { Address } from '../../contract/fields.ts';
import { contentFlags } from '../messages/content-flags.ts';
import type { SendingFields } from '../mime/headers/sending-fields.ts';
import type { ParsedMessage } from '../mime/parsed-message.ts';
import { mailProviders } from '../safety-check/mail-providers.ts';
import { nameWords, senderShape, type SenderShape } from './sender-shape.ts';
import { quoteStart } from './quote-start.ts';
import { readSubject, type SubjectLine } from './subject-line.ts';
import { readTemplateSigns, type TemplateSigns } from './template-signs.ts';
import { countWording, type WordingCounts } from './wording.ts';

/** The parts of a received message that its kind depends on. */
export type ClassifiedMessage = {
  from: Address;
  to: readonly Address[];
  cc: readonly Address[];
  subject: string;
  text: string;
  in_reply_to: string | null;
  list_id: string | null;
  canUnsubscribe: boolean;
  /** Bits of `messages/content-flags.ts`. */
  contentFlags: number;
  isReport: boolean;
  sending: SendingFields;
};

export function classifiedMessageOf(parsed: ParsedMessage): ClassifiedMessage {
  return { ...parsed, canUnsubscribe: parsed.unsubscribe !== 'None', isReport: parsed.report !== null };
}

/** What a message shows about its kind. */
export type Evidence = {
  message: ClassifiedMessage;
  shape: SenderShape;
  subject: SubjectLine;
  /** Whether one of the user's addresses is in To or Cc. */
  isAddressed: boolean;
  recipientCount: number;
  /** Whether the sender's domain is that of one of the user's addresses, and no public mail provider. */
  isColleague: boolean;
  /** Whether the recipients are at many different domains, as friends are, and not in one organization. */
  isCircle: boolean;
  /** Whether To and Cc are empty or name the sender alone. */
  hidesRecipients: boolean;
  /** The phrases in the writer's own text, and those in the subject. */
  wording: WordingCounts;
  subjectWording: WordingCounts;
  /** Phrases in what is forwarded without a word of the sender's own; null for other messages. */
  forwardedWording: WordingCounts | null;
  /** Null where a conversation is continued, because templates begin one. */
  template: TemplateSigns | null;
  /** The sender's name is in the text, as below a letter. */
  isSigned: boolean;
  /** The name of a recipient is at the beginning of the text, and not in full, as programs greet. */
  greetsRecipient: boolean;
  /** The text contains an earlier message. */
  hasQuote: boolean;
  /** It continues an earlier message, which it names or contains. */
  continues: boolean;
  isLinkHeavy: boolean;
  hasLink: boolean;
};

/** Only the beginning and the end of a text are read, where greeting, purpose and signature are. */
const headLength = 700;
const tailLength = 400;
const greetingLength = 60;
const signatureLength = 200;
/** Recipients other than the sender whose names are looked for, and all whose domains are counted. */
const namedCount = 4;
const countedRecipients = 60;

/** `own` are the addresses of the user in the account, in lower case. */
export function evidenceOf(message: ClassifiedMessage, own: ReadonlySet<string>): Evidence {
  const { from, to, cc } = message;
  const sender = from.email.toLowerCase();
  const recipients = [...to, ...cc];
  const subject = readSubject(message.subject);
  const quoteAt = quoteStart(message.text);
  const text = quoteAt < 0 ? message.text : message.text.slice(0, quoteAt);
  const part = readPart(text);
  const others = recipients.slice(0, namedCount).filter(({ email }) => email.toLowerCase() !== sender);
  const names = others.map(nameWords);
  const wording = countWording(part, nameWords(from));
  const isAnswer = subject.isReply || subject.isForward || message.in_reply_to !== null;
  const hasQuote = quoteAt >= 0 && (isAnswer || quoteAt > 0);
  const continues = message.in_reply_to !== null || hasQuote;
  const template = continues ? null : readTemplateSigns(part, { subject: subject.plain, recipients: others, names });
  return {
    message,
    shape: senderShape(from),
    subject,
    isAddressed: recipients.some(({ email }) => own.has(email.toLowerCase())),
    recipientCount: recipients.length,
    isColleague: isColleague(sender, own),
    isCircle: isCircle(recipients),
    hidesRecipients: recipients.every(({ email }) => email === '' || email.toLowerCase() === sender),
    wording,
    subjectWording: countWording(subject.plain),
    forwardedWording:
      subject.isForward && quoteAt >= 0 && wording.wordCount === 0
        ? countWording(message.text.slice(0, headLength + tailLength))
        : null,
    template,
    isSigned: wording.hasName || isSignedByAddress(text, sender),
    greetsRecipient: template?.beginsWithFullName !== true && greets(text, names),
    hasQuote,
    continues,
    hasLink: (message.contentFlags & contentFlags.LINK) !== 0,
    isLinkHeavy: (message.contentFlags & contentFlags.LINK_HEAVY) !== 0,
  };
}

function readPart(text: string): string {
  if (text.length <= headLength + tailLength) return text;
  return `${text.slice(0, headLength)}\n${text.slice(-tailLength)}`;
}

function greets(text: string, names: readonly (readonly string[])[]): boolean {
  const greeting = text.slice(0, greetingLength).toLowerCase();
  return names.some((name) => name.some((word) => isGreeted(greeting, word)));
}

/** A name that is followed by `@` is an address, with which mailings greet. */
function isGreeted(greeting: string, name: string): boolean {
  const at = greeting.indexOf(name);
  return at >= 0 && !greeting.slice(at).split(/\s/, 1)[0]?.includes('@');
}

/** A word at the end of the text is a part of the address, as the surname is in `jdoe@…`. */
function isSignedByAddress(text: string, sender: string): boolean {
  const local = sender.slice(0, sender.lastIndexOf('@')).replace(/[^\p{L}]/gu, '');
  if (local.length < 5) return false;
  const words =
    text
      .slice(-signatureLength)
      .toLowerCase()
      .match(/\p{L}{4,}/gu) ?? [];
  return words.some((word) => local.includes(word) || word.startsWith(local));
}

function isColleague(sender: string, own: ReadonlySet<string>): boolean {
  const domain = sender.slice(sender.lastIndexOf('@') + 1);
  if (domain === '' || mailProviders.has(domain)) return false;
  for (const email of own) if (email.endsWith(`@${domain}`)) return true;
  return false;
}

function isCircle(recipients: readonly Address[]): boolean {
  if (recipients.length < 5) return false;
  const counted = recipients.slice(0, countedRecipients);
  const domains = new Set(counted.map(({ email }) => email.slice(email.lastIndexOf('@') + 1).toLowerCase()));
  return domains.size * 3 >= counted.length;
}
