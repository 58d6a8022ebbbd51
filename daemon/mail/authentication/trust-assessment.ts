import type { Address } from '../../contract/fields.ts';
import type { Trust, TrustReason } from '../../contract/trust.ts';
import { organizationalDomainOf as organisationOf } from '../html/links.ts';
import { mailProviders } from '../safety-check/mail-providers.ts';
import { imitatedDomain, hasMixedScripts, shownDomain } from './lookalike.ts';
import type { DomainVerification } from './domain-verification.ts';

/** A link whose text shows another address than its target: the text, and the real target host. */
export type MisleadingLink = { text: string; host: string };

/** Facts about a message and its sender; all domains and addresses in lower case. */
export type TrustFacts = {
  name: string | null;
  email: string;
  replyTo: readonly Address[];
  isList: boolean;
  /** From has one of the user's own addresses. */
  isOwn: boolean;
  /** Messages the user sent to the sender, and messages from the sender before this message. */
  sent: number;
  receivedBefore: number;
  /** Domains of the user, and of correspondents the user writes to. */
  familiarDomains: ReadonlySet<string>;
  ownDomains: ReadonlySet<string>;
  /** Another address with the sender's name that the user has written to. */
  namesake: string | undefined;
  /** The findings of the account's own server; undefined if it reported nothing for this message. */
  verification: DomainVerification | undefined;
  /** The account's server reports results for nearly all mail from outside. */
  hasTrustedServer: boolean;
  links: readonly MisleadingLink[];
};

type TrustAssessment = Pick<Trust, 'verdict' | 'reasons'>;

/** A sender counts as known after this many messages, even if the user never replied. */
const minMessagesOfKnown = 3;
const severityOrder = { warning: 0, note: 1, good: 2 };

/** How trustworthy the stated sender of a message is, and why. */
export function assessTrust(facts: TrustFacts): TrustAssessment {
  const domain = domainIn(facts.email);
  const reasons = (facts.isOwn ? ownReasons(facts) : reasonsOf(facts, domain)).toSorted(
    (a, b) => severityOrder[a.severity] - severityOrder[b.severity],
  );
  return { verdict: verdictOf(facts, domain, reasons), reasons };
}

function verdictOf(facts: TrustFacts, domain: string, reasons: readonly TrustReason[]): Trust['verdict'] {
  if (reasons.some(({ severity }) => severity === 'warning')) return 'suspicious';
  if (facts.isOwn) return 'known';
  const isVerified = facts.verification?.outcome === 'passed';
  if (isKnown(facts) && (isVerified || !isVerificationMissing(facts, domain))) return 'known';
  return isVerified ? 'ok' : 'unverified';
}

/** The server reports results for all mail from outside, but has no positive result for this message. */
function isVerificationMissing({ verification, hasTrustedServer, ownDomains }: TrustFacts, domain: string): boolean {
  return verification === undefined
    ? hasTrustedServer && !isWithin(domain, ownDomains)
    : verification.outcome !== 'passed';
}

function isKnown({ sent, receivedBefore }: TrustFacts): boolean {
  return sent > 0 || receivedBefore >= minMessagesOfKnown;
}

function ownReasons({ verification, email, isList }: TrustFacts): TrustReason[] {
  if (verification?.outcome !== 'failed' || isList || verification.isForwarded) return [];
  return [reason('not_from_you', 'warning', email)];
}

function reasonsOf(facts: TrustFacts, domain: string): TrustReason[] {
  return [
    ...correspondenceReasons(facts),
    ...verificationReasons(facts, domain),
    ...domainReasons(facts, domain),
    ...nameReasons(facts, domain),
    ...replyReasons(facts, domain),
    ...linkReasons(facts, domain),
  ];
}

function correspondenceReasons({ sent, receivedBefore }: TrustFacts): TrustReason[] {
  if (sent > 0) return [reason('corresponded', 'good', String(sent))];
  if (receivedBefore > 0) return [reason('wrote_before', 'good', String(receivedBefore))];
  return [reason('first_contact', 'note')];
}

function verificationReasons(facts: TrustFacts, domain: string): TrustReason[] {
  const { verification, isList } = facts;
  if (!verification) return [reason('not_checked', 'note')];
  if (verification.outcome === 'passed') return [reason('proven', 'good', domain)];
  if (verification.outcome === 'open') return [reason('not_proven', 'note', domain)];
  if (isList || verification.isForwarded) return [reason('changed_on_the_way', 'note', domain)];
  // Many small senders fail because of their own mistakes. The warning is shown only for domains with a strict policy
  // and for senders the user knows.
  const shouldWarn = verification.isStrict || isKnown(facts) || isWithin(domain, facts.familiarDomains);
  return shouldWarn ? [reason('not_genuine', 'warning', domain)] : [reason('not_proven', 'note', domain)];
}

function domainReasons(facts: TrustFacts, domain: string): TrustReason[] {
  if (facts.sent > 0) return [];
  const { readable } = shownDomain(domain);
  const imitated = imitatedDomain(domain, new Set([...facts.familiarDomains, ...mailProviders]));
  if (imitated !== undefined) return [reason('lookalike_domain', 'warning', readable, imitated)];
  return hasMixedScripts(readable) ? [reason('mixed_letters', 'warning', readable)] : [];
}

/** Lists and forwarding services write the author's address into the name. */
function nameReasons({ name, isList, namesake, sent, email }: TrustFacts, domain: string): TrustReason[] {
  const named = /[^\s"'<>(),;:]+@[^\s"'<>(),;:]+\.[^\s"'<>(),;:]+/.exec(name ?? '')?.[0].toLowerCase();
  if (named !== undefined && named !== email) {
    const isOther = organisationOf(domainIn(named)) !== organisationOf(domain);
    const isForwarded = isList || /\bvia\b/i.test(name ?? '');
    return [reason('name_is_address', isOther && !isForwarded ? 'warning' : 'note', named)];
  }
  return namesake !== undefined && sent === 0 ? [reason('name_of_contact', 'note', namesake)] : [];
}

/** Newsletters often have a different reply address for good reasons, but rarely an address at a free mail provider. */
function replyReasons({ replyTo, email, isList, sent, receivedBefore }: TrustFacts, domain: string): TrustReason[] {
  const other = replyTo.find(
    (each) =>
      each.email !== '' &&
      each.email.toLowerCase() !== email &&
      organisationOf(domainIn(each.email.toLowerCase())) !== organisationOf(domain),
  );
  if (!other || isList) return [];
  const isMailProvider = mailProviders.has(domainIn(other.email.toLowerCase()));
  const isSuspicious = isMailProvider && sent === 0 && receivedBefore === 0;
  return [reason('reply_elsewhere', isSuspicious ? 'warning' : 'note', other.email)];
}

/**
 * Senders that count clicks let links to their own site pass through a tracking host. The warning is shown for text
 * that names another organization than the sender's.
 */
function linkReasons(facts: TrustFacts, domain: string): TrustReason[] {
  const misleading = facts.links.filter(({ host }) => organisationOf(host) !== organisationOf(domain));
  const foreignMismatch = misleading.find(({ text }) => hostIn(text) !== organisationOf(domain));
  const link = foreignMismatch ?? misleading[0];
  if (!link) return [];
  const isHarmless = !foreignMismatch || (isKnown(facts) && facts.verification?.outcome === 'passed') || facts.isList;
  return [reason('misleading_link', isHarmless ? 'note' : 'warning', link.text, link.host)];
}

function hostIn(text: string): string | undefined {
  const url = URL.parse(/^https?:/i.test(text) ? text : `https://${text}`);
  return url ? organisationOf(url.hostname) : undefined;
}

function isWithin(domain: string, domains: ReadonlySet<string>): boolean {
  return [...domains].some((each) => organisationOf(each) === organisationOf(domain));
}

function domainIn(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}

function reason(
  code: TrustReason['code'],
  severity: TrustReason['severity'],
  detail: string | null = null,
  other: string | null = null,
): TrustReason {
  return { code, severity, detail, other };
}
