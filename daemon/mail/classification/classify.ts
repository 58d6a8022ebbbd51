import type { ClassifiedMessage, Evidence } from './evidence.ts';
import { evidenceOf } from './evidence.ts';
import type { MailKind } from './mail-kind.ts';

/** What a kind was concluded from; `explanation.ts` has a sentence for each. */
export type Reason =
  | 'answers_user'
  | 'correspondent'
  | 'delivery_report'
  | 'automatic'
  | 'list'
  | 'list_address'
  | 'machine_address'
  | 'mailing_address'
  | 'mailing_header'
  | 'leaving'
  | 'mailing_wording'
  | 'transaction_wording'
  | 'notification_wording'
  | 'offer_wording'
  | 'fraud_wording'
  | 'many_recipients'
  | 'hidden_recipients'
  | 'reply'
  | 'letter'
  | 'sales_letter'
  | 'unclear';

/**
 * A conclusion from the message alone; `kind` is null where nothing can be concluded. `isOpen` says that a correspondence with the
 * sender decides otherwise, because only shape and wording speak for the kind.
 */
export type Classification = { kind: MailKind | null; reason: Reason; isOpen: boolean };

/** What the user's own mail says about a message. */
export type History = {
  /** Messages that the user has sent to the sender. */
  sent: number;
  /** Whether it answers a message of the user. */
  isAnswer: boolean;
};

/** The least score of a message that a person wrote. */
const minPersonScore = 4;

/** Classifies a received message by its header, shape and wording. `own` are the user's addresses, in lower case. */
export function classify(message: ClassifiedMessage, own: ReadonlySet<string>): Classification {
  return classifyEvidence(evidenceOf(message, own));
}

/** The kind of a message, given the correspondence with its sender, which comes before shape and wording. */
export function withHistory(classification: Classification, { sent, isAnswer }: History): Classification {
  if (!classification.isOpen || (sent === 0 && !isAnswer)) return classification;
  return { kind: 'person', reason: isAnswer ? 'answers_user' : 'correspondent', isOpen: false };
}

export function classifyEvidence(evidence: Evidence): Classification {
  return byHeader(evidence) ?? byShapeAndWording(evidence);
}

const certain = (kind: MailKind, reason: Reason): Classification => ({ kind, reason, isOpen: false });
const open = (kind: MailKind | null, reason: Reason): Classification => ({ kind, reason, isOpen: true });

function byHeader(evidence: Evidence): Classification | undefined {
  const { message, shape } = evidence;
  const { sending, list_id, isReport, canUnsubscribe } = message;
  if (isReport) return certain('notification', 'delivery_report');
  if (isListPost(evidence)) return certain('list', 'list');
  if (sending.isAutomatic) return certain(automaticKind(evidence), 'automatic');
  if (isAddressedToList(evidence)) return certain('list', 'list_address');
  if (list_id !== null || canUnsubscribe) return certain(mailingKind(evidence), 'leaving');
  if (shape === 'machine') return certain(automaticKind(evidence), 'machine_address');
  // Some providers of mailboxes add Feedback-ID, too.
  const isMailing = sending.precedence !== null || (sending.feedback !== null && shape !== 'person');
  if (isMailing) return certain(mailingKind(evidence), 'mailing_header');
  return undefined;
}

/** A list that people write to names its address in To or Cc, or says that posts are welcome. */
function isListPost({ message, shape }: Evidence): boolean {
  const { list_id, sending, to, cc } = message;
  // Services send their notifications with the fields of a list.
  if (shape === 'machine') return false;
  if (sending.isListPost) return true;
  if (list_id === null) return false;
  if (sending.precedence === 'list') return true;
  return [...to, ...cc].some(({ email }) => email.toLowerCase().replace('@', '.') === list_id);
}

const groupHosts = /@(?:yahoogroups|egroups|googlegroups|groups|lists?)\./i;

/** A post to a list whose header was lost on the way, as when a mailbox was converted. */
function isAddressedToList({
  message: { to, cc },
  subject: { tag, isReply },
  hasQuote,
  isAddressed,
}: Evidence): boolean {
  const recipients = [...to, ...cc];
  if (recipients.some(({ email }) => groupHosts.test(email))) return tag !== undefined || isReply || hasQuote;
  if (isAddressed || tag === undefined) return false;
  if (recipients.length === 0) return isReply || hasQuote;
  return recipients.some(({ email }) => email.toLowerCase().startsWith(`${tag}@`));
}

function automaticKind(evidence: Evidence): MailKind {
  const { wording, subjectWording } = evidence;
  if (transactionScore(evidence) >= 2) return 'transaction';
  if (newsletterScore(evidence) >= 5 && wording.notification < 2) return 'newsletter';
  if (wording.bulk + 2 * subjectWording.bulk >= 4) return 'bulk';
  return wording.leaving > 0 && wording.bulk + wording.pitch >= 2 ? 'bulk' : 'notification';
}

function mailingKind(evidence: Evidence): MailKind {
  const { shape, subjectWording, wording } = evidence;
  if (transactionScore(evidence) >= 3 && wording.bulk < 4) return 'transaction';
  if (shape === 'machine') return automaticKind(evidence);
  return newsletterScore(evidence) > wording.bulk + 2 * subjectWording.bulk ? 'newsletter' : 'bulk';
}

function transactionScore({ wording, subjectWording }: Evidence): number {
  return wording.transaction + 2 * subjectWording.transaction;
}

function newsletterScore({ wording, subjectWording, isLinkHeavy, subject }: Evidence): number {
  return (
    2 * wording.newsletter +
    3 * subjectWording.newsletter +
    (isLinkHeavy ? 3 : 0) +
    (subject.tag === undefined ? 0 : 2) +
    (subject.isPeriodical ? 3 : 0)
  );
}

function byShapeAndWording(evidence: Evidence): Classification {
  const score = personScore(evidence);
  if (score >= minPersonScore) {
    if (isSalesLetter(evidence)) return open(null, 'sales_letter');
    return open('person', evidence.subject.isReply || evidence.hasQuote ? 'reply' : 'letter');
  }
  return otherKind(evidence) ?? open(null, 'unclear');
}

/** Letters that offer something to a stranger are written like letters to acquaintances: nothing is concluded from one. */
function isSalesLetter({ wording, subjectWording, subject, isColleague, hasQuote }: Evidence): boolean {
  if (isColleague || subject.isReply || hasQuote) return false;
  return wording.pitch + subjectWording.pitch >= 2 || wording.pitch + wording.bulk >= 3;
}

/** How much a message is like a letter from one person to another. */
export function personScore(evidence: Evidence): number {
  const { shape, subject, isAddressed, recipientCount, hidesRecipients, wording, subjectWording, message } = evidence;
  const fraud = wording.fraud + subjectWording.fraud;
  let score = 0;
  const continues = message.in_reply_to !== null || evidence.hasQuote;
  // Advertisers write Re: as well, but quote nothing.
  if (subject.isReply) score += continues || evidence.isColleague ? 2 : 1;
  if (subject.isForward && (continues || evidence.isColleague)) score += 1;
  if (message.in_reply_to !== null) score += 1;
  if (evidence.hasQuote) score += 1;
  if (isAddressed) score += recipientCount <= 10 ? 2 : 1;
  else if (!hidesRecipients && recipientCount <= 10) score += 1;
  if (shape === 'person') score += 2;
  if (evidence.isColleague && shape === 'person') score += 1;
  // At the user's own domain, people have an address of one form, and what has another is an office or a program.
  if (evidence.isColleague && shape === 'unclear' && !evidence.isSigned) score -= 1;
  else if (isPlain(evidence) || (isAddressed && evidence.isCircle)) score += 1;
  if (shape === 'private' && isAddressed) score += 1;
  if (shape === 'mismatch') score -= 1;
  if (shape === 'mailing') score -= 4;
  if (shape === 'office') score -= 2;
  if (evidence.isSigned) score += 1;
  if (evidence.greetsRecipient) score += 2;
  score += Math.min(3, wording.person);
  if (hidesRecipients) score -= 3;
  if (recipientCount > 30 && !(isAddressed && evidence.isCircle)) score -= recipientCount > 60 ? 4 : 1;
  score -= 4 * Math.min(2, wording.leaving) + 3 * Math.min(2, wording.automatic);
  score -= (wording.newsletter > 1 ? 4 : wording.newsletter) + 3 * Math.min(1, subjectWording.newsletter);
  score -= Math.max(0, Math.min(5, wording.bulk) - 1) + 2 * Math.min(2, subjectWording.bulk);
  score -=
    (fraud > 1 ? 2 * Math.min(4, fraud) : fraud) + Math.min(2, wording.notification) + Math.min(2, wording.transaction);
  if (subject.isLoud && !evidence.isColleague) score -= 2;
  if (!continues && !evidence.isColleague && wording.person === 0)
    score -= evidence.isSigned && !evidence.hasLink ? 0 : 1;
  if (evidence.isLinkHeavy && !evidence.hasQuote) score -= 3;
  if (subject.isPeriodical) score -= 2;
  return score;
}

/** Nothing in a message to the user alone speaks for a mailing. */
function isPlain({ isAddressed, recipientCount, wording, subjectWording, isLinkHeavy }: Evidence): boolean {
  if (!isAddressed || recipientCount > 3 || isLinkHeavy) return false;
  const { leaving, automatic, newsletter, transaction, notification, bulk, pitch, fraud } = wording;
  const found = leaving + automatic + newsletter + transaction + notification + bulk + pitch + fraud;
  return found === 0 && subjectWording.bulk === 0 && subjectWording.newsletter === 0;
}

function otherKind(evidence: Evidence): Classification | undefined {
  const { shape, wording, subjectWording, hidesRecipients, recipientCount } = evidence;
  if (wording.fraud >= 2) return open('bulk', 'fraud_wording');
  const offers = wording.bulk + 2 * subjectWording.bulk;
  const events = wording.notification + 2 * subjectWording.notification;
  const newsletter = newsletterScore(evidence);
  if (transactionScore(evidence) >= 3 && transactionScore(evidence) > offers && shape !== 'person')
    return certain('transaction', 'transaction_wording');
  if (events >= 3 && events >= wording.newsletter) return certain(automaticKind(evidence), 'notification_wording');
  if (newsletter >= 3 && newsletter > offers) return open('newsletter', 'mailing_wording');
  if (shape === 'mailing') return certain(newsletter >= offers ? 'newsletter' : 'bulk', 'mailing_address');
  if (wording.automatic > 0 || events >= 3) return certain(automaticKind(evidence), 'notification_wording');
  if (wording.leaving > 0) return certain(mailingKind(evidence), 'leaving');
  if (offers >= 3) return open('bulk', 'offer_wording');
  if (recipientCount > 30 && !evidence.isCircle) return open('bulk', 'many_recipients');
  if (hidesRecipients) return certain('bulk', 'hidden_recipients');
  return undefined;
}
