import type { DraftSafetyIssue } from '../../contract/draft.ts';
import { addressKey } from '../contacts/changes.ts';
import { internalRecipientCheck } from './internal-recipients.ts';
import type { CheckedDraft, CheckedOriginal, Recipient } from './checked-draft.ts';
import { excerpt, formatNames, wholeWords } from './text-helpers.ts';
import type { CheckContext } from './check-context.ts';

/** Words in capitals anywhere. Names of programs and offices that contain such words do not count. */
const capitalsPattern = wholeWords(
  `INTERNAL(?!\\s+(?:SERVER|ERROR|REVENUE|MEDICINE))|CONFIDENTIAL|RESTRICTED|TOP SECRET|DO NOT (?:FORWARD|DISTRIBUTE|SHARE)
  |NOT FOR (?:DISTRIBUTION|EXTERNAL USE)|VERTRAULICH|STRENG GEHEIM|NUR INTERN|CONFIDENTIEL(?:LE)?|CONFIDENCIAL|RISERVATO
  |VERTROUWELIJK|FORTROLIG|KONFIDENTIELLT?|LUOTTAMUKSELLINEN|POUFNE|DŮVĚRNÉ|КОНФИДЕНЦИАЛЬНО|社外秘|部外秘|机密|機密|대외비`,
  'gu',
);

/** The text of a whole line, or the label at its start, in any case. */
const markerPhrase =
  '(?:strictly |highly |company |private and |private & )?(?:internal|confidential|vertraulich|streng vertraulich|nur intern|confidentiel|confidencial|riservato|vertrouwelijk)(?: only| use only| and proprietary| information)?';
const linePattern = new RegExp(
  `^(?:[ \\t>#\\\\]|[*_=~[(](?![ \\t]))*${markerPhrase}(?:[ \\t*_\\])~=!.-]*$|[\\])*_]*[ \\t]*[:|–—])`,
  'gimu',
);
const labelPattern = new RegExp(
  `^\\s*(?:(?:re|aw|fwd?|wg|sv|tr)\\s*:\\s*)*(?:[[(]\\s*${markerPhrase}\\s*[\\])]|${markerPhrase}\\s*[:|–—-])`,
  'giu',
);

/**
 * A confidentiality marker in a message to external recipients. In the user's own text it blocks the message. In quoted
 * text it blocks the message if a recipient did not receive the original, and is a warning otherwise: a reply to all
 * reveals nothing new.
 */
export function confidentialMarkerIssues(checked: CheckedDraft, { settings }: CheckContext): DraftSafetyIssue[] {
  const isInternal = internalRecipientCheck(checked, settings.recipients.internal_domains);
  const external = checked.recipients.filter((each) => !isInternal(each));
  if (external.length === 0) return [];
  const subject = evidenceOf(checked.draft.subject, [capitalsPattern, labelPattern]);
  const ownEvidence = (checked.isSubjectInherited ? undefined : subject) ?? evidenceInText(checked.ownTextAndSignature);
  if (ownEvidence !== undefined)
    return [issue('blocker', external, ownEvidence, 'This message is marked as confidential')];
  const quotedEvidence = evidenceInText(checked.quotedText) ?? subject;
  if (quotedEvidence === undefined) return [];
  const newRecipients = external.filter((each) => !hadOriginal(checked, each));
  if (newRecipients.length > 0)
    return [issue('blocker', newRecipients, quotedEvidence, 'The quoted text is marked as confidential')];
  return [issue('warning', external, quotedEvidence, 'The quoted text is marked as confidential')];
}

function issue(
  severity: 'blocker' | 'warning',
  recipients: readonly Recipient[],
  detail: string,
  claim: string,
): DraftSafetyIssue {
  const recipientList = formatNames(recipients.map(({ email }) => email));
  const advice =
    severity === 'blocker'
      ? `and goes to ${recipientList}, outside your organization.`
      : `and goes to ${recipientList}, outside your organization, who received it before.`;
  return { code: 'confidential_marker', severity, message: `${claim} ${advice}`, detail };
}

/** If the answered message is not stored, its recipients are unknown. */
function hadOriginal({ original }: CheckedDraft, { key }: Recipient): boolean {
  return original !== undefined && participantsOf(original).has(key);
}

function participantsOf({ from, recipients: { to, cc, reply_to } }: CheckedOriginal): Set<string> {
  return new Set([from, ...[...to, ...cc, ...reply_to].map(({ email }) => email)].map(addressKey));
}

function evidenceInText(text: string): string | undefined {
  return evidenceOf(text, [capitalsPattern, linePattern]);
}

function evidenceOf(text: string, patterns: readonly RegExp[]): string | undefined {
  for (const pattern of patterns) {
    const [found] = text.matchAll(pattern);
    if (found) return excerpt(text, found.index, found[0].length);
  }
  return undefined;
}
