import type { Address } from '../../contract/fields.ts';
import type { Trust, TrustReason } from '../../contract/trust.ts';
import { mailProviders } from '../safety-check/mail-providers.ts';
import { organizationalDomainOf } from '../html/links.ts';
import { hasMixedScripts } from './confusables.ts';
import type { DomainVerification } from './domain-verification.ts';
import type { Imitation } from './lookalike.ts';
import { domainOfAddress, shownDomain } from './organizations.ts';

/** A link whose text shows another address than its target: the text, and the real target host. */
export type MisleadingLink = { text: string; host: string };

/** Facts about a message and its sender; all domains and addresses in lower case. */
type TrustFacts = {
  name: string | null;
  email: string;
  replyTo: readonly Address[];
  /** The message has more than one From field, so programs disagree about who sent it. */
  hasSeveralSenders: boolean;
  /** A list that the user has written to has proven that it passed the message on. */
  isKnownList: boolean;
  /** From has one of the user's own addresses. */
  isOwn: boolean;
  /** The message is a copy of what the user sent. */
  isSentCopy: boolean;
  /** Messages the user sent to the address, and earlier messages that name it as their sender. */
  sent: number;
  receivedBefore: number;
  /** How many of the earlier messages are proven to come from there, as far as that matters. */
  provenBefore: number;
  /** The domain belongs to the user or to a correspondent the user writes to, and not to a public mail provider. */
  isFamiliarDomain: boolean;
  imitation: Imitation | undefined;
  /** The company that the displayed name claims, where the address does not belong to it. */
  namedDomain: string | undefined;
  /** Another address with the sender's name that the user has written to. */
  namesake: string | undefined;
  /** What was found out about the domain in From; undefined if nothing was checked. */
  verification: DomainVerification | undefined;
  /** Posthorn is going to check the message, and could not do so yet. */
  isCheckPending: boolean;
  links: readonly MisleadingLink[];
};

type TrustAssessment = Pick<Trust, 'verdict' | 'reasons'>;

/** A sender counts as known after this many proven messages, even if the user never replied. */
export const minMessagesOfKnown = 3;
const severityOrder = { warning: 0, note: 1, good: 2 };

/**
 * How trustworthy the stated sender of a message is, and why. A sender can forge every part of a message that was not
 * verified: without proof, neither From nor earlier messages that name the same sender weaken a warning.
 */
export function assessTrust(facts: TrustFacts): TrustAssessment {
  const domain = domainOfAddress(facts.email);
  const reasons = (facts.isOwn ? ownReasons(facts, domain) : reasonsOf(facts, domain)).toSorted(
    (a, b) => severityOrder[a.severity] - severityOrder[b.severity],
  );
  return { verdict: verdictOf(facts, reasons), reasons };
}

function verdictOf(facts: TrustFacts, reasons: readonly TrustReason[]): Trust['verdict'] {
  if (reasons.some(({ severity }) => severity === 'warning')) return 'suspicious';
  if (facts.isOwn && facts.isSentCopy) return 'known';
  if (!isProven(facts)) return 'unverified';
  return facts.isOwn || isKnown(facts) ? 'known' : 'ok';
}

function isProven({ verification, hasSeveralSenders }: TrustFacts): boolean {
  return verification?.outcome === 'passed' && !hasSeveralSenders;
}

/** The user knows the sender, and the message is proven to come from there. */
function isProvenKnown(facts: TrustFacts): boolean {
  return isProven(facts) && isKnown(facts);
}

function isKnown({ sent, provenBefore }: TrustFacts): boolean {
  return sent > 0 || provenBefore >= minMessagesOfKnown;
}

function ownReasons(facts: TrustFacts, domain: string): TrustReason[] {
  const { verification, email, isKnownList, isSentCopy } = facts;
  if (isSentCopy) return [];
  if (verification?.outcome === 'failed' && !isKnownList) return [reason('not_from_you', 'warning', email)];
  return [...senderCountReasons(facts), ...verificationReasons(facts, domain)];
}

function reasonsOf(facts: TrustFacts, domain: string): TrustReason[] {
  return [
    ...senderCountReasons(facts),
    ...correspondenceReasons(facts),
    ...verificationReasons(facts, domain),
    ...domainReasons(facts, domain),
    ...nameReasons(facts, domain),
    ...replyReasons(facts, domain),
    ...linkReasons(facts, domain),
  ];
}

function senderCountReasons({ hasSeveralSenders }: TrustFacts): TrustReason[] {
  return hasSeveralSenders ? [reason('several_senders', 'warning')] : [];
}

/** That the user wrote to an address says nothing for a message that may come from elsewhere. */
function correspondenceReasons(facts: TrustFacts): TrustReason[] {
  const severity = isProven(facts) ? 'good' : 'note';
  if (facts.sent > 0) return [reason('corresponded', severity, String(facts.sent))];
  if (facts.receivedBefore > 0) return [reason('wrote_before', severity, String(facts.receivedBefore))];
  return [reason('first_contact', 'note')];
}

function verificationReasons(facts: TrustFacts, domain: string): TrustReason[] {
  const { verification, isKnownList, isCheckPending } = facts;
  if (!verification) return [reason(isCheckPending ? 'check_pending' : 'not_checked', 'note', domain)];
  const { outcome, checkedBy, forwarder, isStrict } = verification;
  if (outcome === 'passed' && !facts.hasSeveralSenders) {
    if (forwarder !== undefined) return [reason('proven_by_forwarder', 'good', domain, forwarder)];
    return [reason(checkedBy === 'posthorn' ? 'proven_here' : 'proven', 'good', domain)];
  }
  if (outcome !== 'failed')
    return [reason(checkedBy === 'posthorn' ? 'not_proven_here' : 'not_proven', 'note', domain)];
  if (isKnownList) return [reason('changed_on_the_way', 'note', domain)];
  // Many small senders fail because of their own mistakes. The warning is shown only for domains with a strict policy
  // and for senders the user knows.
  const shouldWarn = isStrict || isKnown(facts) || facts.receivedBefore >= minMessagesOfKnown || facts.isFamiliarDomain;
  return shouldWarn ? [reason('not_genuine', 'warning', domain)] : [reason('not_proven', 'note', domain)];
}

const imitationCodes = {
  appearance: 'lookalike_domain',
  typo: 'lookalike_domain',
  words: 'added_words',
  ending: 'other_ending',
} as const;

function domainReasons(facts: TrustFacts, domain: string): TrustReason[] {
  const { readable } = shownDomain(domain);
  const { imitation } = facts;
  if (imitation) {
    const severity = isExplained(facts, imitation, domain) ? 'note' : 'warning';
    return [reason(imitationCodes[imitation.kind], severity, readable, imitation.domain)];
  }
  return hasMixedScripts(readable) && facts.sent === 0 ? [reason('mixed_letters', 'warning', readable)] : [];
}

/**
 * Similar names also occur by chance, and companies have domains of several countries. A proven sender with a history is
 * not warned about; letters that look alike never occur by chance.
 */
function isExplained(facts: TrustFacts, { kind, domain: imitated }: Imitation, domain: string): boolean {
  if (!isProven(facts) || kind === 'appearance') return false;
  if (isKnown(facts)) return true;
  return kind === 'ending' && [domain, imitated].some((each) => /\.[a-z]{2}$/.test(each));
}

/** Lists and forwarding services write the author's address into the name. */
function nameReasons(facts: TrustFacts, domain: string): TrustReason[] {
  const { name, email, isKnownList, namesake, namedDomain, sent } = facts;
  const named = /[^\s"'<>(),;:]+@[^\s"'<>(),;:]+\.[^\s"'<>(),;:]+/.exec(name ?? '')?.[0].toLowerCase();
  if (named !== undefined && named !== email) {
    const isSame = isProven(facts) && organizationalDomainOf(domainOfAddress(named)) === organizationalDomainOf(domain);
    return [reason('name_is_address', isSame || isKnownList ? 'note' : 'warning', named)];
  }
  if (sent > 0) return [];
  if (namesake !== undefined) {
    const isSame =
      isProven(facts) && organizationalDomainOf(domainOfAddress(namesake)) === organizationalDomainOf(domain);
    return [reason('name_of_contact', isSame || isProvenKnown(facts) || isKnownList ? 'note' : 'warning', namesake)];
  }
  if (namedDomain === undefined) return [];
  return [reason('name_of_domain', isProvenKnown(facts) ? 'note' : 'warning', name ?? '', namedDomain)];
}

/** Newsletters often have a different reply address for good reasons, but rarely an address at a free mail provider. */
function replyReasons(facts: TrustFacts, domain: string): TrustReason[] {
  const { replyTo, email, isKnownList } = facts;
  const others = replyTo.filter(
    (each) =>
      each.email !== '' &&
      each.email.toLowerCase() !== email &&
      organizationalDomainOf(domainOfAddress(each.email)) !== organizationalDomainOf(domain),
  );
  const atProvider = others.find((each) => mailProviders.has(domainOfAddress(each.email)));
  const other = atProvider ?? others[0];
  if (!other || isKnownList) return [];
  const isSuspicious = atProvider !== undefined && !isProvenKnown(facts);
  return [reason('reply_elsewhere', isSuspicious ? 'warning' : 'note', other.email)];
}

/**
 * Senders that count clicks let links to their own site pass through a tracking host. This explains a link only if the
 * sender is proven, because every sender can write any domain into From.
 */
function linkReasons(facts: TrustFacts, domain: string): TrustReason[] {
  const isSender = (host: string | undefined) =>
    isProven(facts) && host !== undefined && organizationalDomainOf(host) === organizationalDomainOf(domain);
  const misleading = facts.links.filter(({ host }) => !isSender(host));
  const foreignMismatch = misleading.find(({ text }) => !isSender(hostIn(text)));
  const link = foreignMismatch ?? misleading[0];
  if (!link) return [];
  const isHarmless = !foreignMismatch || isProvenKnown(facts) || facts.isKnownList;
  return [reason('misleading_link', isHarmless ? 'note' : 'warning', link.text, link.host)];
}

function hostIn(text: string): string | undefined {
  return URL.parse(/^https?:/i.test(text) ? text : `https://${text}`)?.hostname;
}

function reason(
  code: TrustReason['code'],
  severity: TrustReason['severity'],
  detail: string | null = null,
  other: string | null = null,
): TrustReason {
  return { code, severity, detail, other };
}
