import type { Evidence } from './evidence.ts';

/** The least score of a message that a person wrote. */
export const minPersonScore = 4;

/**
 * How much a message is like a letter from one person to another. The points were chosen with the labelled messages of
 * `e2e/corpus/classification`; decision 0045 says how well they do.
 */
export function personScore(evidence: Evidence): number {
  return (
    continuationScore(evidence) +
    senderScore(evidence) +
    recipientScore(evidence) +
    wordingScore(evidence) +
    templateScore(evidence)
  );
}

/** Replies and forwards. Advertisers write Re: as well, but quote nothing. */
function continuationScore(evidence: Evidence): number {
  const { message, subject, continues, hasQuote, isColleague } = evidence;
  const isGenuine = continues || isColleague;
  let score = 0;
  if (subject.isReply) score += isGenuine ? 2 : 1;
  if (subject.isForward && isGenuine) score += 1;
  if (message.in_reply_to !== null) score += 1;
  if (hasQuote) score += 1;
  return score;
}

const shapeScores: Record<Evidence['shape'], number> = {
  person: 2,
  private: 0,
  unclear: 0,
  mismatch: -1,
  office: -2,
  mailing: -4,
  machine: -4,
};

/** People try out a new mailbox with few words. A program adds a link, or more. */
const maxTrialWords = 15;

function isTrial({ wording, subjectWording, isAddressed, recipientCount, hasLink }: Evidence): boolean {
  if (!isAddressed || recipientCount > 3 || hasLink) return false;
  return wording.trial + subjectWording.trial > 0 && wording.wordCount > 0 && wording.wordCount <= maxTrialWords;
}

function senderScore(evidence: Evidence): number {
  const { shape, isAddressed, isColleague, isSigned, isCircle, greetsRecipient } = evidence;
  let score = shapeScores[shape];
  if (shape === 'private' && isAddressed) score += 1;
  if (isColleague && shape === 'person') score += 1;
  // At the user's own domain, people have addresses of one form, and what has another is an office or a program.
  if (isColleague && shape === 'unclear' && !isSigned) score -= 1;
  else if (isPlain(evidence) || (isAddressed && isCircle)) score += 1;
  if (isSigned) score += 1;
  if (greetsRecipient) score += 2;
  return score;
}

/** Nothing in a message to the user and at most two others speaks for a mailing. */
function isPlain({ isAddressed, recipientCount, wording, subjectWording, isLinkHeavy }: Evidence): boolean {
  if (!isAddressed || recipientCount > 3 || isLinkHeavy) return false;
  const { leaving, automatic, newsletter, transaction, notification, bulk, pitch, fraud } = wording;
  const found = leaving + automatic + newsletter + transaction + notification + bulk + pitch + fraud;
  return found === 0 && subjectWording.bulk === 0 && subjectWording.newsletter === 0;
}

function recipientScore({ isAddressed, isCircle, hidesRecipients, recipientCount }: Evidence): number {
  let score = 0;
  if (isAddressed) score += recipientCount <= 10 || isCircle ? 2 : 1;
  else if (!hidesRecipients && recipientCount <= 10) score += 1;
  if (hidesRecipients) score -= 3;
  if (recipientCount > 30 && !(isAddressed && isCircle)) score -= recipientCount > 60 ? 4 : 1;
  return score;
}

/** Whoever answers in the first person writes about leaving a list, as people do who want to. */
function isAboutLeaving({ message, shape, wording, continues }: Evidence): boolean {
  return shape === 'person' && continues && message.in_reply_to !== null && wording.self > 0;
}

function wordingScore(evidence: Evidence): number {
  const { wording, subjectWording, subject, isColleague, isSigned, hasLink, hasQuote, isLinkHeavy, continues } =
    evidence;
  const fraud = wording.fraud + subjectWording.fraud;
  let score = Math.min(3, wording.person);
  if (!isAboutLeaving(evidence)) score -= 4 * Math.min(2, wording.leaving);
  score -= 3 * Math.min(2, wording.automatic);
  score -= (wording.newsletter > 1 ? 4 : wording.newsletter) + 3 * Math.min(1, subjectWording.newsletter);
  score -= Math.max(0, Math.min(5, wording.bulk) - 1) + 2 * Math.min(2, subjectWording.bulk);
  score -= fraud > 1 ? 2 * Math.min(4, fraud) : fraud;
  score -= Math.min(2, wording.notification) + Math.min(2, wording.transaction);
  if (subject.isLoud && !isColleague) score -= 2;
  if (isTrial(evidence)) score += 2;
  // A stranger begins a conversation without a word that letters have.
  const isBare = !continues && !isColleague && wording.person + wording.self === 0;
  if (isBare && (hasLink || !isSigned)) score -= 1;
  if (isLinkHeavy && !hasQuote) score -= 3;
  if (subject.isPeriodical) score -= 2;
  return score;
}

/** Texts of at least so many words in which the writer says I. */
const minPersonalWords = 40;

/** So many amounts are the numbers of an offer. */
export const minAmounts = 2;

/** What speaks against a letter where no conversation is continued. */
export function templateScore({ template, wording, subjectWording, isColleague, subject }: Evidence): number {
  if (template === null) return 0;
  let score = 0;
  if (template.namesAddress) score -= 3;
  if (template.isShouted) score -= 3;
  if (template.endsAtRandom) score -= 3;
  if (template.beginsWithFullName) score -= 2;
  if (template.hasNameInSubject && !isColleague && !subject.isReply) score -= 2;
  if (!isColleague && template.amountCount >= minAmounts) score -= 2;
  if (!isColleague && template.exclamationCount >= 4) score -= 2;
  score -= Math.min(2, wording.form + subjectWording.form);
  if (wording.wordCount >= minPersonalWords && wording.self === 0) score -= 1;
  return score;
}
