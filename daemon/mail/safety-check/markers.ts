import type { DraftSafetyIssue } from '../../contract/draft.ts';
import { addressKey } from '../contact-changes.ts';
import type { CheckContext } from './check.ts';
import { insideOf } from './inside.ts';
import type { CheckedDraft, Original, Recipient } from './reading.ts';
import { excerpt, someOf, wholeWords } from './words.ts';

/** In capitals anywhere. Programs and offices have names with such words in them, which mark nothing. */
const inCapitals = wholeWords(
  `INTERNAL(?!\\s+(?:SERVER|ERROR|REVENUE|MEDICINE))|CONFIDENTIAL|RESTRICTED|TOP SECRET|DO NOT (?:FORWARD|DISTRIBUTE|SHARE)
  |NOT FOR (?:DISTRIBUTION|EXTERNAL USE)|VERTRAULICH|STRENG GEHEIM|NUR INTERN|CONFIDENTIEL(?:LE)?|CONFIDENCIAL|RISERVATO
  |VERTROUWELIJK|FORTROLIG|KONFIDENTIELLT?|LUOTTAMUKSELLINEN|POUFNE|DŮVĚRNÉ|КОНФИДЕНЦИАЛЬНО|社外秘|部外秘|机密|機密|대외비`,
  'gu',
);

/** As what a line says, or as the label it begins with, in any case. */
const phrase =
  '(?:strictly |highly |company |private and |private & )?(?:internal|confidential|vertraulich|streng vertraulich|nur intern|confidentiel|confidencial|riservato|vertrouwelijk)(?: only| use only| and proprietary| information)?';
const asLine = new RegExp(
  `^(?:[ \\t>#\\\\]|[*_=~[(](?![ \\t]))*${phrase}(?:[ \\t*_\\])~=!.-]*$|[\\])*_]*[ \\t]*[:|–—])`,
  'gimu',
);
const asLabel = new RegExp(
  `^\\s*(?:(?:re|aw|fwd?|wg|sv|tr)\\s*:\\s*)*(?:[[(]\\s*${phrase}\\s*[\\])]|${phrase}\\s*[:|–—-])`,
  'giu',
);

/**
 * A mark of confidence in what goes outside. In the owner's own words it stops the message. In what is quoted it stops it
 * where somebody gets that who was not among those it went to before, and is pointed out otherwise: who answers all has
 * told nobody anything new.
 */
export function markerIssues(checked: CheckedDraft, { settings }: CheckContext): DraftSafetyIssue[] {
  const isInside = insideOf(checked, settings.recipients.internal_domains);
  const outside = checked.recipients.filter((each) => !isInside(each));
  if (outside.length === 0) return [];
  const subject = evidenceOf(checked.draft.subject, [inCapitals, asLabel]);
  const own = (checked.isSubjectRepeated ? undefined : subject) ?? evidenceIn(checked.said);
  if (own !== undefined) return [issue('blocker', outside, own, 'It is marked as confidential')];
  const quoted = evidenceIn(checked.repeated) ?? subject;
  if (quoted === undefined) return [];
  const newcomers = outside.filter((each) => !hadIt(checked, each));
  if (newcomers.length > 0)
    return [issue('blocker', newcomers, quoted, 'What is quoted in it is marked as confidential')];
  return [issue('warning', outside, quoted, 'What is quoted in it is marked as confidential')];
}

function issue(
  severity: 'blocker' | 'warning',
  recipients: readonly Recipient[],
  detail: string,
  what: string,
): DraftSafetyIssue {
  const whom = someOf(recipients.map(({ email }) => email));
  const then =
    severity === 'blocker'
      ? `and goes to ${whom}, outside your organisation. Take the text or the recipient out, or send it all the same.`
      : `and goes to ${whom}, outside your organisation, who had it before.`;
  return { code: 'confidential_marker', severity, message: `${what} ${then}`, detail };
}

/** Where the message that is answered is not here, nobody can say who had it. */
function hadIt({ original }: CheckedDraft, { key }: Recipient): boolean {
  return original !== undefined && partiesOf(original).has(key);
}

function partiesOf({ from, recipients: { to, cc, reply_to } }: Original): Set<string> {
  return new Set([from, ...[...to, ...cc, ...reply_to].map(({ email }) => email)].map(addressKey));
}

function evidenceIn(text: string): string | undefined {
  return evidenceOf(text, [inCapitals, asLine]);
}

function evidenceOf(text: string, patterns: readonly RegExp[]): string | undefined {
  for (const pattern of patterns) {
    const [found] = text.matchAll(pattern);
    if (found) return excerpt(text, found.index, found[0].length);
  }
  return undefined;
}
