import { evidenceOf, type ClassifiedMessage, type Evidence } from './evidence.ts';
import type { MailKind } from './mail-kind.ts';
import { minAmounts, minPersonScore, personScore, templateScore } from './person-score.ts';

/** What a kind was concluded from; `explanation.ts` has a sentence for each. */
type Reason =
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
  | 'personal'
  | 'sales_message'
  | 'form_message'
  | 'names_address'
  | 'capitals'
  | 'amounts'
  | 'template'
  | 'no_text'
  | 'unclear';

/**
 * A conclusion from the message alone; `kind` is null where nothing can be concluded. `isOpen` says that a correspondence with the
 * sender decides otherwise, because only shape and wording speak for the kind.
 */
export type Classification = { kind: MailKind | null; reason: Reason; isOpen: boolean };

/** What the user's own mail says about a message. */
type History = {
  /** Messages that the user has sent to the sender. */
  sent: number;
  /** Whether it answers a message of the user. */
  isAnswer: boolean;
};

/** Classifies a received message by its header, shape and wording. `own` are the user's addresses, in lower case. */
export function classify(message: ClassifiedMessage, own: ReadonlySet<string>): Classification {
  const evidence = evidenceOf(message, own);
  return byHeader(evidence) ?? byShapeAndWording(evidence);
}

/** The kind of a message, given the correspondence with its sender, which comes before shape and wording. */
export function withHistory(classification: Classification, { sent, isAnswer }: History): Classification {
  if (!classification.isOpen || (sent === 0 && !isAnswer)) return classification;
  return { kind: 'person', reason: isAnswer ? 'answers_user' : 'correspondent', isOpen: false };
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
function isAddressedToList({ message: { to, cc }, subject: { tag, isReply }, hasQuote }: Evidence): boolean {
  const recipients = [...to, ...cc];
  if (recipients.some(({ email }) => groupHosts.test(email))) return tag !== undefined || isReply || hasQuote;
  if (tag === undefined) return false;
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
    if (isSalesMessage(evidence)) return open(null, 'sales_message');
    if (isForm(evidence)) return open(null, 'form_message');
    if (saysNothing(evidence)) return open(null, 'no_text');
    return open('person', evidence.subject.isReply || evidence.hasQuote ? 'reply' : 'personal');
  }
  return otherKind(evidence) ?? open(null, doubtOf(evidence, score));
}

/** Why nothing is concluded: a sign of a template alone, or too little evidence. */
function doubtOf(evidence: Evidence, score: number): Reason {
  const { template } = evidence;
  if (template === null || score - templateScore(evidence) < minPersonScore) return 'unclear';
  if (template.namesAddress) return 'names_address';
  if (template.isShouted) return 'capitals';
  return template.amountCount >= minAmounts ? 'amounts' : 'template';
}

/** Letters that offer something to a stranger are written like letters to acquaintances: nothing is concluded from one. */
function isSalesMessage(evidence: Evidence): boolean {
  const { wording, subjectWording, forwardedWording, subject, isColleague, hasQuote } = evidence;
  if (isColleague) return false;
  // Some forward their own offer, without a word above it.
  if (forwardedWording !== null && forwardedWording.pitch >= 2) return true;
  if (subject.isReply || hasQuote) return false;
  const pitch = wording.pitch + subjectWording.pitch;
  if (wording.introduction > 0 && pitch + wording.bulk + wording.fraud > 0) return true;
  return pitch >= 2 || wording.pitch + wording.bulk >= 3;
}

const minTextWords = 8;

/** Programs fill in forms that are written like letters, also in answer to a request. */
function isForm({ wording, subjectWording }: Evidence): boolean {
  return wording.form + 2 * subjectWording.form + wording.notification + wording.automatic >= 3;
}

/** Few words from a stranger with a link, or none with an attachment, are no letter. */
function saysNothing({ wording, isColleague, hasLink, continues }: Evidence): boolean {
  if (isColleague || continues) return false;
  return wording.wordCount === 0 || (hasLink && wording.wordCount < minTextWords);
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
